//go:build unix

package main

import (
	"crypto/rand"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"varlab/internal/testing/disk"
	"varlab/internal/testing/long"
	"varlab/sim/record"
)

// A cluster is a throwaway Slurm on this machine: a controller and four nodes, each
// a daemon of its own. Debian's slurm-wlm and munge are enough.
type cluster struct {
	*ground
	home  string
	nodes []string
}

const slurmConf = `ClusterName=throwaway
SlurmctldHost=%[1]s(127.0.0.1)
SlurmctldPort=%[3]d
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=%[2]s/munge.socket
StateSaveLocation=%[2]s/state
SlurmdSpoolDir=%[2]s/spool-%%n
SlurmctldPidFile=%[2]s/slurmctld.pid
SlurmdPidFile=%[2]s/slurmd-%%n.pid
SlurmctldLogFile=%[2]s/slurmctld.log
SlurmdLogFile=%[2]s/slurmd-%%n.log
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=900
SlurmdParameters=config_overrides
ReturnToService=2
MaxArraySize=5
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2
NodeName=n[1-4] NodeHostname=%[1]s NodeAddr=127.0.0.1 Port=[%[4]s] CPUs=2 RealMemory=2000
PartitionName=all Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP
`

func newCluster(g *ground) *cluster {
	g.Helper()
	c := &cluster{ground: g, nodes: []string{"n1", "n2", "n3", "n4"}}
	var err error
	// Sockets want a short path.
	c.home, err = os.MkdirTemp("/tmp", "slurm")
	require.NoError(g, err)
	g.Cleanup(func() { os.RemoveAll(c.home) })
	key := make([]byte, 128)
	rand.Read(key)
	require.NoError(g, os.WriteFile(c.at("munge.key"), key, 0o400))
	require.NoError(g, os.Mkdir(c.at("state"), 0o755))
	require.NoError(g, os.Chmod(c.home, 0o755))
	host, err := os.Hostname()
	require.NoError(g, err)
	host, _, _ = strings.Cut(host, ".")
	ports := freePorts(g, 5)
	var nodePorts []string
	for _, p := range ports[1:] {
		nodePorts = append(nodePorts, strconv.Itoa(p))
	}
	conf := fmt.Sprintf(slurmConf, host, c.home, ports[0], strings.Join(nodePorts, ","))
	require.NoError(g, os.WriteFile(c.at("slurm.conf"), []byte(conf), 0o644))
	g.Setenv("SLURM_CONF", c.at("slurm.conf"))

	g.Cleanup(c.stop)
	c.must("munged", "--force", "--key-file="+c.at("munge.key"), "--socket="+c.at("munge.socket"),
		"--pid-file="+c.at("munged.pid"), "--log-file="+c.at("munged.log"), "--seed-file="+c.at("munge.seed"))
	c.must("slurmctld", "-f", c.at("slurm.conf"))
	for _, n := range c.nodes {
		c.must("slurmd", "-f", c.at("slurm.conf"), "-N", n)
	}
	c.until("all nodes are idle", time.Minute, func() bool {
		return strings.Count(c.ask("sinfo", "--noheader", "--Node", "--format=%T"), "idle") == 4
	})
	return c
}

// freePorts returns ports that nothing listened on a moment ago.
func freePorts(t testing.TB, n int) []int {
	var ports []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

func (c *cluster) at(name string) string { return filepath.Join(c.home, name) }

// must runs a daemon that goes to the background.
func (c *cluster) must(name string, args ...string) {
	c.Helper()
	cmd := exec.Command(name, args...)
	// Not a pipe: the daemon would keep it open.
	log, err := os.CreateTemp(c.home, "start")
	require.NoError(c, err)
	defer log.Close()
	cmd.Stdout, cmd.Stderr = log, log
	err = cmd.Run()
	text, _ := os.ReadFile(log.Name())
	require.NoError(c, err, "%s %s\n%s", name, args, text)
}

// ask runs a client and returns what it says; nothing if it fails.
func (c *cluster) ask(name string, args ...string) string {
	out, err := exec.CommandContext(c.Context(), name, args...).Output()
	if err != nil {
		c.Logf("%s: %v", name, err)
	}
	return strings.TrimSpace(string(out))
}

func (c *cluster) pid(name string) int {
	text, err := os.ReadFile(c.at(name + ".pid"))
	if err != nil {
		return 0
	}
	n, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return n
}

// stop ends the daemons, by their own pids.
func (c *cluster) stop() {
	if c.Failed() {
		for _, name := range []string{"slurmctld.log", "slurmd-n1.log", "munged.log"} {
			text, _ := os.ReadFile(c.at(name))
			c.Logf("%s:\n%s", name, text[max(0, len(text)-3000):])
		}
	}
	names := []string{"slurmctld", "munged"}
	for _, n := range c.nodes {
		names = append(names, "slurmd-"+n)
	}
	for _, name := range names {
		if pid := c.pid(name); pid > 0 {
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// until waits for something, but not without end.
func (c *cluster) until(what string, limit time.Duration, holds func() bool) {
	c.Helper()
	for began := time.Now(); time.Since(began) < limit; time.Sleep(200 * time.Millisecond) {
		if holds() {
			return
		}
	}
	c.Fatalf("waited %v in vain until %s\n%s%s", limit, what, c.ask("squeue", "--array"), c.ask("sinfo", "-N", "-l"))
}

// submit submits what is missing of a run.
func (c *cluster) submit(dir string) {
	c.Helper()
	script, _ := c.ok("submit", "slurm", dir, "--program", c.program(), "--tasks", "5")
	cmd := exec.Command("sbatch", "--parsable")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	require.NoError(c, err, "%s", out)
}

// program is a copy of this program that nodes can run: the tests' own name for it
// is gone with its folder.
func (c *cluster) program() string {
	name := c.path("varlab")
	if _, err := os.Stat(name); err != nil {
		path, err := exec.LookPath("varlab")
		require.NoError(c, err)
		require.NoError(c, os.WriteFile(name, []byte(disk.Read(c, path)), 0o755))
	}
	return name
}

// queue lists the tasks of a run that are waiting or at work.
func (c *cluster) queue(dir string) (tasks []string) {
	c.Helper()
	run, err := record.Open(dir)
	require.NoError(c, err)
	defer run.Close()
	for line := range strings.Lines(c.ask("squeue", "--noheader", "--array", "--format=%T %K %j")) {
		if strings.Contains(line, run.Manifest.Hash[:12]) {
			tasks = append(tasks, strings.TrimSpace(line))
		}
	}
	return tasks
}

// TestSlurm plays a run on a real Slurm: the shards are those of a run on one machine.
func TestSlurm(t *testing.T) {
	long.Only(t)
	for _, name := range []string{"munged", "slurmctld", "slurmd", "sbatch"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("no Slurm here: %v", err)
		}
	}
	if os.Geteuid() != 0 {
		t.Skip("the daemons want root")
	}
	g := newGround(t, 200, 20)
	c := newCluster(g)

	g.ok("run", g.study, "--out", g.path("well"), "--lay-out")
	c.submit(g.path("well"))
	c.until("the run is complete", 3*time.Minute, func() bool { return len(c.queue(g.path("well"))) == 0 })
	g.same("well")
	code, _, stderr := g.varlab("submit", "slurm", g.path("well"))
	require.Equal(t, 1, code)
	require.Contains(t, stderr, "no shard is missing")

	// A shard that is missing is submitted again.
	shards := disk.Glob(t, filepath.Join(g.path("well"), "shards", "*.parquet"))
	require.NoError(t, os.Remove(shards[1]))
	c.submit(g.path("well"))
	c.until("the rest is played", 3*time.Minute, func() bool { return len(g.status("well").Open) == 0 })
	g.same("well")
}
