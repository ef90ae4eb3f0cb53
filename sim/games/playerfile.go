package games

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"varlab/sim/player"
	"varlab/variants/strict"
)

// A PlayerFile is a fitted player as a file holds it.
type PlayerFile struct {
	Player     string // its spec
	Rules      string // the rule set that the games were played under
	Collection string // SHA-256 of the games' file
	Games      int
	Positions  int
	Judge      string
	// Points a ply: the cost of people's moves, and of the player's moves in the same
	// positions.
	PeopleLoss, PlayerLoss float64
	Classes                []string // of people who were not equals: name and player of each
	Command                string   // by which it was made, and is made again
	Predicted              *Prediction
}

// Bytes writes f as ParsePlayerFile reads it.
func (f *PlayerFile) Bytes() []byte {
	text := fmt.Appendf(nil, `# A player whose moves cost what those of a collection of games cost: varlab games fit made it.
player = %s
rules = %s
collection = %s
games = %d
positions = %d
judge = %s
people_loss_per_ply = %.4f
player_loss_per_ply = %.4f
command = %s
`, strict.Quote(f.Player), strict.Quote(f.Rules), strict.Quote(f.Collection), f.Games, f.Positions, strict.Quote(f.Judge), f.PeopleLoss, f.PlayerLoss, strict.Quote(f.Command))
	if f.Classes != nil {
		text = append(text, "classes = [\n"...)
		for _, class := range f.Classes {
			text = fmt.Appendf(text, "  %s,\n", strict.Quote(class))
		}
		text = append(text, "]\n"...)
	}
	if p := f.Predicted; p != nil {
		text = fmt.Appendf(text, `
# What was predicted, by games from a ply of the collection's between players with these options.
[predicted]
games = %d
at = %d
seed = "%d"
stop = %s
draw_rate = %.4f
first_score = %.4f
`, p.Games, p.At, p.Seed, strict.Quote(p.Stop), p.DrawRate.Value, p.FirstScore.Value)
	}
	return text
}

// ParsePlayerFile reads the text of a fitted player. Only its spec says how it plays; the
// returned spec has the hash of the text in its name.
func ParsePlayerFile(name, text string) (*player.Spec, error) {
	doc, faults := strict.Parse(name, text)
	if doc == nil {
		return nil, faults.Err()
	}
	r := strict.Reader{Document: doc, Faults: &faults}
	r.Known("", "player", "rules", "collection", "games", "positions", "judge", "people_loss_per_ply", "player_loss_per_ply", "command", "classes", "predicted")
	r.Known("predicted", "games", "at", "seed", "stop", "draw_rate", "first_score")
	var spec *player.Spec
	if written, ok := r.Text("player"); ok {
		var err error
		if spec, err = player.Parse(written); err != nil {
			faults.AtValue(doc, "player", "player", "%s", err.Error())
		}
	} else if !doc.Has("player") {
		faults.AtKey(doc, "player", "player", "missing (want the spec of a player)")
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(text))
	return spec.Fitted(hex.EncodeToString(sum[:])), nil
}
