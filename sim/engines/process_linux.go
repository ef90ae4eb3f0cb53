package engines

import "syscall"

// The system kills the engine when this program is killed. On other systems the engine reads
// the end of its input.
func init() { attributes.Pdeathsig = syscall.SIGKILL }
