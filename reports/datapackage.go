package reports

import (
	"encoding/json"
	"fmt"
	"io"

	"varlab/files"
	"varlab/sim/record"
	"varlab/variants/content"
)

// A dataField says what a column of a table means, as data packages of Frictionless
// Data do (specs.frictionlessdata.io, version 1).
type dataField struct {
	Name        string `json:"name"`
	Type        string `json:"type"`
	Unit        string `json:"unit,omitempty"`
	Description string `json:"description"`
}

// A Saver writes a file: files.Write, or files.Addable and then files.Add.
type Saver = func(path string, write func(io.Writer) error) error

// ExportPackage writes the games of the run in dir, as CSV and as Parquet, the
// numbers of its report, and datapackage.json, which says what every column means,
// with save, into the folder to, which is made if it is not there. Version is the
// program's, if it has one.
func ExportPackage(dir, to, version string, save Saver) error {
	r, err := Load(dir)
	if err != nil {
		return err
	}
	r.Version = version
	run, err := record.Open(dir)
	if err != nil {
		return err
	}
	defer run.Close()
	if err := files.MakeDir(to); err != nil {
		return err
	}
	var columns []dataField
	for _, c := range run.Manifest.Columns {
		kind := "string"
		if c.Type != "string" {
			kind = "integer"
		}
		columns = append(columns, dataField{c.Name, kind, c.Unit, c.Means})
	}
	resource := func(profile, name, file, format, media, title string, schema object) object {
		return of("profile", profile, "name", name, "path", file, "format", format, "mediatype", media, "title", title, "schema", schema)
	}
	games := of("fields", columns, "missingValues", []string{""}, "primaryKey", []string{"cell", "game"})
	results := of("fields", resultColumns, "missingValues", []string{""})
	p := of("profile", "data-package", "name", packageName(r.Plan.Name), "title", r.title(),
		"description", fmt.Sprintf("Games of draughts played by a study, and what they show. Seed %d, %d games a cell, horizon %d plies. A horizon is not a draw.", r.Plan.Seed, r.Plan.Games, r.Plan.HorizonPlies),
		"hash", r.Manifest.StudyHash,
		// Open Definition's word for a licence that nobody has chosen
		"licenses", []object{of("name", "notspecified", "title", notStated)},
		"contributors", []object{of("title", Developers, "role", "author")},
		"sources", list(allSources(r.Profiles), func(s content.Source) object {
			return of("title", plain(content.Joined(", ", s.Author, s.Title, s.Year, s.Where)))
		}),
		"resources", []object{
			resource("tabular-data-resource", "games", "games.csv", "csv", "text/csv", "One row for each game", games),
			resource("data-resource", "games-parquet", "games.parquet", "parquet", "application/vnd.apache.parquet", "The same, with integers as integers", games),
			resource("tabular-data-resource", "results", "results.csv", "csv", "text/csv", "The numbers of the report, one a row", results),
		})
	p = append(p, some("version", r.Version)...)
	text, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"games.csv", run.WriteCSV},
		{"games.parquet", run.WriteParquet},
		{"results.csv", r.WriteCSV},
		{"datapackage.json", files.Content(append(text, '\n'))},
	} {
		if err := save(files.Join(to, f.name), f.write); err != nil {
			return err
		}
	}
	return nil
}

func packageName(name string) string {
	out := []byte{}
	for _, c := range []byte(name) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-':
			out = append(out, c)
		case c >= 'A' && c <= 'Z':
			out = append(out, c|0x20)
		default:
			out = append(out, '-')
		}
	}
	return string(out)
}
