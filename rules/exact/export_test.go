package exact

// Simplest is for tests that want rule sets which share the tables of others.
var Simplest = simplest
