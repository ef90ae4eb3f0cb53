package submit_test

import (
	"context"
	"fmt"
	"os"
	"strconv"

	"varlab/sim/record"
	"varlab/sim/submit"
)

// The shards that a run lacks, as job arrays of Slurm.
func Example() {
	run, err := record.Open("/shared/run")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer run.Close()
	missing, err := run.Missing()
	if err != nil {
		fmt.Println(err)
		return
	}
	job := submit.Slurm{Manifest: run.Manifest, Dir: run.Dir, Program: "/usr/local/bin/varlab", Quote: strconv.Quote}
	if err := job.Submit(context.Background(), submit.Arrays(missing, submit.UsualMaxArraySize), os.Stdout); err != nil {
		fmt.Println(err)
	}
}
