package main

import "math"

// logit is the model: on a scale where results follow the logistic distribution,
// a win is more than zone above zero and a loss more than zone below,
//
//	P(win) = F(bias + slope·x - zone)    P(loss) = F(-bias - slope·x - zone)
//
// with F(u) = 1 / (1 + e^-u), which is the ordered logit of three results.
// Without a zone it is a logistic regression of shares.
type logit struct{ bias, slope, zone float64 }

// parameters counts what is fitted.
const parameters = 3

// free says which parameters are fitted; the others stay as they are.
type free [parameters]bool

// point is an observation: a score, and the weights of its results.
type point struct{ x, win, draw, loss float64 }

func sigmoid(u float64) float64 { return 1 / (1 + math.Exp(-u)) }

// chances are those of the three results.
func (m logit) chances(x float64) (win, draw, loss float64) {
	u := m.bias + m.slope*x
	win, loss = sigmoid(u-m.zone), sigmoid(-u-m.zone)
	return win, max(0, 1-win-loss), loss
}

// deviance is how unlikely the points are: minus the logarithm.
func (m logit) deviance(points []point) float64 {
	sum := 0.0
	for _, p := range points {
		win, draw, loss := m.chances(p.x)
		for _, r := range [...][2]float64{{p.win, win}, {p.draw, draw}, {p.loss, loss}} {
			if r[0] > 0 {
				sum -= r[0] * math.Log(max(r[1], math.SmallestNonzeroFloat64))
			}
		}
	}
	return sum
}

// slopes are the gradient of the logarithm of the likelihood, and minus its
// second derivatives.
func (m logit) slopes(points []point) (gradient [parameters]float64, curve [parameters][parameters]float64) {
	for _, p := range points {
		win, draw, loss := m.chances(p.x)
		densityWin, densityLoss := win*(1-win), loss*(1-loss)
		// First and second derivatives by a = u - zone and b = -u - zone.
		var da, db, aa, bb, ab float64
		da, aa = p.win*(1-win), p.win*densityWin
		db, bb = p.loss*(1-loss), p.loss*densityLoss
		if p.draw > 0 && draw > 0 {
			ra, rb := densityWin/draw, densityLoss/draw
			da -= p.draw * ra
			db -= p.draw * rb
			aa += p.draw * (ra*(1-2*win) + ra*ra)
			bb += p.draw * (rb*(1-2*loss) + rb*rb)
			ab = p.draw * ra * rb
		}
		a, b := [parameters]float64{1, p.x, -1}, [parameters]float64{-1, -p.x, -1}
		for i := range parameters {
			gradient[i] += da*a[i] + db*b[i]
			for j := range parameters {
				curve[i][j] += aa*a[i]*a[j] + bb*b[i]*b[j] + ab*(a[i]*b[j]+b[i]*a[j])
			}
		}
	}
	return gradient, curve
}

// fit moves the free parameters of m to where the points are most likely, by
// Newton's method with halved steps. The likelihood has one maximum.
func (m logit) fit(points []point, f free) logit {
	worth := m.deviance(points)
	for range 50 {
		gradient, curve := m.slopes(points)
		step := solve(curve, gradient, f)
		next, better := m, false
		for scale := 1.0; scale > 1e-6; scale /= 2 {
			next = logit{m.bias + scale*step[0], m.slope + scale*step[1], m.zone + scale*step[2]}
			if d := next.deviance(points); next.zone >= 0 && d < worth {
				better = worth-d > 1e-9*(1+worth)
				worth, m = d, next
				break
			}
		}
		if !better {
			return m
		}
	}
	return m
}

// solve solves the equations of the free parameters, by elimination; the others
// get 0. The matrix is positive definite unless the points are all alike.
func solve(a [parameters][parameters]float64, b [parameters]float64, f free) (x [parameters]float64) {
	for i := range parameters {
		if !f[i] {
			a[i], b[i] = [parameters]float64{}, 0
			for j := range parameters {
				a[j][i] = 0
			}
			a[i][i] = 1
		}
		a[i][i] += 1e-12
	}
	for i := range parameters {
		for j := i + 1; j < parameters; j++ {
			r := a[j][i] / a[i][i]
			for k := i; k < parameters; k++ {
				a[j][k] -= r * a[i][k]
			}
			b[j] -= r * b[i]
		}
	}
	for i := parameters - 1; i >= 0; i-- {
		x[i] = b[i]
		for k := i + 1; k < parameters; k++ {
			x[i] -= a[i][k] * x[k]
		}
		x[i] /= a[i][i]
	}
	return x
}
