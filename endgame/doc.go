// Package endgame solves Tricolor for two seats where few units are left: which
// side wins, or whether nobody does, and after how many plies.
//
// [Solve] finds the values of all positions of up to a number of units, backward
// from the ends of games, and writes them to a file; [Open] opens the file and a
// [Table] answers. kind.go says which units are alike, layout.go how positions
// become numbers, solve.go how values are found, file.go what a file looks like.
//
// The rules are those without options: free merges and the usual colours. Two
// rules that end games are left out of the analysis. Repetition does not matter:
// whoever wins comes nearer to the end with every move, so that no position comes
// again. The limit of quiet moves can only make a win a draw; [Table.Probe] is
// silent about wins that could come too late for it, which none does right after
// an attack or a merge, since the longest takes fewer plies than the limit has.
package endgame
