"""Samples of label.mjs and parse_learn --left-out as arrays, and what designs of a ranker
are learned from: for the likeliest answers of each question some hundred facts.

Rows of samples are the candidates of a question, the first of them answering nothing.
"""

import numpy

RUN = 8  # candidates whose rows are compared
ANSWERS = 4  # of other rows each
LEAST_P = 1e-4
KINDS = (
    "skip skip_word op column role role_after role_next role_nature value value_by number number_at"
    " period rows super form form_op form_no_op form_slots agg implied outputs filters unused limit"
    " skipped table nothing rivals distinct default shape naming word_figure result rules fits"
    " asked_for asked_parts sure"
).split()
CONFIDENCE_KINDS = ["unread", "drops", "form", "rules", "rows"]  # reading_confidence.h
FACTS = [i for i, kind in enumerate(KINDS) if kind not in ("nothing", "form_no_op")]
# Of these what a feature tells first is a fact of its own, of TWO what it tells second as well.
TWO = {"result", "rules", "fits", "unused", "agg"}
ONE = TWO | set(
    "role role_nature implied column value number period naming default distinct rivals super"
    " limit table skipped rows op shape outputs filters number_at skip value_by".split()
)
LEAST_ROWS = 400  # that have a finer fact


def log_odds(p):
    p = numpy.clip(p, LEAST_P, 1 - LEAST_P)
    return numpy.log(p / (1 - p))


def softmax(scores):
    e = numpy.exp(scores - scores.max())
    return e / e.sum()


class Samples:
    """Questions, rows and features of a file of samples."""

    def __init__(self, path):
        questions, first, right, answer, kinds, features = [], [], [], [], [], []
        with open(path, "rb") as file:
            for line in file:
                if line[:1] == b"Q":
                    questions.append(line.decode().split()[1:5])
                    first.append(len(right))
                elif line[:1] in (b"N", b"C"):
                    part = line.rstrip(b"\n").split(b" ", 4)
                    is_candidate = line[:1] == b"C"
                    text = part[4] if is_candidate else line[2:].strip()
                    right.append(int(part[1]) if is_candidate else 0)
                    answer.append(int(part[2]) if is_candidate else 0)
                    has_kinds = is_candidate and part[3] != b"-"
                    kinds.append(tuple(map(int, part[3].split(b","))) if has_kinds else (255,) * 5)
                    features.append(numpy.array(text.split(b",") if text else [], numpy.int64))
        self.first = numpy.array(first + [len(right)])
        self.right = numpy.array(right, numpy.int8)
        self.answer = numpy.array(answer, numpy.int64)
        self.kinds = numpy.array(kinds, numpy.uint8)
        self.starts = numpy.concatenate([[0], numpy.cumsum([len(f) for f in features])])
        self.hash, self.feature = numpy.unique(numpy.concatenate(features), return_inverse=True)
        self.describe(questions)

    def describe(self, questions):
        answerable, status, language, names = (numpy.array(column) for column in zip(*questions))
        self.n = len(questions)
        self.answerable = answerable == "1"
        self.status, self.language = status, language
        self.set = numpy.array([name.removeprefix("plain-") for name in names])
        self.development, self.training = status == "development", status == "training"
        self.is_public = (status == "wtq") | (status == "nvbench")
        self.row = numpy.repeat(numpy.arange(len(self.right)), numpy.diff(self.starts))
        self.question = numpy.repeat(numpy.arange(self.n), numpy.diff(self.first))


def read_names(path):
    with open(path, encoding="utf-8") as file:
        return {int(number): name for number, name in (line.split() for line in file)}


class LeftOut:
    """Scores and evidence of each row, of the weights that were learned without its set.
    No weights saw development sets; of each way those of one part count, as for the others."""

    WAYS, PARTS = 3, 4

    def __init__(self, samples, names, prefix):
        kind_of = {name: i for i, name in enumerate(KINDS)}
        prefixes = (names.get(h, "sure").split(":")[0] for h in samples.hash.tolist())
        kind = numpy.array([kind_of.get(p, len(KINDS) - 1) for p in prefixes], numpy.int64)
        cell = samples.row * len(KINDS) + kind[samples.feature]
        shape = (len(samples.right), len(KINDS))
        n_cells = shape[0] * shape[1]
        self.scores, self.evidence, self.part = [], numpy.zeros(n_cells, numpy.float32), []
        mean = numpy.zeros(len(cell), numpy.float32)
        for way in range(self.WAYS):
            with open(f"{prefix}.{way}.folds", encoding="utf-8") as file:
                parts = dict(line.split() for line in file)
            part = numpy.array([int(parts.get(name, 0)) for name in samples.set])
            files = [f"{prefix}.{way}.{i}.w" for i in range(self.PARTS)]
            weights = numpy.stack([self.weights(samples.hash, file) for file in files])
            w = weights[part[samples.question][samples.row], samples.feature]
            self.part.append(part)
            self.scores.append(numpy.bincount(samples.row, w, shape[0]))
            self.evidence += (numpy.bincount(cell, w, n_cells) / self.WAYS).astype(numpy.float32)
            mean += w / self.WAYS
        self.evidence = self.evidence.reshape(shape)
        self.count = numpy.bincount(cell, minlength=n_cells).astype(numpy.uint8).reshape(shape)
        self.score = numpy.mean(self.scores, axis=0)
        self.shape_of_weights(samples, mean)

    @staticmethod
    def weights(hashes, path):
        data = numpy.fromfile(path, [("hash", "<u4"), ("weight", "<f4")])
        data.sort(order="hash")
        at = numpy.minimum(numpy.searchsorted(data["hash"], hashes), len(data) - 1)
        return numpy.where(data["hash"][at] == hashes, data["weight"][at], 0).astype(numpy.float32)

    def shape_of_weights(self, samples, mean):
        n = len(samples.right)
        starts = numpy.minimum(samples.starts[:-1], len(mean) - 1)
        self.shape = numpy.column_stack(
            [
                numpy.minimum.reduceat(mean, starts),
                numpy.maximum.reduceat(mean, starts),
                numpy.bincount(samples.row, numpy.minimum(mean, 0), n),
                numpy.bincount(samples.row, mean < -0.5, n),
                numpy.bincount(samples.row, mean > 0.5, n),
            ]
        )


def answers_of(samples, score, question):
    """The likeliest answers of a question: (probability, row, rank, readings among RUN)."""
    a, z = samples.first[question], samples.first[question + 1]
    p = softmax(score[a:z])
    found = {}
    for rank, k in enumerate((numpy.argsort(-score[a + 1 : z], kind="stable") + 1)[:RUN]):
        answer = samples.answer[a + k]
        if answer:
            before = found.get(answer, (0, a + k, rank, 0))
            found[answer] = (before[0] + p[k], *before[1:3], before[3] + 1)
    return p, sorted(found.values(), key=lambda one: -one[0])[:ANSWERS]


class Answers:
    """Facts of the likeliest answers of each question that is not of public data: `facts`, a
    row for each; of which question, whether it is right, its candidate, the one of its rival
    (-1: none), and whether it is the likeliest."""

    def __init__(self, samples, left_out, words):
        columns = {name: [] for name in ("facts", "question", "right", "candidate", "rival", "is_first")}
        for q in numpy.where(~samples.is_public)[0]:
            p, answers = answers_of(samples, left_out.score, q)
            common = self.of_question(samples, q, p, words) if answers else []
            for place, one in enumerate(answers):
                other = answers[0] if place else answers[1] if len(answers) > 1 else None
                columns["facts"].append(common + self.of_answer(samples, left_out, (q, p), one, other) + [place])
                columns["question"].append(q)
                columns["right"].append(samples.right[one[1]] > 0)
                columns["candidate"].append(one[1])
                columns["rival"].append(other[1] if other else -1)
                columns["is_first"].append(place == 0)
        for name, values in columns.items():
            setattr(self, name, numpy.array(values, numpy.float32 if name == "facts" else None))

    @staticmethod
    def of_question(samples, q, p, words):
        a, z = samples.first[q], samples.first[q + 1]
        by_answer = numpy.bincount(samples.answer[a + 1 : z], p[1:])
        some = by_answer[1:][by_answer[1:] > 0]
        entropy = [-(some * numpy.log(some)).sum(), -(p * numpy.log(p + 1e-12)).sum()]
        language = ["en", "es", "zh"].index(samples.language[q])
        rules = samples.kinds[a + 1 : z, CONFIDENCE_KINDS.index("rules")].max()
        return [p[0], log_odds(p[0]), *entropy, len(some), z - a, by_answer[0], language, rules, *words[q]]

    @staticmethod
    def of_answer(samples, left_out, of_question, one, other):
        (q, p), (probability, i, rank, n) = of_question, one
        a, z = samples.first[q], samples.first[q + 1]
        same = samples.answer[a:z] == samples.answer[i]
        rival, j = (other[0], other[1]) if other else (0, a)
        ways = [softmax(scores[a:z])[same].sum() for scores in left_out.scores]
        facts = [probability, log_odds(probability), rival, numpy.log(max(0.001, probability) / max(0.001, rival))]
        facts += [rank, n, p[same].sum(), same.sum(), min(ways), numpy.std(log_odds(numpy.array(ways)))]
        facts += [left_out.score[i], *(left_out.score[i] - left_out.score[[a, j]]), *left_out.shape[i]]
        own = left_out.evidence[i, FACTS]
        facts += [*own, *left_out.count[i, FACTS], *(own - left_out.evidence[j, FACTS])]
        facts += [*(left_out.evidence[a + 1 : z, FACTS].max(0) - own)]
        return facts + [*samples.kinds[i], *samples.kinds[j]]


def finer(samples, names, answers):
    """How often each answer has features by what they tell first (TWO: and second), and how
    much more often than its rival."""
    from scipy import sparse

    columns = {}
    column = numpy.full(len(samples.hash), -1)
    for i, number in enumerate(samples.hash.tolist()):
        part = names.get(number, "").split(":")
        if part[0] in ONE:
            key = tuple(part[: 3 if part[0] in TWO else 2])
            column[i] = columns.setdefault(key, len(columns))
    is_known = column[samples.feature] >= 0
    at = (samples.row[is_known], column[samples.feature[is_known]])
    ones = numpy.ones(len(at[0]), numpy.float32)
    rows = sparse.csr_matrix((ones, at), (len(samples.right), len(columns)))
    own = rows[answers.candidate]
    kept = numpy.where(numpy.asarray((own > 0).sum(0))[0] >= LEAST_ROWS)[0]
    own = own[:, kept].toarray()
    rival = rows[numpy.maximum(answers.rival, 0)][:, kept].toarray()
    rival[answers.rival < 0] = 0
    return numpy.hstack([own, own - rival])
