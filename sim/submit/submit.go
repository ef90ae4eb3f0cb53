// Package submit hands the shards of a run to a scheduler, as tasks that each play one.
//
// The one idea: the files, not the scheduler, say what is done. So a script names what
// is missing, whatever fails is submitted again, and a task whose shard is whole does
// nothing:
//
//	job := submit.Slurm{Manifest: m, Dir: dir, Program: "varlab", Quote: quote}
//	err := job.Submit(ctx, submit.Arrays(open, submit.UsualMaxArraySize), os.Stdout)
package submit

import (
	"fmt"
	"strconv"
	"strings"
)

// A scheduler tells a task its number in an environment variable.
type scheduler struct {
	variable string
	first    int // number of the first task
	none     string
}

var schedulers = []scheduler{
	{"SLURM_ARRAY_TASK_ID", 0, ""},
	{"JOB_COMPLETION_INDEX", 0, ""}, // Kubernetes
	{"SGE_TASK_ID", 1, "undefined"},
}

// TaskNumber returns the number, from 0, that a scheduler has given this task.
func TaskNumber(lookup func(string) (string, bool)) (int, error) {
	var found, wanted []string
	number := 0
	for _, s := range schedulers {
		wanted = append(wanted, s.variable)
		text, ok := lookup(s.variable)
		if !ok || text == "" || text == s.none {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < s.first {
			return 0, fmt.Errorf("%s is %q (want a number from %d)", s.variable, text, s.first)
		}
		found = append(found, s.variable)
		number = n - s.first
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("no shard is named (want --shard N, or a task with %s)", strings.Join(wanted, ", "))
	case 1:
		return number, nil
	}
	return 0, fmt.Errorf("%s are all set (want one, or --shard N)", strings.Join(found, " and "))
}
