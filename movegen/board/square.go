// Package board holds the geometry that games on rectangular boards share: how
// squares are named, and how far an animal slides along a line.
package board

// AppendSquare appends the name of a square, a file letter and a rank number
// such as "j10". File and rank count from 0 and are at most 25 and 98.
func AppendSquare(b []byte, file, rank int) []byte {
	b = append(b, 'a'+byte(file))
	if rank++; rank >= 10 {
		b = append(b, '0'+byte(rank/10))
	}
	return append(b, '0'+byte(rank%10))
}

// CutSquare reads a square's name at the front of s, for a board of the given
// size, and returns what follows it. It says whether there was one: a rank with
// a leading zero or beyond the board is none.
func CutSquare(s string, files, ranks int) (file, rank int, rest string, ok bool) {
	if len(s) < 2 || s[0] < 'a' || int(s[0]-'a') >= files || s[1] == '0' {
		return 0, 0, s, false
	}
	n, i := 0, 1
	for ; i < len(s) && i < 3 && '0' <= s[i] && s[i] <= '9'; i++ {
		n = n*10 + int(s[i]-'0')
	}
	if n < 1 || n > ranks {
		return 0, 0, s, false
	}
	return int(s[0] - 'a'), n - 1, s[i:], true
}
