package exact

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Pieces are the men and kings of one side.
type Pieces struct{ Men, Kings int }

// Len returns the number of pieces.
func (p Pieces) Len() int { return p.Men + p.Kings }

// String writes kings before men, as in "KKM".
func (p Pieces) String() string {
	return strings.Repeat("K", p.Kings) + strings.Repeat("M", p.Men)
}

// Material is the pieces of two sides. In a table the first side is on move; in a question the
// first side is the subject.
type Material [2]Pieces

// places is the number of places of materials with at most maxPieces of a kind.
const places = (maxPieces + 1) * (maxPieces + 1) * (maxPieces + 1) * (maxPieces + 1)

// place numbers a material with at most maxPieces of a kind.
func (m Material) place() int {
	const base = maxPieces + 1
	return ((m[0].Men*base+m[0].Kings)*base+m[1].Men)*base + m[1].Kings
}

// String writes a material as ParseMaterial reads it.
func (m Material) String() string { return m[0].String() + " vs " + m[1].String() }

// Swapped returns m with its sides exchanged.
func (m Material) Swapped() Material { return Material{m[1], m[0]} }

// Orders returns m and m swapped, once if they are the same.
func (m Material) Orders() []Material {
	if m[0] == m[1] {
		return []Material{m}
	}
	return []Material{m, m.Swapped()}
}

// Len returns the number of pieces of both sides.
func (m Material) Len() int { return m[0].Len() + m[1].Len() }

// ParseMaterial reads two sides such as "KKM vs K"; "v" and "-" stand for "vs".
func ParseMaterial(text string) (Material, error) {
	bad := func(format string, args ...any) (Material, error) {
		return Material{}, fmt.Errorf("material %q: %s (want two sides of kings and men, such as \"KKM vs K\")", text, fmt.Sprintf(format, args...))
	}
	words := strings.Fields(strings.ReplaceAll(text, "-", " vs "))
	if len(words) != 3 || words[1] != "vs" && words[1] != "v" {
		return bad("not two sides")
	}
	var m Material
	for i, word := range []string{words[0], words[2]} {
		for _, c := range word {
			switch c {
			case 'K', 'k':
				m[i].Kings++
			case 'M', 'm':
				m[i].Men++
			default:
				return bad("unknown piece %q", c)
			}
		}
		if m[i].Men > maxPieces || m[i].Kings > maxPieces {
			return bad("more than %d pieces of a kind", maxPieces)
		}
	}
	return m, nil
}

// UpTo returns every material of at most k pieces with at least one on each side, once in
// either order, in the order in which tables are made.
func UpTo(k int) []Material {
	var all []Material
	for a := 1; a < k; a++ {
		for b := 1; b <= a && a+b <= k; b++ {
			for am := range a + 1 {
				for bm := range b + 1 {
					m := Material{{am, a - am}, {bm, b - bm}}
					if m == m.canonical() {
						all = append(all, m)
					}
				}
			}
		}
	}
	sortMaterials(all)
	return all
}

// canonical returns m or m swapped, whichever comes first: more pieces, then more kings.
func (m Material) canonical() Material {
	a, b := m[0], m[1]
	if c := cmp.Or(cmp.Compare(a.Len(), b.Len()), cmp.Compare(a.Kings, b.Kings)); c < 0 {
		return m.Swapped()
	}
	return m
}

// sortMaterials puts each material after all those to which captures and promotions lead:
// fewer pieces, then fewer men.
func sortMaterials(ms []Material) {
	slices.SortFunc(ms, func(a, b Material) int {
		return cmp.Or(
			cmp.Compare(a.Len(), b.Len()),
			cmp.Compare(a[0].Men+a[1].Men, b[0].Men+b[1].Men),
			cmp.Compare(a[0].Len(), b[0].Len()),
			cmp.Compare(a[0].Men, b[0].Men),
		)
	})
}

// closure returns ms and all materials that captures, huffs and promotions can make of them,
// each once in its canonical order, in the order in which tables are made.
func closure(ms ...Material) []Material {
	seen := map[Material]bool{}
	for _, m := range ms {
		for _, a := range m[0].reduced() {
			for _, b := range m[1].reduced() {
				seen[Material{a, b}.canonical()] = true
			}
		}
	}
	all := slices.Collect(maps.Keys(seen))
	sortMaterials(all)
	return all
}

// reduced returns p and what losses and promotions can leave of it.
func (p Pieces) reduced() []Pieces {
	var all []Pieces
	for men := range p.Men + 1 {
		for kings := range p.Len() - men + 1 {
			if men+kings > 0 {
				all = append(all, Pieces{men, kings})
			}
		}
	}
	return all
}

// mixes reports whether a side can come to have men and kings together.
func (m Material) mixes() bool {
	return slices.ContainsFunc(m[:], func(p Pieces) bool { return p.Men > 0 && p.Len() > 1 })
}
