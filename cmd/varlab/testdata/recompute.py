"""Recomputes the figures of a report from the games alone.

    python3 recompute.py GAMES.csv REPORT.json

GAMES.csv is what `varlab export --format csv` writes; of REPORT.json come the claims, as
their study states them, and the figures to compare. It follows docs/statistics.md and shares
nothing with varlab: beta and t distributions are its own. Games that are open, and lengths,
are left to others.
"""

import csv, json, math, sys
from collections import defaultdict
from statistics import NormalDist

# Between trainings, of a share under one rule set, and in a difference between two with the
# same weights: docs/statistics.md.
OWN, SHARED = 0.0072, 0.0115
NORMAL = NormalDist()


def beta_cdf(x, a, b):
    """The regularised incomplete beta function, by Lentz's continued fraction."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    f = d
    for m in range(1, 3000):
        for top in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d, c = 1 / (1 + top * d), 1 + top / c
            f *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * f


def solve(f, low, high):
    """Where a rising f passes 0."""
    for _ in range(60):
        mid = (low + high) / 2
        low, high = (mid, high) if f(mid) < 0 else (low, mid)
    return (low + high) / 2


def tail(z, df):
    return NORMAL.cdf(-z) if not df else beta_cdf(df / (df + z * z), df / 2, 0.5) / 2


def quantile(level, df):
    return solve(lambda z: (1 - level) / 2 - tail(z, df), 0, 1000)


def clopper_pearson(share, n, a):
    k = share * n
    low = solve(lambda x: beta_cdf(x, k, n - k + 1) - a, 0, 1) if k > 1e-9 else 0.0
    high = solve(lambda x: beta_cdf(x, k + 1, n - k) - (1 - a), 0, 1) if n - k > 1e-9 else 1.0
    return low, high


def effective_clusters(shares):
    return sum(w * w for w in shares) ** 2 / sum(w**4 for w in shares)


class Sample:
    """Rule sets that share their openings, by opening (sum, games), each with a weight."""

    def __init__(self, sets, weights, rates):
        openings = sorted(set().union(*sets))
        games = [sum(n for _, n in s.values()) for s in sets]
        means = [sum(x for x, _ in s.values()) / n for s, n in zip(sets, games)]
        self.value = sum(w * m for w, m in zip(weights, means))
        c = len(openings)
        residuals = [sum(w * (s[o][0] - m * s[o][1]) / n for s, w, m, n in zip(sets, weights, means, games) if o in s) for o in openings]
        self.variance = sum(r * r for r in residuals) * c / (c - 1)
        shares = [sum(s[o][1] / n for s, n in zip(sets, games) if o in s) / len(sets) for o in openings]
        self.df = min(min(len(s) for s in sets) - 1, max(1, int(effective_clusters(shares) + 1e-9) - 1))
        if rates and len(sets) == 1:
            self.variance = max(self.variance, self.pooled(sets[0], games[0]))
        if not rates:
            return
        moved = sum(h * abs(sum(w * s[o][0] / s[o][1] for s, w in zip(sets, weights))) for o, h in zip(openings, shares))
        moved = max(moved, abs(self.value)) if len(sets) > 1 else abs(self.value)
        self.plus, self.minus = (moved + self.value) / 2, (moved - self.value) / 2
        spread = moved - self.value**2
        sums = [sum(x for x, _ in s.values()) for s in sets]
        size = sum(n * n for s in sets for _, n in s.values()) / sum(games)  # of an opening, on average over games
        rare = max(1, sum(min(x, n - x) for x, n in zip(sums, games)))
        self.variance = max(self.variance, spread * (1 + 2 * max(0, size - 2) / rare) * len(sets) / sum(games))
        self.n = min(spread / self.variance, max(games))
        if len({n for s in sets for _, n in s.values()}) == 1 and all(x in (0, n) for s in sets for x, n in s.values()):
            self.n, self.df = c, 0  # one trial an opening

    @staticmethod
    def pooled(s, n):
        rates = [x / m for x, m in s.values()]
        c, mean, inverse = len(rates), sum(rates) / len(rates), sum(1 / m for _, m in s.values()) / len(s)
        squares = sum((m / n) ** 2 for _, m in s.values())
        within = sum(x * (1 - x / m) for x, m in s.values()) / max(1, n - c)
        between = sum((r - mean) ** 2 for r in rates) / (c - 1)
        return squares * (between - within * inverse) + within / n

    def limits(self, z):
        a, r = NORMAL.cdf(-z), 0.0
        (pl, ph), (ml, mh) = clopper_pearson(self.plus, self.n, a), clopper_pearson(self.minus, self.n, a)
        if self.alone:
            return pl, ph
        if self.plus * self.minus > 1e-15:
            r = math.sqrt(self.plus * self.minus / (1 - self.plus) / (1 - self.minus))
        reach = lambda x, y: math.sqrt(x * x + y * y + 2 * r * x * y)
        return self.value - reach(self.plus - pl, mh - self.minus), self.value + reach(ph - self.plus, self.minus - ml)


def claim(h, cells, trainings, shared):
    """Difference, limits and p of a claim: one that is not of lengths."""
    rates, value = h["metric"] != "first-score", h.get("value", 0)
    sets = [cells[s, h["metric"]] for s in (h["a"], h.get("b")) if s]
    if not rates:
        sets = [{o: (x - value * n, n) for o, (x, n) in s.items()} for s in sets]
    s = Sample(sets, [1, -1][: len(sets)], rates)
    s.alone = len(sets) == 1
    spread = SHARED**2 / 2 if shared and h.get("b") else OWN**2
    sd = math.sqrt(sum(spread / n for n in (trainings[x] for x in (h["a"], h.get("b")) if x) if n))
    estimate = s.value - value if rates else s.value

    def limits(z):
        low, high = ((x - value for x in s.limits(z)) if rates else (s.value - z * math.sqrt(s.variance), s.value + z * math.sqrt(s.variance)))
        return estimate - math.hypot(estimate - low, z * sd), estimate + math.hypot(high - estimate, z * sd)

    above = lambda x: tail(solve(lambda z: x - limits(z)[0], 0, 37), s.df) if estimate > x else 1
    below = lambda x: tail(solve(lambda z: limits(z)[1] - x, 0, 37), s.df) if estimate < x else 1
    margin = h.get("margin", 0)
    p = min(1, 2 * above(margin), 2 * below(-margin))
    if "no_worse" in h:
        m, less = h["no_worse"], h["direction"] == "less"
        p = min(below(m) if less else above(-m), min(1, 2 * (above(m) if less else below(-m))))
    elif margin:
        p = min(max(above(-margin), below(margin)), p)
    low, high = limits(quantile(0.95, s.df))
    return estimate, max(-1, low), min(1, high), p


def holm(ps):
    worst, out = 0, [0] * len(ps)
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        out[i] = worst = max(worst, min(1, ps[i] * (len(ps) - rank)))
    return out


def main(games, report):
    cells, trainings, report = defaultdict(lambda: defaultdict(lambda: (0, 0))), defaultdict(set), json.load(open(report))
    for g in csv.DictReader(open(games)):
        result = g["value"] if g["result"] == "horizon" else g["result"]
        assert result in ("first", "second", "draw"), "an open, void or forfeited game"
        score = {"first": 1, "second": 0, "draw": 0.5}[result]
        for metric, x in ("decisive", result != "draw"), ("drawn", result == "draw"), ("first-score", score):
            s, n = cells[g["rules"], metric][g["opening"]]
            cells[g["rules"], metric][g["opening"]] = s + x, n + 1
        if g["training"] != "0":
            trainings[g["rules"]].add(g["training"])
    trainings = defaultdict(int, {k: len(v) for k, v in trainings.items()})
    checked = 0

    def compare(what, found, want):
        nonlocal checked
        checked += 1
        if abs(found - want) > 2e-5 + 2e-3 * abs(want) * what.endswith("p"):
            sys.exit(f"{what}: {found} here, {want} in the report")

    for r in report["rule_sets"]:
        for metric in "decisive", "drawn":
            s = cells[r["id"], metric]
            k, n = sum(x for x, _ in s.values()), sum(m for _, m in s.values())
            p, clustered = k / n, len(s) < n
            deff, df = 1.0, 0
            if clustered and 0 < k < n:
                q = Sample([s], [1], True)
                deff, df = q.variance / (p * (1 - p) / n), int(effective_clusters([m / n for _, m in s.values()]) + 1e-9) - 1
            elif clustered:
                deff, df = n / len(s), len(s) - 1
            z, e = quantile(0.95, df), n / max(1, deff)
            mid, half = (2 * e * p + z * z) / 2 / (e + z * z), z * math.sqrt(z * z + 4 * e * p * (1 - p)) / 2 / (e + z * z)
            for key, x in ("value", p), ("design_effect", deff), ("low", max(0, mid - half)), ("high", min(1, mid + half)):
                compare(f"{r['id']}: {metric}: {key}", x, r[metric][key])
    found = [claim(h, cells, trainings, report["study"]["weights"] == "base") for h in report["hypotheses"]]
    for h, x in zip(report["hypotheses"], found):
        for key, y in zip(("difference", "low", "high", "p"), x):
            compare(f"{h['id']}: {key}", y, h[key])
    for key, of in ("p_adjusted", lambda h: h["family"]), ("p_all", lambda h: ""):
        for family in {of(h) for h in report["hypotheses"]}:
            hs = [(h, x[3]) for h, x in zip(report["hypotheses"], found) if of(h) == family]
            for (h, _), p in zip(hs, holm([p for _, p in hs])):
                compare(f"{h['id']}: {key} p", p, h[key])
    print(f"{checked} figures agree")


main(*sys.argv[1:])
