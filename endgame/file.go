package endgame

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// A file is, all numbers little-endian:
//
//	16 bytes  "tetrarch tricol\n"
//	 4        version, 1
//	 4        the number of units covered
//	 8        where the directory begins
//	          blocks
//	          directory: 8 bytes a block, 40 bits where it begins, 24 its length
//
// The values of a layout fill blocks of blockSize, the last one in part; the
// layouts follow one another in their order, which the number of units fixes.
// A block of one byte stands for that value throughout, any other is a frame of
// zstd. Indexes that are not used repeat the value before them.
const (
	magic      = "tetrarch tricol\n"
	version    = 1
	headerSize = len(magic) + 16
	blockShift = 14
	blockSize  = 1 << blockShift
)

// blocks returns the number of blocks of a layout.
func (l *layout) blocks() int { return int(l.size+blockSize-1) >> blockShift }

// writer makes a file, from several goroutines, in a temporary place.
type writer struct {
	file      string
	temporary *os.File
	first     []int // block of each layout
	directory []uint64
	encoder   *zstd.Encoder

	mu  sync.Mutex
	end int64
}

// newWriter refuses at once what finish could not replace.
func newWriter(file string, units int) (*writer, error) {
	if info, err := os.Stat(file); file == "" || err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is no file that a table could replace: want the name of a file", file)
	}
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*.part")
	if err != nil {
		return nil, err
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithWindowSize(blockSize))
	if err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	w := &writer{file: file, temporary: f, encoder: encoder, end: int64(headerSize)}
	first, blocks := firstBlocks(units)
	w.first, w.directory = first, make([]uint64, blocks)
	header := make([]byte, 0, headerSize)
	header = append(header, magic...)
	header = binary.LittleEndian.AppendUint32(header, version)
	header = binary.LittleEndian.AppendUint32(header, uint32(units))
	header = binary.LittleEndian.AppendUint64(header, 0)
	if _, err := f.Write(header); err != nil {
		w.discard()
		return nil, err
	}
	return w, nil
}

// firstBlocks returns the first block of each layout and the number of blocks.
func firstBlocks(units int) (first []int, blocks int) {
	for _, l := range layouts[:upTo[units]] {
		first = append(first, blocks)
		blocks += l.blocks()
	}
	return first, blocks
}

// add writes the values of a layout.
func (w *writer) add(r *result) error {
	plain, packed := make([]byte, 0, blockSize), []byte(nil)
	for i := range r.layout.blocks() {
		plain = append(plain[:0], r.values[i<<blockShift:min((i+1)<<blockShift, len(r.values))]...)
		packed = w.pack(packed[:0], plain)
		if err := w.put(w.first[r.layout.id]+i, packed); err != nil {
			return err
		}
	}
	return nil
}

// pack appends a block as it stands in the file.
func (w *writer) pack(to, block []byte) []byte {
	last, constant := draw, true
	for _, v := range block {
		if v != unused {
			last = v
			break
		}
	}
	first := last
	for i, v := range block {
		if v == unused {
			block[i] = last
		}
		last = block[i]
		constant = constant && last == first
	}
	if constant {
		return append(to, first)
	}
	return w.encoder.EncodeAll(block, to)
}

func (w *writer) put(block int, packed []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, err := w.temporary.Write(packed); err != nil {
		return err
	}
	w.directory[block] = uint64(w.end)<<24 | uint64(len(packed))
	w.end += int64(len(packed))
	return nil
}

// finish writes the directory and puts the file in its place.
func (w *writer) finish() error {
	b := make([]byte, 0, 8*len(w.directory))
	for _, d := range w.directory {
		b = binary.LittleEndian.AppendUint64(b, d)
	}
	if _, err := w.temporary.Write(b); err != nil {
		return err
	}
	at := binary.LittleEndian.AppendUint64(nil, uint64(w.end))
	if _, err := w.temporary.WriteAt(at, int64(headerSize-8)); err != nil {
		return err
	}
	if err := w.temporary.Chmod(0o644); err != nil {
		return err
	}
	if err := w.temporary.Close(); err != nil {
		return err
	}
	return os.Rename(w.temporary.Name(), w.file)
}

// discard removes what is unfinished; after finish there is nothing.
func (w *writer) discard() {
	w.temporary.Close()
	os.Remove(w.temporary.Name())
}

// readDirectory checks a file and returns how many units it covers and its
// directory.
func readDirectory(data []byte) (units int, directory []uint64, err error) {
	if len(data) < headerSize || string(data[:len(magic)]) != magic {
		return 0, nil, errors.New("no endgame table of Tricolor")
	}
	number := data[len(magic):]
	if v := binary.LittleEndian.Uint32(number); v != version {
		return 0, nil, fmt.Errorf("an endgame table of version %d: want %d", v, version)
	}
	n := binary.LittleEndian.Uint32(number[4:])
	if n < 2 || n > MaxUnits {
		return 0, nil, fmt.Errorf("an endgame table of %d units: want 2 to %d", n, MaxUnits)
	}
	_, blocks := firstBlocks(int(n))
	start, length := binary.LittleEndian.Uint64(number[8:]), uint64(len(data))
	if start < uint64(headerSize) || start > length || length-start != uint64(8*blocks) {
		return 0, nil, fmt.Errorf("an endgame table of %d bytes with a directory of %d blocks at %d: it is cut off or damaged", length, blocks, start)
	}
	directory = make([]uint64, blocks)
	for i := range directory {
		d := binary.LittleEndian.Uint64(data[start+uint64(8*i):])
		if at, n := d>>24, d&(1<<24-1); n == 0 || at < uint64(headerSize) || at+n > start {
			return 0, nil, fmt.Errorf("block %d of an endgame table is at %d, %d bytes long: it is damaged", i, at, n)
		}
		directory[i] = d
	}
	return int(n), directory, nil
}
