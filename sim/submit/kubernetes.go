package submit

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"text/template"

	"varlab/sim/record"
)

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
