package games

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

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
	var b strings.Builder
	b.WriteString("# A player whose moves cost what those of a collection of games cost: varlab games fit made it.\n")
	text := func(key, value string) { fmt.Fprintf(&b, "%s = %s\n", key, strict.Quote(value)) }
	text("player", f.Player)
	text("rules", f.Rules)
	text("collection", f.Collection)
	fmt.Fprintf(&b, "games = %d\npositions = %d\n", f.Games, f.Positions)
	text("judge", f.Judge)
	fmt.Fprintf(&b, "people_loss_per_ply = %.4f\nplayer_loss_per_ply = %.4f\n", f.PeopleLoss, f.PlayerLoss)
	return []byte(b.String())
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
