//go:build !unix

package main

// outputUnread reports nothing: this system has no signal for it.
func outputUnread() bool { return false }
