package main

import (
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/spf13/cobra"

	"varlab/explore/bench"
	"varlab/lab"
)

func serveCommand() *cobra.Command {
	var listen, address string
	cmd := newCommand("serve", arguments(0, 2), func(cmd *cobra.Command, args []string) error {
		at, err := net.ResolveTCPAddr("tcp", listen)
		if err != nil || !at.IP.IsLoopback() {
			return usageError{fmt.Errorf("--listen %s: not an address for this machine alone (want one such as 127.0.0.1:1754)", listen)}
		}
		s := &bench.Server{Lab: lab.New(runsDir), Colophon: colophon(), Site: strings.TrimSuffix(address, "/")}
		s.Lab.Explore = bench.Beside
		s.Lab.Workers = workers(cmd)
		if err := s.Open(args); err != nil {
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
	cmd.ValidArgsFunction = completeRules
	f := cmd.Flags()
	f.StringVar(&listen, "listen", "127.0.0.1:1754", "address of this machine: `ADDR`")
	f.StringVar(&address, "address", "", "`URL` of a site, for boards of reports")
	return cmd
}
