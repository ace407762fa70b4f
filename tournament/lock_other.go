//go:build !unix

package tournament

import "os"

// lock does nothing where there are no advisory locks.
func lock(*os.File) error { return nil }
