package main

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
)

// A kubernetesJob is what the manifest of an Indexed Job says.
type kubernetesJob struct {
	Name, Study, Image, Claim, Dir, Memory string
	Shards, AtOnce                         int
}

// maxCompletions is how many tasks an Indexed Job may have.
const maxCompletions = 100_000

func submitKubernetesCommand() *cobra.Command {
	var show bool
	job := kubernetesJob{}
	cmd := &cobra.Command{
		Use:   "kubernetes DIR --print --image IMAGE --claim NAME",
		Short: "Write a Kubernetes Job that plays the missing shards of a run",
		Long: `kubernetes writes the manifest of an Indexed Job, for kubectl apply. Its task N runs
varlab worker on shard N; a task whose shard is whole does nothing. The run directory
must lie on a volume that all pods may write, bound to the claim that --claim names.`,
		Example: "  varlab submit kubernetes varlab-runs/huff-or-not --print --image registry.example/varlab --claim runs --path huff-or-not | kubectl apply -f -",
		Args:    arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !show {
				return usageError{fmt.Errorf("without --print (want it: the manifest goes to kubectl apply)")}
			}
			if job.Image == "" || job.Claim == "" {
				return usageError{fmt.Errorf("no --image or no --claim (want both)")}
			}
			m, open, err := openShards(cmd, args[0])
			if err != nil {
				return err
			}
			if job.Shards = len(m.Shards); job.Shards > maxCompletions {
				return fmt.Errorf("%s: %d shards (want at most %d in an Indexed Job)", args[0], job.Shards, maxCompletions)
			}
			job.Name, job.Study = "varlab-"+m.Hash[:12], m.StudyHash
			job.AtOnce = min(job.AtOnce, len(open))
			job.Dir = path.Join("/runs", path.Join("/", job.Dir))
			var b strings.Builder
			if err := jobTemplate.Execute(&b, job); err != nil {
				return err
			}
			fmt.Fprint(cmd.OutOrStdout(), b.String())
			return nil
		},
	}
	f := cmd.Flags()
	f.BoolVar(&show, "print", false, "write the manifest to stdout")
	f.StringVar(&job.Image, "image", "", "container image with varlab: `IMAGE`")
	f.StringVar(&job.Claim, "claim", "", "persistent volume claim with the run: `NAME`")
	f.StringVar(&job.Dir, "path", "", "the run directory on that volume: `DIR` (otherwise its root)")
	f.StringVar(&job.Memory, "memory", "512Mi", "memory of a pod: `SIZE`")
	f.IntVar(&job.AtOnce, "at-once", 100, "pods at a time, at most: `N`")
	return cmd
}

// Strings are written as JSON, which YAML reads.
var jobTemplate = template.Must(template.New("job").Funcs(template.FuncMap{
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
