package variants

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"varlab/variants/glossary"
	"varlab/variants/strict"
)

func TestGlossary(t *testing.T) {
	words := map[string]bool{}
	for _, term := range glossary.All() {
		require.NotEmpty(t, term.Words["en"], term.ID)
		for _, key := range term.Keys {
			require.NotEmpty(t, Keys(key), "%s: %s", term.ID, key)
		}
		for language, id := range term.From {
			_, known := ClauseOf(id)
			require.True(t, known || strings.Contains(id, "/"), "%s: %s", term.ID, id)
			require.NotEmpty(t, term.Words[language], term.ID)
		}
		for language := range term.Words {
			require.True(t, language == "en" || sourceOf(language) != "", "%s: %s", term.ID, language)
		}
		found, _ := glossary.Find(term.Words["en"])
		require.Equal(t, term.ID, found.ID)
		for _, w := range term.Forms {
			require.False(t, words[w], "%s stands twice", w)
			words[w] = true
		}
	}
}

// The words of other countries, and those of federations, lead to what they mean.
func TestWordsThatAreLookedFor(t *testing.T) {
	for word, key := range map[string]string{"blow": "claim.piece", "blazen": "claim.piece", "pusten": "claim.piece", "draw odds": "match.draw", "breakthrough": "ending.first_king", "last piece": "ending.last_piece"} {
		found, ok := glossary.Find(word)
		require.True(t, ok, word)
		require.Contains(t, found.Keys, key, word)
	}
}

var glossaryFile = sync.OnceValue(func() *strict.Document {
	text, _ := strict.ReadFile("glossary/glossary.toml")
	doc, _ := strict.Parse("glossary.toml", string(text))
	return doc
})

// sourceOf says where the words of a language were found.
func sourceOf(language string) string {
	source, _ := glossaryFile().Get("sources." + language).(string)
	return source
}
