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
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"
	"text/template"

	"varlab/sim/record"
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
		text, _ := lookup(s.variable)
		if text == "" || text == s.none {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < s.first {
			return 0, fmt.Errorf("%s is %q (want a number from %d)", s.variable, text, s.first)
		}
		found, number = append(found, s.variable), n-s.first
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("no shard is named (want --shard N, or a task with %s)", strings.Join(wanted, ", "))
	case 1:
		return number, nil
	}
	return 0, fmt.Errorf("%s are all set (want one, or --shard N)", strings.Join(found, " and "))
}

// Kubernetes is what the manifest of an Indexed Job says.
type Kubernetes struct {
	Name, Study, Image, Claim, Dir, Memory string
	Shards, AtOnce                         int
}

// maxCompletions is how many tasks an Indexed Job may have.
const maxCompletions = 100_000

// Write writes the manifest of a Job for the run of m, of which some shards are open.
// Dir is the run directory on the volume that the claim is for.
func (k Kubernetes) Write(w io.Writer, m *record.Manifest, open []int) error {
	if k.Shards = len(m.Shards); k.Shards > maxCompletions {
		return fmt.Errorf("%d shards (want at most %d in an Indexed Job)", k.Shards, maxCompletions)
	}
	k.Name, k.Study = "varlab-"+m.Hash[:12], m.StudyHash
	k.AtOnce = min(k.AtOnce, len(open))
	k.Dir = path.Join("/runs", path.Join("/", k.Dir))
	return manifest.Execute(w, k)
}

// Strings are written as JSON, which YAML reads.
var manifest = template.Must(template.New("manifest").Funcs(template.FuncMap{
	"json": func(v any) (string, error) {
		text, err := json.Marshal(v)
		return string(text), err
	},
}).Parse(`apiVersion: batch/v1
kind: Job
metadata:
  name: {{json .Name}}
  annotations:
    varlab/study: {{json .Study}}
spec:
  completionMode: Indexed
  completions: {{.Shards}}
  parallelism: {{.AtOnce}}
  backoffLimitPerIndex: 3
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: worker
          image: {{json .Image}}
          command: ["varlab", "worker", {{json .Dir}}]
          resources:
            requests: {cpu: "1", memory: {{json .Memory}}}
            limits: {memory: {{json .Memory}}}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
          volumeMounts:
            - name: runs
              mountPath: /runs
      volumes:
        - name: runs
          persistentVolumeClaim:
            claimName: {{json .Claim}}
`))
