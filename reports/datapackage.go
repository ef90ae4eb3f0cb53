package reports

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"varlab/internal/files"
	"varlab/internal/lists"
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

type dataPackage struct {
	Profile      string         `json:"profile"`
	Name         string         `json:"name"`
	Title        string         `json:"title"`
	Description  string         `json:"description"`
	Hash         string         `json:"hash"`
	Licenses     []named        `json:"licenses"`
	Contributors []named        `json:"contributors"`
	Sources      []named        `json:"sources"`
	Resources    []dataResource `json:"resources"`
	Version      string         `json:"version,omitempty"`
}

type named struct {
	Name  string `json:"name,omitempty"`
	Title string `json:"title"`
	Role  string `json:"role,omitempty"`
}

type dataResource struct {
	Profile   string     `json:"profile"`
	Name      string     `json:"name"`
	Path      string     `json:"path"`
	Format    string     `json:"format"`
	MediaType string     `json:"mediatype"`
	Title     string     `json:"title"`
	Schema    dataSchema `json:"schema"`
}

type dataSchema struct {
	Fields     []dataField `json:"fields"`
	Missing    []string    `json:"missingValues"`
	PrimaryKey []string    `json:"primaryKey,omitempty"`
}

// Package is the games of a run, as CSV and as Parquet, the numbers of its report, and
// datapackage.json, which says what every column means, as files in the folder to. Version
// is the program's, if it has one.
func Package(ctx context.Context, run *record.Run, to, version string) ([]files.File, error) {
	r, err := loadRun(ctx, run, Options{Version: version}, nil)
	if err != nil {
		return nil, err
	}
	return dataFiles(r, run, to)
}

func dataFiles(r *Report, run *record.Run, to string) ([]files.File, error) {
	// A report can be of the games up to a look, and a package is of all.
	for _, err := range run.Records() {
		if err != nil {
			return nil, err
		}
		break
	}
	var columns []dataField
	for _, c := range record.Columns() {
		kind := lists.Choose(c.Type != "string", "integer", "string")
		columns = append(columns, dataField{c.Name, kind, c.Unit, c.Means})
	}
	games := dataSchema{columns, []string{""}, []string{"cell", "game"}}
	results := dataSchema{resultColumns, []string{""}, nil}
	p := dataPackage{
		"data-package", notInName.ReplaceAllString(strings.ToLower(r.Plan.Name), "-"), r.title(),
		fmt.Sprintf("Games of draughts played by a study, and what they show. Seed %d, %d games a cell, horizon %d plies. A game cut off there does not count as a draw for that reason.", r.Plan.Seed, r.Plan.Games, r.Plan.HorizonPlies) + unmodelled(r, r.Profiles),
		r.Manifest.StudyHash,
		// Open Definition's word for a licence that nobody has chosen
		[]named{{Name: "notspecified", Title: notStated}},
		[]named{{Title: developers, Role: "author"}},
		list(allSources(r.Profiles), func(s content.Source) named { return named{Title: sourceWords(s)} }),
		[]dataResource{
			{"tabular-data-resource", "games", "games.csv", "csv", "text/csv", "One row for each game", games},
			{"data-resource", "games-parquet", "games.parquet", "parquet", "application/vnd.apache.parquet", "The same, with integers as integers", games},
			{"tabular-data-resource", "results", "results.csv", "csv", "text/csv", "The numbers of the report, one a row", results},
		},
		r.Version,
	}
	text, err := json.MarshalIndent(p, "", "  ")
	return []files.File{
		{Path: filepath.Join(to, "games.csv"), Write: run.WriteCSV},
		{Path: filepath.Join(to, "games.parquet"), Write: run.WriteParquet},
		{Path: filepath.Join(to, "results.csv"), Write: r.writeCSV},
		{Path: filepath.Join(to, "datapackage.json"), Write: files.Content(append(text, '\n'))},
	}, err
}

var notInName = regexp.MustCompile(`[^a-z0-9._-]`)
