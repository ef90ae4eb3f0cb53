// Package conformance says whether a generator of turns plays a rule set as it is
// written. It has three kinds of evidence: positions whose turns somebody wrote
// down by hand (.positions files), published counts (.perft files), and two
// generators that were written apart and must agree, on any valid rule set and
// not only on those that somebody played.
package conformance
