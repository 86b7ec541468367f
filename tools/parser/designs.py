#!/usr/bin/env python3
"""Designs of the ranker of readings and of its confidence, learned from the same samples and
judged by the same development questions, as one table.

    designs.py --names NAMES --left-out PREFIX --labelled LABELLED SAMPLES

LABELLED is what label.mjs --wordings --out wrote, NAMES what --names did, SAMPLES what
parts.mjs made of LABELLED, PREFIX what parse_learn --left-out wrote of SAMPLES: every design
sees scores of weights that were learned without the set of the question. Development sets are
in none of them. Takes numpy, scipy, scikit-learn and xgboost (python3-sklearn and
python3-xgboost of Debian), and ten minutes of processor time.

Printed in per cent of the questions that have an answer, after what is lost by order and what by
confidence: `first`, the likeliest answer is
right; `25`, `40`, `50`, how many are right of the surest that are so many; `93`, `90`, `85`, the
most that are right where that share of what is answered is right. The last line of a design
is its difference to the first design, 5 and 95 % of 200 draws of sets.
"""

import argparse
import sys
import warnings

import numpy
import xgboost
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from design_facts import CONFIDENCE_KINDS, KINDS, Answers, LeftOut, Samples, finer, log_odds, read_names, softmax

VOTES = 6  # candidates whose rows are compared, as answer/parsed.c has it
SURE_LINE = 0.8
LINE = 0.6  # PARSED_CONFIDENCE of answer/parsed.h
LEAST_SETS = 3  # that have a term
RARE_SETS = 8
EVIDENCE = [i for i, kind in enumerate(KINDS) if kind not in ("result", "rules")]
TREES = {"objective": "binary:logistic", "eta": 0.05, "max_depth": 5, "min_child_weight": 20, "subsample": 0.6, "reg_lambda": 5, "tree_method": "hist", "nthread": 1, "base_score": 0.4}
ROUNDS = 250
SURE, PRECISE = (25, 40, 50), (93, 90, 85)
HEAD = ["first", *map(str, SURE), *map(str, PRECISE)]


class Outcome:
    """The answer of each question: is there one, is it right, how sure is it?"""

    def __init__(self, n):
        self.answered, self.right = numpy.zeros(n, bool), numpy.zeros(n, bool)
        self.sure, self.second, self.nothing = numpy.zeros((3, n))
        self.row = numpy.zeros(n, int)

    def with_sure(self, sure):
        other = Outcome(len(sure))
        other.answered, other.right, other.sure = self.answered, self.right, sure
        return other


def by_votes(samples, score):
    """As tools/parser/calibrate.c: candidates of equal rows are one answer."""
    out = Outcome(samples.n)
    for q in range(samples.n):
        a, z = samples.first[q], samples.first[q + 1]
        p = softmax(score[a:z])
        votes = {}
        for k in (numpy.argsort(-score[a + 1 : z], kind="stable") + 1)[:VOTES]:
            answer = samples.answer[a + k]
            if answer:
                before = votes.get(answer, (0, a + k))
                votes[answer] = (before[0] + p[k], before[1])
        best = sorted(votes.values(), key=lambda vote: -vote[0])
        out.nothing[q] = p[0]
        out.row[q] = a
        if best:
            out.answered[q] = True
            out.sure[q], out.row[q] = best[0]
            out.right[q] = samples.right[out.row[q]] > 0
            out.second[q] = best[1][0] if len(best) > 1 else 0
    return out


def likeliest(samples, answers, sure):
    """Of each question the answer that is likeliest to be right by `sure`."""
    out = Outcome(samples.n)
    order = numpy.lexsort((sure, answers.question))
    question = answers.question[order]
    last = order[numpy.append(question[1:] != question[:-1], True)]
    q = answers.question[last]
    out.answered[q], out.right[q], out.sure[q] = True, answers.right[last], sure[last]
    return out


def confidence_terms(samples, left_out, out):
    """As ask/parse/reading_confidence.c."""
    p = log_odds(out.sure)
    rivals = numpy.log(numpy.maximum(0.01, out.sure) / numpy.maximum(0.01, out.second))
    unread = numpy.minimum(samples.kinds[out.row, 0], 2)
    columns = [p, rivals, log_odds(out.nothing), *(p * (unread == i) for i in range(3))]
    for i in range(len(CONFIDENCE_KINDS)):
        kind = samples.kinds[out.row, i]
        columns += [kind == value for value in numpy.unique(kind)]
    columns += [*numpy.clip(left_out.evidence[out.row][:, EVIDENCE] / 3, -3, 3).T]
    columns += [*numpy.clip(left_out.count[out.row][:, EVIDENCE] / 4, 0, 3).T]
    return numpy.column_stack(columns).astype(float)


def logistic(samples, left_out, out):
    terms = confidence_terms(samples, left_out, out)
    known = samples.training & out.answered
    model = LogisticRegression(C=30, max_iter=2000).fit(terms[known], out.right[known])
    return out.with_sure(model.predict_proba(terms)[:, 1])


class Words:
    """Terms of questions and parts of candidates (label.mjs --wordings)."""

    def __init__(self, path, samples):
        self.terms, self.parts = [], []
        self.number = {}
        with open(path, encoding="utf-8", errors="replace") as file:
            of_question = False
            for line in file:
                if line.startswith("Q "):
                    of_question = True
                elif line.startswith("# "):
                    cells = [self.number.setdefault(cell, len(self.number)) for cell in line.rstrip("\n").split("\t")[1:] if cell]
                    if of_question:
                        self.terms.append(list(dict.fromkeys(cells)))
                    self.parts.append([] if of_question else cells)
                    of_question = False
        if len(self.terms) != samples.n or len(self.parts) != len(samples.right):
            sys.exit("designs.py: LABELLED has other questions than SAMPLES")
        self.count(samples)

    def count(self, samples):
        sets = {}
        for q in numpy.where(~samples.development)[0]:
            for term in self.terms[q]:
                sets.setdefault(term, set()).add(samples.set[q])
        self.sets = {term: len(names) for term, names in sets.items()}

    def facts(self):
        """Of each question: how many terms, how many that few sets have, or hardly any."""
        sets = [[self.sets.get(term, 0) for term in terms] for terms in self.terms]
        return [[len(n), sum(x < 2 for x in n), sum(x < RARE_SETS for x in n)] for n in sets]

    def known(self):
        return [[term for term in terms if self.sets.get(term, 0) >= LEAST_SETS] for terms in self.terms]

    def matrix(self):
        known = self.known()
        at = ([q for q, terms in enumerate(known) for _ in terms], [term for terms in known for term in terms])
        return sparse.csr_matrix((numpy.full(len(at[0]), 0.2), at), (len(known), len(self.number)))


def wording(samples, left_out, words, out):
    """What the terms of a question tell of whether its likeliest answer is right: beside what
    confidence is made of; of a training question as learned without its set."""
    terms = confidence_terms(samples, left_out, out)
    known = samples.training & out.answered
    terms = (terms - terms[known].mean(0)) / (terms[known].std(0) + 1e-6)
    matrix = words.matrix()
    both = sparse.hstack([sparse.csr_matrix(terms), matrix]).tocsr()
    part = left_out.part[1]
    tells = numpy.zeros(samples.n)
    sure = numpy.zeros(samples.n)
    for i in range(LeftOut.PARTS):
        mask = known & (part != i)
        model = LogisticRegression(C=1, max_iter=150).fit(both[mask], out.right[mask])
        one = matrix @ model.coef_[0][terms.shape[1] :]
        tells += numpy.where(samples.development, one / LeftOut.PARTS, numpy.where(part == i, one, 0))
        sure += model.predict_proba(both)[:, 1] / LeftOut.PARTS
    return tells, out.with_sure(sure)


def trees(facts, right, learned, columns):
    parameters = {**TREES, "colsample_bytree": columns}
    data = xgboost.DMatrix(facts[learned], right[learned].astype(float))
    return xgboost.train(parameters, data, ROUNDS).predict(xgboost.DMatrix(facts))


class Pairs:
    """A network: terms and parts have vectors, and the product of what a question's terms and
    a candidate's parts add up to is added to its score."""

    WIDTH, RATE, PENALTY = 16, 0.02, 0.01

    def __init__(self, n, seed):
        random = numpy.random.default_rng(seed)
        self.terms, self.parts = (random.uniform(-0.15, 0.15, (n, self.WIDTH)) for _ in range(2))
        self.squares = {id(self.terms): numpy.full((n, self.WIDTH), 0.1), id(self.parts): numpy.full((n, self.WIDTH), 0.1)}

    def vectors(self, terms, parts):
        said = self.terms[terms].sum(0) / numpy.sqrt(len(terms) + 1)
        return said, numpy.array([self.parts[part].sum(0) for part in parts])

    def step(self, table, rows, gradient):
        gradient = gradient - self.PENALTY * table[rows]
        squares = self.squares[id(table)]
        squares[rows] += gradient**2
        table[rows] += self.RATE * gradient / numpy.sqrt(squares[rows])

    def learn(self, terms, parts, score, right):
        said, made = self.vectors(terms, parts)
        p = softmax(score + made @ said)
        want = numpy.where(right, p, 0)
        g = want / max(want.sum(), 1e-12) - p
        to_terms = (g @ made) / numpy.sqrt(len(terms) + 1)
        for i in numpy.where(numpy.abs(g) > 0.01)[0]:
            self.step(self.parts, parts[i], g[i] * said)
        self.step(self.terms, terms, to_terms)


def network(samples, left_out, words):
    """Scores of rows with what pairs add, of a training question learned without its set."""
    known = words.known()
    adds = numpy.zeros(len(samples.right))
    part = left_out.part[0]
    learned = numpy.where(~samples.development & ~samples.is_public)[0]
    for i in range(LeftOut.PARTS):
        model = Pairs(len(words.number), i)
        order = numpy.random.default_rng(i).permutation(learned[part[learned] != i])
        for q in order:
            a, z = samples.first[q], samples.first[q + 1]
            right = samples.right[a:z] == 1
            if not right.any():
                right = numpy.arange(z - a) == 0
            if known[q]:
                model.learn(known[q], words.parts[a:z], left_out.score[a:z], right)
        for q in numpy.where(samples.development | (part == i))[0]:
            a, z = samples.first[q], samples.first[q + 1]
            said, made = model.vectors(known[q], words.parts[a:z])
            adds[a:z] += made @ said / (LeftOut.PARTS if samples.development[q] else 1)
    return left_out.score + adds


def judge(out, answerable, rows):
    """Figures in the order of HEAD."""
    some = rows[out.answered[rows]]
    some = some[numpy.argsort(-out.sure[some], kind="stable")]
    right = numpy.cumsum(out.right[some])
    given = numpy.arange(1, len(some) + 1)
    n = answerable[rows].sum()
    figures = [right[-1] / n]
    for share in SURE:
        i = min(int(numpy.ceil(n * share / 100)), len(some)) - 1
        figures.append(right[i] / given[i])
    for share in PRECISE:
        i = numpy.where((right / given >= share / 100) & (given >= 50))[0]
        figures.append(right[i[-1]] / n if len(i) else 0)
    return 100 * numpy.array(figures)


class Table:
    def __init__(self, samples):
        self.samples = samples
        self.first = None
        self.print("", HEAD)

    @staticmethod
    def print(name, cells):
        print(f"{name:44s}" + "".join(f"{cell:>12s}" for cell in cells), flush=True)

    def add(self, name, out):
        s = self.samples
        english = s.language == "en"
        for title, mask in ((name, s.development), ("  en", s.development & english), ("  es, zh", s.development & ~english)):
            self.print(title, [f"{x:.1f}" for x in judge(out, s.answerable, numpy.where(mask)[0])])
        if self.first is None:
            self.first = out
        else:
            self.compare(out)

    def compare(self, out):
        s = self.samples
        random = numpy.random.default_rng(1)
        sets = numpy.unique(s.set[s.development])
        rows = {name: numpy.where(s.development & (s.set == name))[0] for name in sets}
        gains = []
        for _ in range(200):
            drawn = numpy.concatenate([rows[name] for name in random.choice(sets, len(sets))])
            gains.append(judge(out, s.answerable, drawn) - judge(self.first, s.answerable, drawn))
        least, most = numpy.percentile(gains, [5, 95], axis=0)
        self.print("  more than the first", [f"{a:+.1f}..{b:+.1f}" for a, b in zip(least, most)])


def tell_losses(samples, out):
    """What is lost by order, and what by confidence; what the surest wrong answers are."""
    s = samples
    asked = s.development & s.answerable
    has = numpy.bincount(s.question, s.right > 0) > 0
    given = s.development & out.answered & (out.sure >= LINE)
    n = asked.sum() / 100
    right = (out.right & given).sum()
    print(f"of {asked.sum()}: right among the candidates {(has & asked).sum() / n:.1f}, first {(out.right & asked).sum() / n:.1f}")
    print(f"from {LINE} on: right {right / n:.1f}, precision {100 * right / given.sum():.1f}")
    sure = s.development & out.answered & (out.sure >= SURE_LINE)
    wrong = sure & ~out.right
    print(f"from {SURE_LINE} on: {wrong.sum()} of {sure.sum()} wrong, of {(wrong & asked & has).sum()} the right reading is another candidate, of {(wrong & asked & ~has).sum()} none, {(wrong & ~asked).sum()} have no answer", flush=True)


def compare_all(samples, names, left_out, words):
    now = by_votes(samples, left_out.score)
    fitted = logistic(samples, left_out, now)
    tell_losses(samples, fitted)
    table = Table(samples)
    table.add("log-linear, mean of three; logistic", fitted)
    table.add("one of the three alone; logistic", logistic(samples, left_out, by_votes(samples, left_out.scores[0])))
    table.add("mean of three; its probability alone", now)
    tells, with_words = wording(samples, left_out, words, now)
    table.add("logistic with the words of the question", with_words)
    paired = network(samples, left_out, words)
    table.add("network of pairs beside it; logistic", logistic(samples, left_out, by_votes(samples, paired)))
    answers = Answers(samples, left_out, words.facts())
    learned = samples.training[answers.question]
    firsts = learned & answers.is_first
    sure = numpy.where(answers.is_first, trees(answers.facts, answers.right, firsts, 0.25), 0)
    table.add("trees as confidence", likeliest(samples, answers, sure))
    sure = trees(answers.facts, answers.right, learned, 0.25)
    table.add("trees as order and confidence", likeliest(samples, answers, sure))
    plain = learned | (samples.status == "made")[answers.question]
    table.add("the same, plain questions learned as well", likeliest(samples, answers, trees(answers.facts, answers.right, plain, 0.25)))
    facts = numpy.column_stack([answers.facts, tells[answers.question], finer(samples, names, answers)])
    sure = trees(facts, answers.right, learned, 0.15)
    table.add("trees as both, more facts, words", likeliest(samples, answers, sure))
    both = log_odds(sure) + numpy.where(answers.is_first, 1, 0) * log_odds(fitted.sure[answers.question])
    table.add("its mean with the logistic", likeliest(samples, answers, both + 40))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--names", required=True)
    parser.add_argument("--left-out", required=True)
    parser.add_argument("--labelled", required=True)
    parser.add_argument("samples")
    o = parser.parse_args()
    warnings.simplefilter("ignore", ConvergenceWarning)  # enough rounds for what words tell
    samples, names = Samples(o.samples), read_names(o.names)
    compare_all(samples, names, LeftOut(samples, names, o.left_out), Words(o.labelled, samples))


if __name__ == "__main__":
    main()
