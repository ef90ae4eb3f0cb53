package submit

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"varlab/sim/record"
)

func TestArrays(t *testing.T) {
	require.Equal(t, []Array{{0, []int{0, 3, 4, 5}}, {10, []int{0, 9}}, {40, []int{2}}}, Arrays([]int{0, 3, 4, 5, 10, 19, 42}, 10))
	require.Equal(t, "0,3-5", ranges([]int{0, 3, 4, 5}))
	require.Equal(t, "7", ranges([]int{7}))
	require.Equal(t, "0-1000", ranges(numbers(1001)))
	require.Equal(t, []Array{{0, numbers(1001)}, {1001, numbers(500)}}, Arrays(numbers(1501), UsualMaxArraySize))
}

func numbers(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

var update = flag.Bool("update", false, "write testdata/job.yaml anew")

// The manifest of a Job is that of testdata/job.yaml, which docs/kubernetes checks against
// the types of Kubernetes and its standard for pods; and hostile names stay values.
func TestKubernetesJob(t *testing.T) {
	job := Kubernetes{Image: "registry.example/varlab@sha256:abc", Claim: "runs", Dir: "huff", Memory: "512Mi", Deadline: time.Hour, User: 65532, AtOnce: 3}
	m := &record.Manifest{Hash: strings.Repeat("ab", 32), StudyHash: strings.Repeat("cd", 32), Shards: make([]record.Shard, 7)}
	var b bytes.Buffer
	require.NoError(t, job.Write(&b, m, []int{1, 2, 3, 4}))
	const golden = "testdata/job.yaml"
	if *update {
		require.NoError(t, os.WriteFile(golden, b.Bytes(), 0o666))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String(), "run go test ./sim/submit -update, and read the difference")

	job.Image, job.Claim, job.Dir = "x\"\ny: {z", "true", "a b"
	b.Reset()
	require.NoError(t, job.Write(&b, m, []int{1}))
	var document struct {
		Spec struct {
			Completions int
			Template    struct {
				Spec struct {
					Containers []struct {
						Image   string
						Command []string
					}
					Volumes []map[string]any
				}
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(b.Bytes(), &document))
	require.Equal(t, 7, document.Spec.Completions)
	pod := document.Spec.Template.Spec
	require.Equal(t, job.Image, pod.Containers[0].Image)
	require.Equal(t, []string{"varlab", "submit", "worker", "/runs/a b"}, pod.Containers[0].Command)
	require.Equal(t, map[string]any{"claimName": "true"}, pod.Volumes[0]["persistentVolumeClaim"])

	job.Memory = "64Mi"
	require.NoError(t, job.Write(&b, m, []int{1}))
	for _, slip := range []string{"3", "63Mi", "65535Ki"} {
		job.Memory = slip
		require.ErrorContains(t, job.Write(&b, m, []int{1}), "want at least 64Mi, such as 512Mi")
	}
}

func TestBytesOf(t *testing.T) {
	for text, want := range map[string]int64{"512Mi": 512 << 20, "600Ki": 600 << 10, "1G": 1e9, "3": 3, "8Ti": 8 << 40} {
		n, err := bytesOf(text)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	for _, text := range []string{"", "Mi", "1MiMi", "1.5Gi", "-1Mi", "0", "9999999999Ti", "5m"} {
		_, err := bytesOf(text)
		require.ErrorContains(t, err, "want such as 512Mi", text)
	}
}

// Who is interrupted while Slurm thinks is not told that it had its time.
func TestAskedInVain(t *testing.T) {
	bin := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "squeue"), []byte("#!/bin/sh\necho slow >&2\n: >\"$0.begun\"\nexec sleep 60\n"), 0o755))
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if _, err := os.Stat(filepath.Join(bin, "squeue.begun")); err == nil {
				cancel()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, err := Ask(ctx, filepath.Join(bin, "squeue"))
	require.EqualError(t, err, filepath.Join(bin, "squeue")+": stopped before it answered: slow")
}

// What is queued is known by its name and by where its script lies: another directory may
// have a run of the same study.
func TestQueued(t *testing.T) {
	bin, dir, other := t.TempDir(), t.TempDir(), t.TempDir()
	for _, d := range []string{dir, other} {
		require.NoError(t, os.MkdirAll(filepath.Join(d, "log", "slurm"), 0o777))
	}
	job := Slurm{Manifest: &record.Manifest{Hash: strings.Repeat("0", 64)}, Dir: dir}
	script := func(dir string) string { return filepath.Join(dir, "log", "slurm", "array-1000.sbatch") }
	lines := []string{
		"varlab-000000000000-1000|1|PD|Resources|" + script(dir),
		"varlab-000000000000-1000|2|PD|Resources|" + script(other),
		"varlab-000000000000-1000|3|PD|job requeued in held state|" + script(dir),
		"varlab-000000000000-1000|4|CG|None|" + script(dir),
		"varlab-111111111111-1000|5|R|None|" + script(dir),
		"varlab-000000000000-verify|N/A|PD|Dependency|" + script(dir),
		"varlab-000000000000-1000|6|R|None|" + script(dir),
	}
	require.NoError(t, os.WriteFile(filepath.Join(bin, "squeue"), []byte("#!/bin/sh\ncat <<'E'\n"+strings.Join(lines, "\n")+"\nE\n"), 0o755))
	t.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	open, err := job.NotQueued(t.Context(), []int{1, 1001, 1002, 1003, 1004, 1005, 1006})
	require.NoError(t, err)
	require.Equal(t, []int{1, 1002, 1003, 1004, 1005}, open)
}
