package stats

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Row is K of N trials of one cluster under one setting of the covariates. X
// begins with 1 where the model has a constant.
type Row struct {
	X       []float64
	K, N    int
	Cluster int
}

// A Logistic is a fitted regression of log odds on covariates.
type Logistic struct {
	// Coefficients are log odds, or log odds ratios, one for each place of X.
	Coefficients []float64
	Clusters, DF int           // as in Estimate
	covariance   *mat.SymDense // cluster-robust
}

// ErrSeparated says that some setting of the covariates has only hits or only
// misses, so that no finite odds fit best (Albert and Anderson 1984, Biometrika
// 71, pp. 1-10).
var ErrSeparated = errors.New("some setting has only hits or only misses: the odds have no finite estimate")

var ErrCollinear = errors.New("a covariate follows from the others")

// Regress fits log odds = X β by maximum likelihood, with Newton's method
// (McCullagh and Nelder 1989, Generalized Linear Models, 2nd ed., section 4.4).
// The covariance is the sandwich over clusters with the factor C/(C-1) (Liang and
// Zeger 1986, Biometrika 73, p. 15; the factor as in Paired).
func Regress(rows []Row) (*Logistic, error) {
	if len(rows) == 0 {
		return nil, errors.New("no trials")
	}
	n := len(rows[0].X)
	beta := mat.NewVecDense(n, nil)
	information := mat.NewSymDense(n, nil)
	score := mat.NewVecDense(n, nil)
	l := &Logistic{Coefficients: beta.RawVector().Data}
	var chol mat.Cholesky
	converged := false
	for range 60 {
		information.Zero()
		score.Zero()
		for _, r := range rows {
			eta := dot(r.X, l.Coefficients)
			if math.Abs(eta) > 25 {
				return nil, ErrSeparated
			}
			p := 1 / (1 + math.Exp(-eta))
			x := mat.NewVecDense(n, r.X)
			information.SymRankOne(information, float64(r.N)*p*(1-p), x)
			score.AddScaledVec(score, float64(r.K)-float64(r.N)*p, x)
		}
		if !chol.Factorize(information) || chol.Cond() > 1e13 {
			return nil, ErrCollinear
		}
		var step mat.VecDense
		if err := chol.SolveVecTo(&step, score); err != nil {
			return nil, ErrCollinear
		}
		beta.AddVec(beta, &step)
		if mat.Norm(&step, math.Inf(1)) < 1e-11 {
			converged = true
			break
		}
	}
	if !converged {
		return nil, ErrSeparated
	}
	clusters := map[int]*mat.VecDense{}
	var scores []*mat.VecDense // not in the order of the map: sums depend on it
	for _, r := range rows {
		if r.N == 0 {
			continue
		}
		s := clusters[r.Cluster]
		if s == nil {
			s = mat.NewVecDense(n, nil)
			clusters[r.Cluster], scores = s, append(scores, s)
		}
		p := 1 / (1 + math.Exp(-dot(r.X, l.Coefficients)))
		s.AddScaledVec(s, float64(r.K)-float64(r.N)*p, mat.NewVecDense(n, r.X))
	}
	l.Clusters = len(scores)
	if l.Clusters <= n {
		return nil, fmt.Errorf("%d clusters (want more than the %d coefficients)", l.Clusters, n)
	}
	l.DF = l.Clusters - 1
	meat := mat.NewSymDense(n, nil)
	for _, s := range scores {
		meat.SymRankOne(meat, 1, s)
	}
	meat.ScaleSym(float64(l.Clusters)/float64(l.Clusters-1), meat)
	var inverse mat.SymDense
	if err := chol.InverseTo(&inverse); err != nil {
		return nil, ErrCollinear
	}
	var half, full mat.Dense
	half.Mul(&inverse, meat)
	full.Mul(&half, &inverse)
	l.covariance = mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			l.covariance.SetSym(i, j, (full.At(i, j)+full.At(j, i))/2)
		}
	}
	return l, nil
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// Ratio is that of the coefficients at two places of X, with the interval of Fieller
// (1954), Journal of the Royal Statistical Society B 16, pp. 175-185: the ratios q
// for which b_i - q b_j does not differ from 0. It is the whole line where b_j
// itself does not.
func (l *Logistic) Ratio(i, j int, level float64) (float64, Interval) {
	a, b := l.Coefficients[i], l.Coefficients[j]
	z := critical(level, l.DF)
	vaa, vab, vbb := l.covariance.At(i, i), l.covariance.At(i, j), l.covariance.At(j, j)
	// (a - q b)² <= z² (vaa - 2 q vab + q² vbb), a quadratic in q.
	p, q, r := b*b-z*z*vbb, a*b-z*z*vab, a*a-z*z*vaa
	if p <= 0 {
		return a / b, Interval{math.Inf(-1), math.Inf(1)}
	}
	root := math.Sqrt(math.Max(0, q*q-p*r))
	return a / b, Interval{(q - root) / p, (q + root) / p}
}
