package search

import (
	"fmt"
	"strings"
)

// Features is a set of switchable features. A bit that is set in
// Config.Without turns its feature off; an ablation is a flag.
type Features uint64

// The features of alpha-beta, in the order of the steps where they act, and those
// of MCTS. The README of this folder says what each is worth.
const (
	FeatureCutoffs Features = 1 << iota
	FeatureTable
	FeatureAspiration
	FeatureScout
	FeatureQuiescence
	FeatureReverseFutility
	FeatureNullMove
	FeatureHints
	FeatureKillers
	FeatureHistory
	FeatureCountermove
	FeatureLateMovePruning
	FeatureFutility
	FeatureLateMoveReductions
	FeatureWithinTurns // late actions of a turn's later decisions are pruned and reduced too
	FeatureForcedExtension
	FeatureSingleReply
	FeatureStar1
	FeatureStar2
	FeatureSymmetry
	FeatureSelective
	FeatureBroadRoot  // the root looks at more than the game's declared subset
	FeatureFading     // advantages fade where quiet actions are about to end the game
	FeatureContempt   // a draw is a little less than nothing
	FeatureSoftChoice // max^n expects good actions, not only the best

	FeaturePriors    // the order of actions says which are visited first
	FeatureLeafPrior // what a leaf's search found best has the highest prior
	FeatureFirstPlay // an action never visited is expected to give about as much as its parent
	FeatureSolver    // proven wins and losses are backed up
	FeatureWidening  // of a long list the first actions come in first
	FeatureGroup     // what the declared subset leaves out comes in before that is lost
	FeatureReuse     // the tree is kept from action to action
	featureEnd
)

var featureNames = []string{
	"cutoffs", "table", "aspiration", "scout", "quiescence", "reverse-futility",
	"null-move", "hints", "killers", "history", "countermove",
	"late-move-pruning", "futility", "late-move-reductions",
	"within-turns", "forced-extension", "single-reply", "star1", "star2", "symmetry", "selective", "broad-root", "fading", "contempt", "soft-choice",
	"priors", "leaf-prior", "first-play", "solver", "widening", "group", "reuse",
}

// AllFeatures turns everything off, and cutoffs too: what is left is plain minimax
// (expectiminimax with dice), which searches every action to the same depth.
const AllFeatures = featureEnd - 1

// ExactFeatures are those that change how much work a search is but not its
// value: without all others the value is still that of minimax.
const ExactFeatures = FeatureCutoffs | FeatureAspiration | FeatureScout | FeatureHints | FeatureKillers | FeatureHistory |
	FeatureCountermove | FeatureStar1 | FeatureStar2 | FeatureSymmetry

// FeatureNames returns the names of all features in order.
func FeatureNames() []string { return append([]string(nil), featureNames...) }

// TreeFeatures are those of MCTS alone; MCTS also has those of alpha-beta that its
// leaf searches use.
const TreeFeatures = FeaturePriors | FeatureLeafPrior | FeatureFirstPlay | FeatureSolver |
	FeatureWidening | FeatureGroup | FeatureReuse

// ParseFeatures reads a comma-separated list of feature names; "all" means every
// feature and an empty text none.
func ParseFeatures(text string) (Features, error) {
	var f Features
	for _, name := range strings.Split(text, ",") {
		name = strings.TrimSpace(name)
		switch {
		case name == "":
			continue
		case name == "all":
			f |= AllFeatures
			continue
		}
		bit := Features(0)
		for i, n := range featureNames {
			if n == name {
				bit = 1 << i
			}
		}
		if bit == 0 {
			return 0, fmt.Errorf("search feature %q is unknown: want a list of %s", name, strings.Join(featureNames, ", "))
		}
		f |= bit
	}
	return f, nil
}

// String writes f as ParseFeatures reads it.
func (f Features) String() string {
	var names []string
	for i, n := range featureNames {
		if f&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}
