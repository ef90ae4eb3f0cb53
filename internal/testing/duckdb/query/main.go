// Command query asks DuckDB one question and prints the answer, a row a line, the
// values separated by tabs:
//
//	go run ./query "SELECT rules, count(*) FROM 'run/shards/*.parquet' GROUP BY rules ORDER BY rules"
package main

import (
	"database/sql"
	"fmt"
	"os"
	"strings"

	_ "github.com/duckdb/duckdb-go/v2"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "query: one statement of SQL is wanted")
		os.Exit(2)
	}
	if err := query(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "query: %v\n", err)
		os.Exit(1)
	}
}

func query(text string) error {
	db, err := sql.Open("duckdb", "")
	if err != nil {
		return err
	}
	defer db.Close()
	rows, err := db.Query(text)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	fmt.Println(strings.Join(columns, "\t"))
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		line := make([]string, len(values))
		for i, v := range values {
			line[i] = fmt.Sprint(v)
		}
		fmt.Println(strings.Join(line, "\t"))
	}
	return rows.Err()
}
