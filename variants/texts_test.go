package variants

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The texts stand letter for letter as in the copies that were read, which are not part of the
// tree: with every white space made one space, they have the sums of those copies. Of a copy at
// hand, cut to the article or the chapter:
//
//	tr -s '[:space:]' ' ' <FILE | sed 's/^ //; s/ $//' | tr -d '\n' | sha256sum
func TestTextsAreTheCopies(t *testing.T) {
	for name, sum := range map[string]string{
		"chabreul1":    "3ccaaa69679dbe092abe135936769319b274f478d06d35585ee336d8f8c160b4",
		"chabreul2":    "bd2e56252e4ec674cee1a3a73eb0097561fee622ed0809dd6a24b764b3e179ee",
		"encyclopedie": "efc30b5ca98679b362833d7e994ca9a1e44ff48ae35c8eee54ace57834c8e2b1",
	} {
		text, err := files.ReadFile("texts/" + name + ".txt")
		require.NoError(t, err)
		body := regexp.MustCompile(`(?m)^#.*$`).ReplaceAllString(string(text), "")
		require.Equal(t, sum, fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(strings.Fields(body), " ")))), name)
	}
}

// Every clause of a text has its sentence, and no other sentence has its key words.
func TestClausesHaveTheirSentences(t *testing.T) {
	names, err := fs.Glob(files, "texts/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		document := strings.TrimSuffix(strings.TrimPrefix(name, "texts/"), ".txt")
		text, err := files.ReadFile(name)
		require.NoError(t, err)
		require.NotEmpty(t, clausesOf(document), document)
		for _, c := range clausesOf(document) {
			words := strings.ReplaceAll(regexp.QuoteMeta(c.Words), " … ", ".*")
			require.Equal(t, []string{c.Sentence}, regexp.MustCompile(`(?m)^.*`+words+`.*$`).FindAllString(string(text), -1), c.ID)
		}
	}
}
