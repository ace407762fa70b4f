package search

import "tetrarch/game"

// child returns the value, for a camp, of the position just entered, searched to
// a depth in the window that is given from that camp's view. The value is
// negated and the window flipped only if the other camp acts there.
func (w *worker) child(c camp, alpha, beta game.Score, depth, ply int) game.Score {
	if !w.on(FeatureCutoffs) {
		alpha, beta = -Infinite, Infinite
	}
	switch {
	case w.st.Over:
		w.count()
		w.pvLen[ply] = 0
		w.selDepth = max(w.selDepth, ply)
		return w.from(c, w.ended(ply))
	case w.st.Player == game.Chance:
		if w.camp() != c {
			return -w.roll(-beta, -alpha, depth, ply)
		}
		return w.roll(alpha, beta, depth, ply)
	case w.camp() != c:
		return -w.node(-beta, -alpha, depth, ply)
	}
	return w.node(alpha, beta, depth, ply)
}

// node searches a position in which a player acts and returns its value from
// the view of that player's camp: exact within the window, else a bound.
func (w *worker) node(alpha, beta game.Score, depth, ply int) game.Score {
	// Step 1. What is known for certain, then leaves.
	if w.oracle != nil {
		if v, ok := w.consult(ply); ok {
			return v
		}
	}
	if depth <= 0 {
		return w.quiesce(alpha, beta, ply, 0)
	}
	w.count()
	w.pvLen[ply] = 0
	if w.halted() {
		return 0
	}
	us := w.camp()
	if w.repeated() {
		return w.from(us, w.draw)
	}
	if ply >= MaxPly {
		return w.evaluate()
	}
	w.selDepth = max(w.selDepth, ply)
	f := &w.stack[ply]
	f.static = unknown
	pv := beta-alpha > 1
	st := w.st
	f.camp = us

	// Step 2. Mate distance: no win below can be nearer than the next action. It
	// never changes the root's value, and so has no switch.
	alpha = max(alpha, game.Score(ply)-Mate)
	beta = min(beta, Mate-game.Score(ply+1))
	if alpha >= beta {
		return alpha
	}
	alpha0 := alpha

	// Step 3. Transposition table.
	var tableMove game.Move
	key := st.Key ^ w.salt
	if w.on(FeatureTable) {
		if h, ok := w.table.probe(key, ply); ok {
			if !pv && h.depth >= depth && (h.bound == Exact ||
				h.bound == Lower && h.score >= beta || h.bound == Upper && h.score <= alpha) {
				return h.score
			}
			if h.move != game.NoMove && w.pos.Legal(h.move) {
				tableMove = h.move
			}
		}
	}

	// Step 4. Static evaluation; is it better than at this side's last action?
	quiet := !st.Forced && (!st.Midturn || w.on(FeatureWithinTurns))
	improving := false
	if quiet {
		f.static = w.evaluate()
		if ply >= 2 {
			before := &w.stack[ply-2]
			improving = before.camp == us && before.static != unknown && f.static > before.static
		}
	}

	if quiet && !pv && abs(beta) < game.MaxEval {
		// Step 5. Reverse futility: so far above beta that a few plies will not
		// change it.
		if w.on(FeatureReverseFutility) && depth <= reverseDepth && f.static-w.margin(depth, improving) >= beta {
			return f.static
		}
		// Step 6. Null move: if doing nothing is good enough, so is the best
		// action. Off where the rules force something or passing is unsound.
		if w.passer != nil && !st.Midturn && depth >= 3 && f.static >= beta &&
			w.stack[ply-1].move != game.NoMove && w.passer.CanPass() {
			if v, ok := w.passOn(f, beta, depth, ply); ok {
				return v
			}
		}
	}

	// Step 7. The actions: the table's first, then the rest in order.
	best, bestMove := -Infinite, game.NoMove
	f.tried = f.tried[:0]
	searched, at, generated := 0, 0, false
	spent, bound := w.reply.spent, false
	if w.reply.on && us != w.campOf[w.us] {
		if generated, bound = true, w.answer(f, ply); bound {
			tableMove = game.NoMove
		}
	}
	for {
		var m game.Move
		var order int32
		if searched == 0 && tableMove != game.NoMove {
			m, order = tableMove, 1<<30
		} else {
			if !generated {
				w.generate(f)
				w.rank(f, ply)
				generated = true
			}
			if at == len(f.list.Moves) {
				// A subset in which everything loses proves nothing: go on with
				// the rest.
				if bound || best >= -game.MaxEval || !w.widen(f, ply) {
					break
				}
				at = 0
			}
			e := pick(&f.list, at)
			m, order = e.Move, e.Order
			at++
			if m == tableMove {
				continue
			}
		}

		// Step 8. Pruning of late actions that look quiet.
		if !pv && quiet && best > -game.MaxEval && order < quietOrder {
			if w.on(FeatureLateMovePruning) && depth <= lateDepth && searched >= w.lateMoves(depth, improving) {
				break
			}
			if w.on(FeatureFutility) && depth <= futilityDepth && f.static+w.centi(w.tuning.FutilityBase+w.tuning.FutilityStep*depth) <= alpha {
				break
			}
		}

		// Step 9. Extensions: a forced answer costs no depth.
		next := depth - 1
		if st.Forced && w.on(FeatureForcedExtension) && ply < 2*w.rootDepth {
			next++
		} else if generated && len(f.list.Moves) == 1 && w.on(FeatureSingleReply) && ply < 2*w.rootDepth {
			next++
		}

		// Step 10. Search it: late ones less deep and in a null window, again
		// at full depth and width if they turn out well.
		player := st.Player
		w.enter(f, m)
		if w.reply.on {
			w.spend(f, player, m)
		}
		var v game.Score
		switch {
		case searched == 0 || !w.on(FeatureScout):
			v = w.child(us, alpha, beta, next, ply+1)
		default:
			r := 0
			if w.on(FeatureLateMoveReductions) && depth >= 3 && searched >= 2 && quiet {
				r = w.reduction(depth, searched)
				if pv {
					r--
				}
				if !improving {
					r++
				}
				if w.st.Forced {
					r--
				}
				r -= int(order) / reductionOrder
				r = min(max(r, 0), next-1)
			}
			v = w.child(us, alpha, alpha+1, next-r, ply+1)
			if v > alpha && r > 0 {
				v = w.child(us, alpha, alpha+1, next, ply+1)
			}
			if v > alpha && v < beta {
				v = w.child(us, alpha, beta, next, ply+1)
			}
		}
		w.leave()
		if w.reply.on {
			w.due(spent)
		}
		if w.halted() {
			return 0
		}
		searched++

		// Step 11. A new best?
		if v > best {
			best = v
			if v > alpha {
				bestMove = m
				if pv {
					w.setPV(ply, m)
				}
				if v >= beta {
					w.reward(f, m, depth, ply)
					break
				}
				alpha = v
			}
		}
		if len(f.tried) < maxTried || w.selector != nil {
			f.tried = append(f.tried, m)
		}
	}

	// Step 12. Remember.
	if w.on(FeatureTable) {
		w.table.store(key, bestMove, best, depth, ply, boundOf(best, alpha0, beta))
	}
	return best
}

// Numbers of the steps that all games share, in plies, actions and units of
// order; [Tuning] holds the others.
const (
	reverseDepth   = 6
	futilityDepth  = 4
	lateDepth      = 4
	quietOrder     = 16000
	reductionOrder = 16000
	maxTried       = 64
)

// unknown stands for a static evaluation that was not made.
const unknown = -Infinite

func (w *worker) margin(depth int, improving bool) game.Score {
	if improving {
		depth--
	}
	return w.centi(w.tuning.ReverseStep * depth)
}

// lateMoves is how many actions late move pruning leaves at a depth.
func (w *worker) lateMoves(depth int, improving bool) int {
	n := w.tuning.LateBase + w.tuning.LateStep*depth*depth/10
	if !improving {
		n = n * 2 / 3
	}
	return n
}

// reduction is by how many plies the n-th action at a depth is searched less.
func (w *worker) reduction(depth, n int) int {
	return int(0.4 + logTable[min(depth, 255)]*logTable[min(n, 255)]*float64(w.tuning.Reduction)/210)
}

// passOn gives the turn away and searches less deep; ok says that the value is
// good enough to return.
func (w *worker) passOn(f *frame, beta game.Score, depth, ply int) (game.Score, bool) {
	us := w.camp()
	r := 3 + depth/4 + min(int((f.static-beta)/max(1, w.centi(w.tuning.NullStep))), 2)
	f.move, f.index = game.NoMove, -1
	w.passer.MakePass()
	prefetch(w.table, w.st.Key^w.salt)
	w.keys = append(w.keys, w.st.Key)
	w.mark(w.st.Key, 1)
	v := w.child(us, beta-1, beta, depth-r, ply+1)
	w.mark(w.st.Key, -1)
	w.keys = w.keys[:len(w.keys)-1]
	w.passer.UnmakePass()
	if w.halted() {
		return 0, true
	}
	if v < beta {
		return 0, false
	}
	return min(v, game.MaxEval), true
}

// generate fills a frame's list: everything, or the subset that the game
// declares where its lists are huge.
func (w *worker) generate(f *frame) {
	f.list.Reset()
	if w.selector != nil {
		w.selector.GenerateSelective(&f.list)
		return
	}
	w.pos.Generate(&f.list)
}

// widen replaces a frame's list by the actions that its game's declared subset
// left out and that were not tried yet; it says whether there are any.
func (w *worker) widen(f *frame, ply int) bool {
	if w.selector == nil {
		return false
	}
	f.list.Reset()
	w.pos.Generate(&f.list)
	rest := f.list.Moves[:0]
	for _, e := range f.list.Moves {
		if !contains(f.tried, e.Move) {
			rest = append(rest, e)
		}
	}
	f.list.Moves = rest
	w.rank(f, ply)
	return len(rest) > 0
}

// quiesce returns a value of a position at the horizon: the evaluation, made
// sure of by what is forcing. With that feature off it is the evaluation alone.
func (w *worker) quiesce(alpha, beta game.Score, ply, qply int) game.Score {
	w.count()
	w.pvLen[ply] = 0
	if w.halted() {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)
	us := w.camp()
	if qply == 0 && w.repeated() {
		return w.from(us, w.draw)
	}
	if w.tactical == nil || qply >= w.tuning.QuiescePlies || ply >= MaxPly {
		return w.evaluate()
	}
	key := w.st.Key ^ w.salt
	best, alpha0 := -Infinite, alpha
	if w.on(FeatureTable) {
		if h, ok := w.table.probe(key, ply); ok && beta-alpha == 1 && (h.bound == Exact ||
			h.bound == Lower && h.score >= beta || h.bound == Upper && h.score <= alpha) {
			return h.score
		}
	}
	if !w.st.Forced || qply > 0 {
		best = w.evaluate()
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	f := &w.stack[ply]
	f.list.Reset()
	w.tactical.GenerateTactical(&f.list)
	if len(f.list.Moves) == 0 {
		if best == -Infinite {
			best = w.evaluate()
		}
		return best
	}
	w.rank(f, ply)
	bestMove := game.NoMove
	for i := range f.list.Moves {
		m := pick(&f.list, i).Move
		w.enter(f, m)
		var v game.Score
		switch {
		case w.st.Over || w.st.Player == game.Chance:
			v = w.child(us, alpha, beta, 0, ply+1)
		case w.camp() != us:
			v = -w.quiesce(-beta, -alpha, ply+1, qply+1)
		default:
			v = w.quiesce(alpha, beta, ply+1, qply+1)
		}
		w.leave()
		if w.halted() {
			return 0
		}
		if v > best {
			best = v
			if v > alpha {
				alpha, bestMove = v, m
				if v >= beta {
					break
				}
			}
		}
	}
	if w.on(FeatureTable) && qply == 0 {
		w.table.store(key, bestMove, best, 0, ply, boundOf(best, alpha0, beta))
	}
	return best
}
