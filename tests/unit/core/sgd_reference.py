#!/usr/bin/env python3
"""Makes sgd_reference.txt: what scikit-learn's SGDClassifier has learnt after each of three batches
of URLs, with the settings of the published URL classifier. Run with scikit-learn 1.2 (Debian 12)."""
import itertools

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import SGDClassifier

PAGES = ["https://stats.example.org/", "https://stats.example.org/themes/Population",
         "https://stats.example.org/datasets?page=2", "https://www.example.org/news/2024/05/01-budget",
         "https://stats.example.org/about-us/", "https://stats.example.org/en/index.php?id=%7B1%7D",
         "https://stats.example.org/themes/health/hospitals", "https://stats.example.org/search?q=gdp&sort=date"]
FILES = ["https://stats.example.org/files/population-2023.csv", "https://stats.example.org/download?id=17",
         "https://stats.example.org/files/GDP_by_region.XLSX", "https://data.example.org/api/v1/export.json",
         "https://stats.example.org/reports/annual~report.pdf", "https://stats.example.org/files/a.zip",
         "https://stats.example.org/files/series/prices.csv?lang=fr"]


def urls():
    """30 labelled URLs: batches of 10, of 13 and, with one class only, of 7."""
    first = [(u, "html") for u in PAGES[:6]] + [(u, "target") for u in FILES[:4]]
    second = [(u + "x", "target") for u in FILES] + [(u + "/y", "html") for u in PAGES[:6]]
    third = [(u.replace("stats", "old"), "html") for u in PAGES[:7]]
    return [first, second, third]


def main():
    characters = [chr(c) for c in range(32, 127)]
    vocabulary = sorted({(a + b) for a, b in itertools.product(characters, repeat=2)})
    vectorizer = CountVectorizer(analyzer="char", ngram_range=(2, 2), vocabulary=vocabulary)
    model = SGDClassifier(loss="log_loss", max_iter=100, random_state=42)
    with open("sgd_reference.txt", "w", encoding="utf-8") as out:
        out.write("# Made by sgd_reference.py. e: example (label, URL); b: the intercept after a batch of\n"
                  "# these examples; w: a weight that is not zero (bigram, value).\n")
        for batch in urls():
            for url, label in batch:
                out.write(f"e\t{label}\t{url}\n")
            model.partial_fit(vectorizer.transform([u for u, _ in batch]), [y for _, y in batch],
                              classes=["html", "target"])
            # scikit-learn's positive class is the last in alphabetical order: here, html is.
            out.write(f"b\t{-model.intercept_[0]!r}\n")
            for bigram, weight in zip(vocabulary, model.coef_[0]):
                if weight != 0:
                    out.write(f"w\t{bigram}\t{-weight!r}\n")


if __name__ == "__main__":
    main()
