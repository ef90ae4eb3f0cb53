package submit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
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

// The manifest of a Job has only the fields that the interface of Kubernetes has,
// with values of their types, and all that it requires; and hostile names stay
// values.
func TestKubernetesJob(t *testing.T) {
	text, err := os.ReadFile("testdata/kubernetes-job.json")
	require.NoError(t, err)
	var schema kubernetesSchema
	require.NoError(t, json.Unmarshal(text, &schema))
	job := Kubernetes{
		Name: "varlab-1", Study: "abc", Image: "x\"\ny: {z", Claim: "true", Dir: "/runs/a b", Memory: "512Mi", Shards: 7, AtOnce: 3,
	}
	var b bytes.Buffer
	require.NoError(t, manifest.Execute(&b, job))
	var document map[string]any
	require.NoError(t, yaml.Unmarshal(b.Bytes(), &document))
	schema.check(t, "Job", document, "Job")
	spec := document["spec"].(map[string]any)
	require.Equal(t, 7, spec["completions"])
	pod := spec["template"].(map[string]any)["spec"].(map[string]any)
	container := pod["containers"].([]any)[0].(map[string]any)
	require.Equal(t, job.Image, container["image"])
	require.Equal(t, []any{"varlab", "submit", "worker", job.Dir}, container["command"])
	volume := pod["volumes"].([]any)[0].(map[string]any)
	require.Equal(t, map[string]any{"claimName": "true"}, volume["persistentVolumeClaim"])

	// The test can fail.
	fake := new(recorder)
	delete(pod, "containers")
	pod["restartPolicies"] = "Never"
	spec["completions"] = "seven"
	schema.check(fake, "Job", document, "Job")
	require.Len(t, fake.faults, 3)
}

type kubernetesSchema struct {
	Types map[string]struct {
		Fields   map[string]string
		Required []string
	}
}

type recorder struct{ faults []string }

func (r *recorder) Errorf(format string, args ...any) {
	r.faults = append(r.faults, fmt.Sprintf(format, args...))
}

var quantity = regexp.MustCompile(`^\d+(\.\d+)?(m|[kMGTPE]i?)?$`)

// check holds a value against a type of the schema.
func (s *kubernetesSchema) check(t assert.TestingT, at string, v any, kind string) {
	wrong := func() { t.Errorf("%s: %v (want %s)", at, v, kind) }
	if list, ok := strings.CutPrefix(kind, "[]"); ok {
		elements, is := v.([]any)
		if !is {
			wrong()
		}
		for i, e := range elements {
			s.check(t, fmt.Sprintf("%s[%d]", at, i), e, list)
		}
		return
	}
	values, isMap := v.(map[string]any)
	if of, ok := strings.CutPrefix(kind, "map "); ok {
		if !isMap {
			wrong()
		}
		for key, e := range values {
			s.check(t, at+"."+key, e, of)
		}
		return
	}
	ok := true
	switch kind {
	case "string":
		_, ok = v.(string)
	case "int":
		_, ok = v.(int)
	case "bool":
		_, ok = v.(bool)
	case "quantity":
		text, is := v.(string)
		ok = is && quantity.MatchString(text)
	default:
		typ, known := s.Types[kind]
		if !known || !isMap {
			wrong()
			return
		}
		for key, e := range values {
			if of, known := typ.Fields[key]; known {
				s.check(t, at+"."+key, e, of)
			} else {
				t.Errorf("%s.%s: unknown field", at, key)
			}
		}
		for _, key := range typ.Required {
			if _, stated := values[key]; !stated {
				t.Errorf("%s.%s: not stated", at, key)
			}
		}
	}
	if !ok {
		wrong()
	}
}
