package page

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"varlab/explore"
	"varlab/reports"
	"varlab/rules/board"
	"varlab/rules/notation"
	"varlab/rules/profile"
	"varlab/variants/content"
)

var (
	//go:embed gallery.html
	galleryText string
	// GalleryStyle and GalleryScript belong to a page with a Gallery.
	//go:embed gallery.css
	GalleryStyle string
	//go:embed gallery.js
	GalleryScript string
)

var gallery = template.Must(template.New("gallery").Parse(galleryText))

// A fact is a column of the table of rule sets, whose words are those of one axis or of several
// that belong together.
type fact struct {
	Name, About string
	Asked       bool // it stands on the cards, and can be asked for
	of          func(*profile.Profile) string
}

var facts = []fact{
	{"Board", "Rows and columns of the board", true, func(p *profile.Profile) string {
		return fmt.Sprintf("%d×%d", p.Board.Rows, p.Board.Columns)
	}},
	axisFact("Men capture", "man.capture", true, "forward", "forwards", "all", "both ways", "forward-sideways", "not backwards"),
	axisFact("King", "king.range", true, "short", "one square"),
	{"Must take", "Whether a capture has to be made, and which", true, func(p *profile.Profile) string {
		if p.Capture.Obligation == profile.Free {
			return "need not"
		}
		first, _, _ := strings.Cut(precedence(p), ", ")
		return cmp.Or(first, "any")
	}},
	{"Among those", "Which captures come first among those that must be taken", false, func(p *profile.Profile) string {
		_, rest, _ := strings.Cut(precedence(p), ", ")
		return cmp.Or(rest, "any")
	}},
	{"Huff", "Whether a piece that could have captured may be blown off", true, func(p *profile.Profile) string { return yes(profile.HasHuff(p)) }},
	{"A capture left", "What may be done about a capture that was not made", false, func(p *profile.Profile) string {
		switch p.Capture.Obligation {
		case profile.Compulsory:
			return "cannot be"
		case profile.Free:
			return "is no fault"
		}
		return strings.TrimSuffix(axisWords(p, "claim.remedies", " or ", "compel", "play again"), " or waive")
	}},
	axisFact("A man takes kings", "man.may_capture_king", false, "true", "yes", "false", "no"),
	{"A king lands", "Where a flying king may land after a jump", false, func(p *profile.Profile) string {
		if p.King.Range == profile.Short {
			return "–"
		}
		return axisWords(p, "king.landing", "", "free", "anywhere behind", "adjacent", "next behind", "adjacent-last", "next behind the last", "adjacent-last-king", "next behind a last king")
	}},
	axisFact("Captured pieces leave", "capture.removal", false, "after-move", "after the move", "at-once", "at once"),
	{"At the last row", "Whether a man that jumps to the last row goes on capturing, and as what", false, func(p *profile.Profile) string {
		switch {
		case p.Promotion.EndsMove:
			return "stops, a king"
		case p.Promotion.When == profile.InPassing:
			return "goes on, a king"
		}
		return "goes on, a man"
	}},
	axisFact("Without pieces", "ending.no_pieces", false, "loss", "loses", "win", "wins"),
	{"Draws by", "The clauses by which a game is drawn or broken off", false, func(p *profile.Profile) string {
		var kinds []string
		for _, c := range p.Draws {
			kinds = append(kinds, worded(profile.ClauseKinds[c.Kind-1], "quiet", "quiet moves", "material", "few pieces", "stop", "breaking off", "dead", "no captures left", "balance", "kings on both sides"))
		}
		return cmp.Or(strings.Join(slices.Compact(slices.Sorted(slices.Values(kinds))), ", "), "–")
	}},
}

func precedence(p *profile.Profile) string {
	return axisWords(p, "capture.precedence", ", ", "quantity", "the most", "value", "the most in value", "with-king", "with the king", "kings-taken", "most kings", "king-earliest", "kings first")
}

func axisFact(name, key string, asked bool, words ...string) fact {
	return fact{name, profile.AxisOf(key).Sentence, asked, func(p *profile.Profile) string { return axisWords(p, key, "", words...) }}
}

// axisWords is the value of an axis, in words given beside those of the axis.
func axisWords(p *profile.Profile, key, between string, words ...string) string {
	value := profile.AxisOf(key).Get(p)
	list, several := value.([]string)
	if !several {
		return worded(fmt.Sprint(value), words...)
	}
	for i := range list {
		list[i] = worded(list[i], words...)
	}
	return cmp.Or(strings.Join(list, between), worded("", words...))
}

func worded(value string, words ...string) string {
	for i := 0; i < len(words); i += 2 {
		if words[i] == value {
			return words[i+1]
		}
	}
	return value
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// shown is a rule set in a gallery.
type shown struct {
	explore.Set
	Link, Year, Board string
	Colour, Men       int // Colour: of the page's colours, from 1
	Facts             []answered
}

// Age is the century in words.
func (s shown) Age() string {
	switch n := s.Century(); n {
	case 0:
		return "not dated"
	case 21:
		return "21st century"
	default:
		return fmt.Sprintf("%dth century", n)
	}
}

// Dated reports that the short name says the year.
func (s shown) Dated() bool { return strings.HasSuffix(s.Short, s.Year) }

// A Fact is a fact of a rule set in a word or two.
type Fact struct{ Name, Word string }

// Facts are those of a rule set in the table of a Gallery.
func Facts(p *profile.Profile) (list []Fact) {
	for _, f := range facts {
		list = append(list, Fact{f.Name, f.of(p)})
	}
	return list
}

type answered struct {
	*fact
	Word string
	N    int // the place of the word among those of the fact, from the commonest
}

// Gallery makes a fragment of a page with a card and a row for each rule set of e: board and
// facts. Link is where a rule set leads to; the link of two that have been chosen begins with
// pair, such as "explore#", and ends with A&beside=B. The page needs GalleryStyle,
// GalleryScript and BoardParts.
func Gallery(e *explore.Engine, link func(ref string) string, pair string) (template.HTML, error) {
	sets, err := e.Sets()
	if err != nil {
		return "", err
	}
	slices.SortStableFunc(sets, func(a, b explore.Set) int {
		return cmp.Or(cmp.Compare(yes(b.Own), yes(a.Own)), cmp.Compare(a.Century(), b.Century()), cmp.Compare(year(a), year(b)))
	})
	var data struct {
		Pair   string
		Sets   []shown
		Boards []template.HTML
		Facts  []fact
		Words  [][]string // of each fact, from the commonest
		Ages   []string
	}
	data.Pair, data.Facts = pair, facts
	for _, f := range facts {
		count := map[string]int{}
		for _, s := range sets {
			count[f.of(s.Profile)]++
		}
		data.Words = append(data.Words, slices.SortedFunc(maps.Keys(count), func(a, b string) int { return cmp.Or(count[b]-count[a], strings.Compare(a, b)) }))
	}
	var starts []string
	for _, set := range sets {
		s := shown{Set: set, Link: link(set.Ref), Year: year(set), Colour: 1 + max(0, slices.Index(content.Colours, set.Colour))}
		start := set.Rules.Start()
		s.Men = start.Pieces(board.First).Len()
		drawn := reports.Placed(notation.Of(set.Rules.Profile()), start.Setup())
		n := slices.Index(starts, drawn)
		if n < 0 {
			n, starts = len(starts), append(starts, drawn)
			data.Boards = append(data.Boards, template.HTML(fmt.Sprintf(`<symbol id="start-%d" viewBox="-2 -2 %d %d">%s</symbol>`, n, 40*set.Profile.Board.Columns+4, 40*set.Profile.Board.Rows+4, drawn)))
		}
		s.Board = fmt.Sprintf("#start-%d", n)
		for i := range facts {
			word := facts[i].of(set.Profile)
			s.Facts = append(s.Facts, answered{&facts[i], word, slices.Index(data.Words[i], word)})
		}
		data.Sets = append(data.Sets, s)
		if !slices.Contains(data.Ages, s.Age()) {
			data.Ages = append(data.Ages, s.Age())
		}
	}
	var b bytes.Buffer
	err = gallery.Execute(&b, data)
	return template.HTML(b.String()), err
}

// year is the period of a rule set's texts.
func year(s explore.Set) string {
	year, _, _ := strings.Cut(s.Period, ",")
	return year
}
