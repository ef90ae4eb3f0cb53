package variants

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/hostile"
	"varlab/rules"
	"varlab/rules/board"
	"varlab/rules/profile"
	"varlab/variants/strict"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// golden compares got with the file, or rewrites the file under -update.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want := disk.Read(t, path)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s is not what is now found (go test ./variants -update rewrites it):\n%s", path, diff)
	}
}

// Every kind of fault is found, at its place, and nothing else: each file of
// testdata/faults has its faults beside it.
func TestFaults(t *testing.T) {
	t.Chdir("testdata/faults")
	paths := disk.Glob(t, "*.toml")
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(path, func(t *testing.T) {
			faults, _, err := Check(path)
			require.NoError(t, err)
			require.NotEmpty(t, faults)
			var b strings.Builder
			for _, f := range faults {
				require.Positive(t, f.Line, f)
				require.Positive(t, f.Col, f)
				b.WriteString(f.Error() + "\n")
			}
			golden(t, strings.TrimSuffix(path, ".toml")+".faults", b.String())
		})
	}
}

// loaded is a rule set that has no faults.
func loaded(t testing.TB, ref string, sets ...string) *Resolved {
	t.Helper()
	v, err := Load(ref, sets)
	require.NoError(t, err, "%s %q", ref, sets)
	return v
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.toml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	return path
}

// A child that makes the obligation other than claimable has no claim section;
// one that makes it claimable starts from the defaults of that section.
func TestClaimSectionFollowsObligation(t *testing.T) {
	v, err := Load(write(t, `inherits = "polonaise-souffler"
[capture]
obligation = { is = "compulsory", assumed = "to see" }
`), nil)
	require.NoError(t, err)
	require.Equal(t, profile.Claim{}, v.Profile.Claim)
	require.Empty(t, v.Cite("claim.remedies"))

	again := loaded(t, v.Path, "capture.obligation=claimable")
	require.Equal(t, []profile.Remedy{profile.HuffRemedy, profile.WaiveRemedy}, again.Profile.Claim.Remedies, "the default, not the grandparent's")
	require.Contains(t, again.Cite("claim.remedies").Assumed.String(), "default")
	require.Equal(t, profile.AfterHuff, again.Profile.Claim.OwnDuty)
}

// A layer that takes a remedy away takes its keys with it, and one that adds it
// brings their defaults.
func TestRemediesCarryTheirKeys(t *testing.T) {
	v := loaded(t, "polonaise-souffler", "claim.remedies=[compel,waive]")
	require.Empty(t, v.Profile.Claim.Piece)
	require.Empty(t, v.Profile.Claim.HuffTurn)
	require.Equal(t, profile.Offender, v.Profile.Claim.CompelChoice)
	v = loaded(t, "encyclopedie-francaise+compel-too")
	require.Equal(t, profile.Offender, v.Profile.Claim.CompelChoice)
	v = loaded(t, "polonaise-souffler", "claim.huff_turn=spends")
	require.Empty(t, v.Profile.Claim.OwnDuty)
	_, err := Load("polonaise-souffler", []string{"claim.remedies=[compel,waive]", "claim.piece=moved"})
	require.ErrorContains(t, err, "claim.piece: stated, but contradicts the rest (want huff among claim.remedies)")
}

// A start drops the rows of men that were inherited, and rows of men a start.
func TestStartAndRowsOfMen(t *testing.T) {
	path := write(t, `inherits = "international"
[board]
start = { is = "W:WK46:B5,10", assumed = "to see" }
`)
	v := loaded(t, path)
	require.Zero(t, v.Profile.Board.MenRows)
	require.Equal(t, 1, v.Profile.Board.Setup.Kings[board.First].Len())
	require.Equal(t, 2, v.Profile.Board.Setup.Men[board.Second].Len())
	v = loaded(t, path, "board.men_rows=3")
	require.Empty(t, v.Profile.Board.Start)
	require.Nil(t, v.Profile.Board.Setup)
	require.Equal(t, 3, v.Profile.Board.MenRows)
}

// Readings that set different fields of a clause can be taken together, in any order;
// two that set one differently cannot.
func TestReadingsTogether(t *testing.T) {
	for _, ref := range []string{"polonaise-souffler+win-on-this-move+broken-off-is-void+stop-a-fortiori", "polonaise-souffler+stop-a-fortiori+broken-off-is-void+win-on-this-move"} {
		v := loaded(t, ref)
		require.Equal(t, 1, v.Profile.Draws[0].WithinMoves)
		require.Equal(t, profile.StopVoid, v.Profile.Draws[0].Outcome)
		require.Len(t, v.Profile.Draws[0].Strong, 9)
		// Those before the last stand in front of it, the later ones first.
		taken := strings.Split(ref, "+")
		require.Equal(t, strings.Join([]string{taken[2], taken[1], taken[3]}, "+"), v.Cite("draw").Reading)
	}
	v := loaded(t, "regle-moderne+quiet-25+repetition-of-pieces+repetition-on-claim")
	require.Equal(t, profile.Quiet, v.Profile.Draws[0].Kind)
	require.False(t, v.Profile.Draws[1].SideToMove)
	require.True(t, v.Profile.Draws[1].OnClaim)
	for ref, want := range map[string]string{
		"polonaise-souffler+claim-never-lapses+claim-lapses-for-good": "claim.lapse: set differently by the readings claim-never-lapses and claim-lapses-for-good (want one of them)",
		"polonaise-souffler+blocked-is-draw+blocked-passes":           "ending.no_moves: set differently",
		path(t, "[{ kind = \"dead\", limit_positions = 5 }]"):         "draw[0].limit_positions: set differently",
		path(t, "[{ kind = \"repetition\", count = 3 }]"):             "draw[0]: set differently",
		path(t, "[]"): "draw: set differently",
	} {
		_, err := Load(ref, nil)
		require.ErrorContains(t, err, want, ref)
	}
}

// path is a profile with two readings of the one draw clause of the federation, taken
// together: the second is draw.
func path(t *testing.T, draw string) string {
	return write(t, `inherits = "federation"
[reading.one]
standing = "open"
reason = "to see"
draw = [{ kind = "dead", limit_positions = 7 }]
[reading.two]
standing = "open"
reason = "to see"
draw = `+draw+"\n") + "+one+two"
}

// An override is TOML with the quotes around bare words left out.
func TestOverrides(t *testing.T) {
	for set, want := range map[string]any{
		"king.landing=adjacent":                          "adjacent",
		`king.landing="adjacent-last"`:                   "adjacent-last",
		"capture.precedence=[quantity, with-king]":       []string{"quantity", "with-king"},
		"capture.precedence = []":                        []string{},
		"man.may_capture_king=false":                     false,
		"king.repeat_limit=3":                            3,
		"draw=[{kind=repetition, count=4}]":              []profile.DrawClause{{Kind: profile.Repetition, Count: 4, SideToMove: true}},
		`draw=[{kind="quiet",plies=9,moves=king-moves}]`: []profile.DrawClause{{Kind: profile.Quiet, Plies: 9, Moves: profile.KingMoves, Side: profile.BothSides}},
	} {
		v := loaded(t, "federation", set)
		key, _, _ := strings.Cut(set, "=")
		a := profile.AxisOf(strings.TrimSpace(key))
		require.Equal(t, want, a.Get(v.Profile), set)
		require.Equal(t, "--set "+set, v.Cite(a.Key).Where)
		require.NotEmpty(t, v.Cite(a.Key).Assumed)
	}
	for set, want := range map[string]string{
		"king.landing=adjacnet":         `king.landing=adjacnet: king.landing: unknown value "adjacnet" (want adjacent, or else`,
		"kng.landing=free":              `kng.landing=free: unknown key "kng.landing" (want king.landing)`,
		"king.landing":                  "king.landing: no value (want key=value)",
		"king.repeat_limit=x":           `king.repeat_limit: "x" is not a whole number`,
		"draw=[{kind=repetition}]":      "draw[0].count: not stated",
		"king.range=flying\nx=1":        "king.range",
		"board.start=W:W1:B2":           "board.start: ",
		"board.start=B:W46:B5":          "board.start: the opponent of board.first_mover = \"white\" is on move (want the first mover)",
		"capture.precedence=[quantity":  "capture.precedence: not TOML",
		"capture.obligation=free":       "capture.precedence: stated though no capture is owed",
		"claim.remedies=[compel,waive]": "claim.remedies: stated, but contradicts the rest",
	} {
		_, err := Load("federation", []string{set})
		require.ErrorContains(t, err, want, set)
	}
}

// No text makes loading panic, and each of its faults has a place.
func FuzzCheck(f *testing.F) {
	for _, id := range IDs() {
		text, err := files.ReadFile(id + ".toml")
		require.NoError(f, err)
		f.Add(string(text))
	}
	paths := disk.Glob(f, "testdata/faults/*.toml")
	for _, path := range paths {
		text := disk.Read(f, path)
		f.Add(text)
	}
	for _, text := range hostile.TOML(1 << 14) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "/") || strings.Count(text, "toml") > 0 {
			return // names files, which are not here
		}
		var fs strict.Faults
		parsed := parse("fuzz.toml", text, nil, "", &fs)
		faults := fs.List()
		lines := strings.Count(text, "\n") + 1
		for _, fault := range faults {
			if fault.File == "fuzz.toml" {
				require.True(t, fault.Line >= 1 && fault.Line <= lines && fault.Col >= 1, "%v", fault)
			}
		}
		if len(faults) > 0 || parsed == nil {
			return
		}
		v, err := resolve(parsed, nil, nil)
		require.NoError(t, err)
		_, err = rules.Compile(v.Profile)
		require.NoError(t, err)
		v.Explain("")
		v.Content()
	})
}
