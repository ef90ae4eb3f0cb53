package games

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/BurntSushi/toml"

	"varlab/internal/files"
	"varlab/sim/player"
	"varlab/variants/strict"
)

// A PlayerFile is a fitted player as a file holds it, by the keys that ParsePlayerFile knows.
type PlayerFile map[string]any

// PlayerFile is what a file holds of the player that was found in a collection, and of how well it
// fits.
func (f *Fit) PlayerFile() PlayerFile {
	file := PlayerFile{
		"rules": f.Rules, "games": len(f.of.Chosen()),
		"player": f.Player, "positions": f.Positions,
		"people_loss_per_ply": f.Real.LossPerPly.Value, "player_loss_per_ply": f.LossPerPly.Value,
	}
	if sum, err := files.Sum(f.of.Name); err == nil { // it is no directory
		file["collection"] = fmt.Sprintf("%x", sum)
	}
	if f.Classes != nil {
		classes := map[string]string{}
		for _, of := range f.Classes {
			classes[of.Class] = of.Player
		}
		file["classes"] = classes
	}
	if p := f.Predicted; p != nil {
		file["predicted"] = map[string]any{"games": p.Games, "at": p.At, "seed": p.Seed, "stop": p.Stop, "draw_rate": p.DrawRate.Value, "first_score": p.FirstScore.Value}
	}
	return file
}

// Bytes writes f, with its keys in order.
func (f PlayerFile) Bytes() []byte {
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
