package games

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"github.com/BurntSushi/toml"

	"varlab/sim/player"
	"varlab/variants/strict"
)

// A PlayerFile is a fitted player as a file holds it.
type PlayerFile struct {
	Player     string `toml:"player"`     // its spec
	Rules      string `toml:"rules"`      // the rule set that the games were played under
	Collection string `toml:"collection"` // SHA-256 of the games' file
	Games      int    `toml:"games"`
	Positions  int    `toml:"positions"`
	Judge      string `toml:"judge"`
	// Points a ply: the cost of people's moves, and of the player's moves in the same
	// positions.
	PeopleLoss Number            `toml:"people_loss_per_ply"`
	PlayerLoss Number            `toml:"player_loss_per_ply"`
	Command    string            `toml:"command"`             // by which it was made, and is made again
	Classes    map[string]string `toml:"classes,omitempty"`   // the players of people who were not equals
	Predicted  *Foretold         `toml:"predicted,omitempty"` // by that command
}

// Foretold is what was predicted, in short.
type Foretold struct {
	Games      int    `toml:"games"`
	At         int    `toml:"at"` // the ply of the collection's games from which they were played
	Seed       uint64 `toml:"seed"`
	Stop       string `toml:"stop"` // options of the players besides
	DrawRate   Number `toml:"draw_rate"`
	FirstScore Number `toml:"first_score"`
}

// Bytes writes f as ParsePlayerFile reads it.
func (f *PlayerFile) Bytes() []byte {
	b := bytes.NewBufferString("# A player whose moves cost what those of a collection of games cost: varlab games fit made it.\n")
	e := toml.NewEncoder(b)
	e.Indent = ""
	if err := e.Encode(f); err != nil {
		panic(err) // numbers and texts can be written
	}
	return b.Bytes()
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
