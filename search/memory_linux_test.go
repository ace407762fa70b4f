package search

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"tetrarch/search/memtest"
)

// TestTableThatCannotBeHad asks for more than a limit leaves, in a process of
// its own: an error must come back, and the process go on.
func TestTableThatCannotBeHad(t *testing.T) {
	if !memtest.Alone(t) {
		return
	}
	const room, mb = 256, 512
	if MaxHash() < mb {
		t.Skipf("tables of %d MB are too much for this machine: %d MB at most", mb, MaxHash())
	}
	memtest.Limit(t, room<<20)
	tab, err := NewTable(mb)
	if err == nil || tab != nil {
		t.Fatalf("%d MB were given where %d were left", mb, room)
	}
	if small, err := NewTable(1); err != nil || small.Megabytes() != 1 {
		t.Fatalf("after the refusal: %v", err)
	}
}

// TestTablesAreFreed makes and drops tables: their memory must not pile up.
func TestTablesAreFreed(t *testing.T) {
	const mb, tables = 8, 20
	before := mapped.Load()
	for i := range tables {
		tab, err := NewTable(mb)
		if err != nil {
			t.Fatal(err)
		}
		tab.store(uint64(i)<<40, 1, 0, 1, 0, Exact)
	}
	for deadline := time.Now().Add(5 * time.Second); mapped.Load() > before; {
		if time.Now().After(deadline) {
			t.Fatalf("%d MB are still mapped", (mapped.Load()-before)>>20)
		}
		runtime.GC()
		time.Sleep(time.Millisecond)
	}
}

// TestFreeIsAtOnce wants the memory back without the collector's help, and once.
func TestFreeIsAtOnce(t *testing.T) {
	const mb = 8
	tab, err := NewTable(mb)
	if err != nil {
		t.Fatal(err)
	}
	before := mapped.Load()
	tab.Free()
	if freed := before - mapped.Load(); freed < mb<<20 {
		t.Errorf("%d bytes of %d MB went back", freed, mb)
	}
	tab.Free()
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	if mapped.Load() < 0 {
		t.Error("the memory went back twice")
	}
}

func TestGroupLimit(t *testing.T) {
	files := map[string]string{
		"/sys/fs/cgroup/a/b/memory.max":                    "3000\n",
		"/sys/fs/cgroup/a/memory.max":                      "2000\n",
		"/sys/fs/cgroup/memory.max":                        "max\n",
		"/sys/fs/cgroup/memory/x/memory.limit_in_bytes":    "500\n",
		"/sys/fs/cgroup/memory/x/y/memory.limit_in_bytes":  "700\n",
		"/sys/fs/cgroup/memory/free/memory.limit_in_bytes": "9223372036854771712\n",
	}
	read := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("no such file")
	}
	for line, want := range map[string]uint64{
		"0::/a/b": 2000, "0::/a/b/c": 2000, "0::/": 0, "0::/../..": 0, "4:memory:/x/y": 500,
		"4:memory:/free": 9223372036854771712, "1:cpu:/a/b": 0, "": 0, "nonsense": 0,
	} {
		if got := groupLimit(line, read); got != want {
			t.Errorf("%q: %d, want %d", line, got, want)
		}
	}
}
