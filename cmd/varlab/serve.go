package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"varlab/explore/bench"
	"varlab/lab"
)

func serveCommand() *cobra.Command {
	var flags ruleFlags
	var listen, runs, address string
	cmd := newCommand("serve", arguments(0, 2), func(cmd *cobra.Command, args []string) error {
		at, err := net.ResolveTCPAddr("tcp", listen)
		if err != nil || !at.IP.IsLoopback() {
			return usageError{fmt.Errorf("--listen %s: not an address for this machine alone (want one such as 127.0.0.1:1754)", listen)}
		}
		s := &bench.Server{Lab: lab.New(runs), Colophon: colophon(), Site: strings.TrimSuffix(address, "/")}
		s.Lab.Explore = bench.Beside
		if err := cmp.Or(flags.setsOf(args), s.Open(args, flags.Sets)); err != nil {
			return err
		}
		listener, err := net.ListenTCP("tcp", at)
		if err != nil {
			return hinted{err, "--listen 127.0.0.1:0 takes any port that is free"}
		}
		s.Hosts = bench.Hosts(listener.Addr())
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "http://%s/\n", listener.Addr()); err != nil {
			return errors.Join(err, listener.Close())
		}
		remark(cmd.ErrOrStderr(), "Ctrl-C ends it")
		return s.Serve(cmd.Context(), listener)
	})
	flags.addSets(cmd)
	f := cmd.Flags()
	f.StringVar(&listen, "listen", "127.0.0.1:1754", "where the pages are served, for this machine alone: `ADDR`")
	f.StringVar(&address, "address", "", "the `URL` of a site that varlab site wrote: reports that are\ntaken along lead to its boards (otherwise to none)")
	f.StringVar(&runs, "runs", runsDir, "where runs are, and are played: `DIR`")
	return cmd
}
