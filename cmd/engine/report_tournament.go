package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tetrarch/tournament"
	"tetrarch/tournament/report"
	"tetrarch/tournament/results"
)

// reportFlags are the flags of report.
type reportFlags struct {
	page, sprt string
	asJSON     bool
}

func newReport() *cobra.Command {
	var f reportFlags
	cmd := &cobra.Command{
		Use:   "report DIR|FILE",
		Short: "report the results of a tournament",
		Long: `Make the report of a tournament again from its results alone: the file ` + tournament.ResultsFile + ` of
its folder, or any such file. The run may be over, in progress or cut off; complete
blocks count. The report has ratings with their errors, scores against whom and at which
seat, the state of the sequential test, how the games ended, how long they were, what
thinking cost, and faults. --html writes it as one page with plots, too.`,
		Example: `  engine report runs/friday
  engine report runs/friday/results.jsonl --html report.html
  engine report runs/friday --sprt "elo0=0 elo1=5" --json`,
		Args: arguments("DIR|FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd.OutOrStdout(), args[0]) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.page, "html", "", "write a page with plots to `file` as well")
	flags.StringVar(&f.sprt, "sprt", "", "follow this sequential `test` in place of the run's own, such as \"elo0=0 elo1=5 alpha=0.05 beta=0.05 scale=normalized\"")
	jsonFlag(cmd, &f.asJSON)
	_ = cmd.MarkFlagFilename("html", "html")
	return cmd
}

func (f *reportFlags) run(out io.Writer, path string) error {
	var o report.Options
	if f.sprt != "" {
		test, err := tournament.ParseSPRT(f.sprt)
		if err != nil {
			return usagef("report: %w", err)
		}
		o.SPRT = &test
	}
	file, err := readResults(path)
	if err != nil {
		return err
	}
	r := report.New(file.Header, file.Games, o)
	if f.page != "" {
		page, err := os.Create(f.page)
		if err != nil {
			return err
		}
		if err := errors.Join(r.HTML(page), page.Close()); err != nil {
			return err
		}
	}
	if f.asJSON {
		return printJSON(out, r)
	}
	return r.Text(out)
}

// readResults reads a file of results, or that of a folder.
func readResults(path string) (*results.File, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		path = filepath.Join(path, tournament.ResultsFile)
		info, err = os.Stat(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("report: there is no %s: want a file of results or a folder with %s", path, tournament.ResultsFile)
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, usagef("report: %s is a folder: want a file of results", path)
	}
	in, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	file, err := results.Read(in)
	if err != nil {
		return nil, fmt.Errorf("report: %s: %w", path, err)
	}
	return file, nil
}
