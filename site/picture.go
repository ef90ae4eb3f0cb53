package site

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"math"

	"varlab/internal/lists"
)

// pictureFile is the picture that goes with a link to any page.
const pictureFile = "board.png"

// The picture's size, which is that of pictures of links, and the side of its squares.
const (
	pictureWide = 1200
	pictureHigh = 630
	pictureSide = 126
)

// The colours of the picture are those of boards by day.
var (
	light, dark = color.RGBA{0xf3, 0xe9, 0xd8, 255}, color.RGBA{0xc4, 0x9a, 0x6c, 255}
	pale, deep  = color.RGBA{0xff, 0xfd, 0xf7, 255}, color.RGBA{0x2b, 0x25, 0x21, 255}
	cross       = color.RGBA{0x8f, 0x0d, 0x0d, 255}
)

// rows are those of the picture: w and b are men, and x is one that is huffed.
var rows = []string{" b b   b  ", "      b b ", "     b    ", "  w x     ", " w w   w w"}

// picture draws a part of a board, on which a man that could have taken is huffed.
func (w *work) picture() error {
	m := image.NewRGBA(image.Rect(0, 0, pictureWide, pictureHigh))
	for x := range pictureWide {
		for y := range pictureHigh {
			m.SetRGBA(x, y, dot(x, y))
		}
	}
	var b bytes.Buffer
	err := png.Encode(&b, m)
	return cmp.Or(err, w.keep(pictureFile, b.Bytes()))
}

// dot is the colour of the picture at a point.
func dot(x, y int) color.RGBA {
	column, row := x/pictureSide, y/pictureSide
	dx, dy := float64(x%pictureSide)/pictureSide-0.5, float64(y%pictureSide)/pictureSide-0.5
	far, man := math.Hypot(dx, dy), rows[row][column]
	switch {
	case man == 'x' && far < 0.3 && min(math.Abs(dx-dy), math.Abs(dx+dy)) < 0.09:
		return cross
	case man != ' ' && far < 0.43:
		return lists.Choose((man == 'b') == (far < 0.4), deep, pale)
	}
	return lists.Choose((column+row)%2 == 1, dark, light)
}
