package record

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// A run is divided among the machines of a cluster by tasks of a scheduler, of which each
// plays one shard. The files, not the scheduler, say what is done: scripts name the shards
// that are missing, and a task whose shard is whole does nothing.

// schedulers are the variables in which they tell a task its number, and the first number.
var schedulers = []struct {
	variable string
	first    int
}{
	{"SLURM_ARRAY_TASK_ID", 0},
	{"JOB_COMPLETION_INDEX", 0}, // Kubernetes
	{"SGE_TASK_ID", 1},
}

// TaskNumber returns the number, from 0, that a scheduler has given this task.
func TaskNumber() (int, error) {
	var wanted []string
	for _, s := range schedulers {
		wanted = append(wanted, s.variable)
		text := os.Getenv(s.variable)
		if text == "" || text == "undefined" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < s.first {
			return 0, fmt.Errorf("%s is %q (want a number from %d)", s.variable, text, s.first)
		}
		return n - s.first, nil
	}
	return 0, fmt.Errorf("no shard is named (want --shard N, or a task with %s)", strings.Join(wanted, ", "))
}

// A Job is shards of a run that a scheduler is to have played.
type Job struct {
	*Manifest
	Dir     string // as the tasks see it
	Open    []int  // shards
	AtOnce  int    // tasks, at most; 0: as many as the site allows
	Engines bool   // the run's external engines may be started

	Program string   // Slurm: as the nodes see it
	Options []string // Slurm: for sbatch

	Image, Claim string // Kubernetes: of the container, and of the volume
}

// Name is that of the jobs of a run.
func (j Job) Name() string { return "varlab-" + j.Hash[:12] }

var (
	//go:embed slurm.tmpl
	slurmText string
	//go:embed kubernetes.tmpl
	kubernetesText string

	templates = template.Must(template.Must(template.New("slurm").Funcs(template.FuncMap{
		"json": func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
		"sh":   func(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" },
	}).Parse(slurmText)).New("kubernetes").Parse(kubernetesText))
)

// Parallel is the number of pods at a time.
func (j Job) Parallel() int { return min(cmp.Or(j.AtOnce, len(j.Open)), len(j.Open)) }

// WriteKubernetes writes the manifest of an Indexed Job.
func (j Job) WriteKubernetes(w io.Writer) error {
	return templates.ExecuteTemplate(w, "kubernetes", j)
}

// UsualMaxArraySize is what Slurm allows unless its site says otherwise.
const UsualMaxArraySize = 1001

// Scripts are those for sbatch: one for the shards of each array, whose task numbers stay
// below maxArraySize.
func (j Job) Scripts(maxArraySize int) (scripts []string, err error) {
	for rest := j.Open; len(rest) > 0; {
		a := array{Job: j, Offset: rest[0] / maxArraySize * maxArraySize}
		n := slices.IndexFunc(rest, func(i int) bool { return i >= a.Offset+maxArraySize })
		if n < 0 {
			n = len(rest)
		}
		var tasks []string
		for _, i := range rest[:n] {
			tasks = append(tasks, strconv.Itoa(i-a.Offset))
		}
		a.Tasks, rest = strings.Join(tasks, ","), rest[n:]
		var b strings.Builder
		if err := templates.ExecuteTemplate(&b, "slurm", a); err != nil {
			return nil, err
		}
		scripts = append(scripts, b.String())
	}
	return scripts, nil
}

// An array is the shards of one job array of Slurm: task N plays shard Offset+N.
type array struct {
	Job
	Offset int
	Tasks  string
}
