#!/usr/bin/env python3
"""Makes learners_reference.txt: what scikit-learn's classifiers have learnt after each of three
batches of URLs, with the settings of the published URL classifier's variants, from the URL alone and
from URL, anchor, tag path and surrounding text. To be run here with scikit-learn 1.2 (Debian 12's
python3-sklearn, /usr/bin/python3); the project itself doesn't need it."""
import itertools

import numpy
import scipy.sparse
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import PassiveAggressiveClassifier, SGDClassifier
from sklearn.naive_bayes import MultinomialNB

from sgd_reference import urls

ANCHORS = ["Home", "Population by age", "Next page", "Download CSV", "Download (3 MB)", "About", "données", ""]
PATHS = ["/html/body/div#main/ul.datasets wide/li/a", "/html/body/nav/a", "/html/body/table/tbody/tr/td/a.dl#x", ""]
AROUND = ["Figures of 2023, revised. Download CSV", "Read more about us ~ and the law", "", "Tables {XLSX} & notes"]
LEARNERS = {
    "lr": lambda: SGDClassifier(loss="log_loss", max_iter=100, random_state=42),
    "svm": lambda: SGDClassifier(loss="hinge", max_iter=100, random_state=42),
    "pa": lambda: PassiveAggressiveClassifier(random_state=42),
    "nb": lambda: MultinomialNB(alpha=1),
}
DENSE = {"lr-dense": lambda: SGDClassifier(loss="log_loss", max_iter=100, random_state=42)}


def examples():
    """The batches of URLs, each with a label and made-up texts."""
    count = itertools.count()
    for batch in urls():
        yield [(label, url, ANCHORS[i % 8], PATHS[i * 3 % 4], AROUND[i * 5 % 7 % 4])
               for (url, label), i in zip(batch, count)]


def vectors(vectorizer, texts, blocks):
    return scipy.sparse.hstack([vectorizer.transform([t[1 + b] for t in texts]) for b in range(blocks)], "csr")


def write_model(out, name, model):
    if name == "nb":
        # Classes in alphabetical order: html, target. Numbers that all features of a class share
        # unless they occurred are written once.
        for c in range(2):
            values = model.feature_log_prob_[c]
            usual = min(values)
            out.write(f"p\t{c}\t{model.class_log_prior_[c]!r}\n")
            out.write(f"u\t{c}\t{usual!r}\n")
            for i in numpy.nonzero(values != usual)[0]:
                out.write(f"w\t{c}\t{i}\t{values[i]!r}\n")
        return
    # scikit-learn's positive class is the last in alphabetical order: here, html is.
    out.write(f"b\t{-model.intercept_[0]!r}\n")
    for i in numpy.nonzero(model.coef_[0])[0]:
        out.write(f"w\t{i}\t{-model.coef_[0][i]!r}\n")


def main():
    characters = [chr(c) for c in range(32, 127)]
    vocabulary = sorted({(a + b) for a, b in itertools.product(characters, repeat=2)})
    vectorizer = CountVectorizer(analyzer="char", ngram_range=(2, 2), vocabulary=vocabulary)
    with open("learners_reference.txt", "w", encoding="utf-8") as out:
        out.write("# Made by learners_reference.py. e: example (batch, label, URL, anchor, path, around);\n"
                  "# m: model (learner, blocks of features, batches learnt); of it b: intercept,\n"
                  "# w: a weight that is not zero (index, value); of nb p: log prior (class),\n"
                  "# u: log probability of features that did not occur, w: of one that did (class, index, value).\n")
        for number, batch in enumerate(examples()):
            for example in batch:
                out.write(f"e\t{number}\t" + "\t".join(example) + "\n")
        for name, make in {**LEARNERS, **DENSE}.items():
            for blocks in (1, 4):
                model = make()
                for number, batch in enumerate(examples()):
                    x = vectors(vectorizer, batch, blocks)
                    if name in DENSE:
                        x = x.toarray()
                    model.partial_fit(x, [e[0] for e in batch], classes=["html", "target"])
                    out.write(f"m\t{name}\t{blocks}\t{number + 1}\n")
                    write_model(out, name, model)


if __name__ == "__main__":
    main()
