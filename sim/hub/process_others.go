//go:build unix && !linux

package hub

import "syscall"

func adopt() {}

// dieWithUs does nothing: an engine here sees the end of its input, and may end.
func dieWithUs(*syscall.SysProcAttr) {}

// killStrays does nothing: this system does not tell what an engine has started.
func killStrays([]*process) bool { return true }
