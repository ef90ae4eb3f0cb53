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
}

// Bytes writes f as ParsePlayerFile reads it.
func (f *PlayerFile) Bytes() []byte {
	return fmt.Appendf(nil, `# A player whose moves cost what those of a collection of games cost: varlab games fit made it.
player = %s
rules = %s
collection = %s
games = %d
positions = %d
judge = %s
people_loss_per_ply = %.4f
player_loss_per_ply = %.4f
`, strict.Quote(f.Player), strict.Quote(f.Rules), strict.Quote(f.Collection), f.Games, f.Positions, strict.Quote(f.Judge), f.PeopleLoss, f.PlayerLoss)
}

// ParsePlayerFile reads the text of a fitted player. Only its spec says how it plays; the
// returned spec has the hash of the text in its name.
func ParsePlayerFile(name, text string) (*player.Spec, error) {
	doc, faults := strict.Parse(name, text)
	if doc == nil {
		return nil, faults.Err()
	}
	r := strict.Reader{Document: doc, Faults: &faults}
	r.Known("", "player", "rules", "collection", "games", "positions", "judge", "people_loss_per_ply", "player_loss_per_ply")
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
