// Package kubernetes holds the manifest that varlab submit kubernetes writes against
// Kubernetes' own code. It is a module of its own: the program needs none of this.
package kubernetes

import (
	"os"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

func job(t *testing.T) *batch.Job {
	text, err := os.ReadFile("../../sim/submit/testdata/job.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var j batch.Job
	// An unknown field, a field stated twice or a value of another type is an error, as
	// to an API server with strict validation.
	if err := yaml.UnmarshalStrict(text, &j); err != nil {
		t.Fatal(err)
	}
	return &j
}

// forbidden says what the standard "restricted", of the newest version that is known,
// refuses in a pod.
func forbidden(t *testing.T, j *batch.Job) string {
	checks, err := policy.NewEvaluator(policy.DefaultChecks())
	if err != nil {
		t.Fatal(err)
	}
	level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	pod := j.Spec.Template
	result := policy.AggregateCheckResults(checks.EvaluatePod(level, &pod.ObjectMeta, &pod.Spec))
	if result.Allowed {
		return ""
	}
	return result.ForbiddenReason() + ": " + result.ForbiddenDetail()
}

func TestJob(t *testing.T) {
	j := job(t)
	if j.Kind != "Job" || j.APIVersion != batch.SchemeGroupVersion.String() || *j.Spec.CompletionMode != batch.IndexedCompletion {
		t.Errorf("%s %s (want an Indexed Job of %s)", j.APIVersion, j.Kind, batch.SchemeGroupVersion)
	}
	if why := forbidden(t, j); why != "" {
		t.Error(why)
	}
	pod := j.Spec.Template.Spec
	if j.Spec.ActiveDeadlineSeconds == nil || pod.ActiveDeadlineSeconds == nil || j.Spec.TTLSecondsAfterFinished == nil {
		t.Error("a job or a pod without a deadline")
	}
	if c := pod.Containers[0]; c.Env[0].Name != "GOMEMLIMIT" || c.Resources.Limits.Memory().IsZero() {
		t.Error("no limit of memory")
	} else if limit := c.Resources.Limits.Memory().Value(); c.Env[0].Value != "483183819" || limit != 512<<20 {
		t.Errorf("GOMEMLIMIT %s of %d bytes (want nine tenths)", c.Env[0].Value, limit)
	}
}

// The tests above can fail.
func TestFaultsAreSeen(t *testing.T) {
	var j batch.Job
	for _, text := range []string{"spec: {completion: 3}", "spec: {completions: three}", "spec: {completions: 3, completions: 4}"} {
		if yaml.UnmarshalStrict([]byte(text), &j) == nil {
			t.Errorf("%s is taken for a job", text)
		}
	}
	for name, spoil := range map[string]func(*core.PodSpec){
		"root":         func(p *core.PodSpec) { p.SecurityContext.RunAsUser = new(int64) },
		"capabilities": func(p *core.PodSpec) { p.Containers[0].SecurityContext.Capabilities = nil },
		"seccomp":      func(p *core.PodSpec) { p.SecurityContext.SeccompProfile = nil },
		"escalation":   func(p *core.PodSpec) { p.Containers[0].SecurityContext.AllowPrivilegeEscalation = nil },
		"host":         func(p *core.PodSpec) { p.HostNetwork = true },
	} {
		j := job(t)
		spoil(&j.Spec.Template.Spec)
		if forbidden(t, j) == "" {
			t.Errorf("%s: not seen", name)
		}
	}
}
