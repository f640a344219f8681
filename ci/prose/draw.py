#!/usr/bin/env python3
"""draw.py [--comments | --strings] [COUNT [COMMIT]]: draws sentences from everything that a reader sees, to be judged
one by one: 60 of them, by the hash of HEAD.

The same tree and commit yield the same sentences. Pages, help and descriptions, reasons and messages, and the Python
package contribute in proportion to their numbers of sentences. Each is one line: its place, then the sentence.
--comments draws complete comments of all sources instead; --strings draws from help and messages alone."""
import hashlib
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import words  # noqa: E402
from prose import texts  # noqa: E402

WORDS_LEAST = 5


def commit(name):
    return subprocess.run(["git", "rev-parse", name], cwd=texts.ROOT, check=True, capture_output=True,
                          text=True).stdout.strip()


def sentences_of_pages():
    for path in texts.files(texts.PAGES):
        for line, block in words.blocks((texts.ROOT / path).read_text(encoding="utf-8")):
            for sentence in words.END.split(re.sub(r"<!--.*?-->", "", block)):
                yield f"{path}:{line}", sentence.strip()


def sentences_of_program():
    for path, line, text in texts.program():
        for sentence in texts.sentences(text):
            yield f"{path}:{line}", sentence


def is_sentence(text):
    """True if the text has enough words that are not code, names of points or file names."""
    return len(re.findall(r"(?<![^\s(\"'*-])[A-Za-z][a-z]+(?=[\s,.;:?!)\"'*-]|$)",
                          words.plain(text).replace("`code`", ""))) >= WORDS_LEAST


def whole_comments():
    for path, line, text in texts.comments():
        yield f"{path}:{line}", re.sub(r"\s+", " ", text)


FOUND = {"--comments": whole_comments, "--strings": sentences_of_program}


def draw(count, seed, of=None):
    """Return the sentences whose hashes with the commit are smallest."""
    found = FOUND[of]() if of else [*sentences_of_pages(), *sentences_of_program()]
    kept = {sentence: place for place, sentence in found if is_sentence(sentence)}
    order = sorted(kept, key=lambda sentence: hashlib.sha256(f"{seed} {sentence}".encode()).digest())
    return len(kept), [(kept[sentence], sentence) for sentence in order[:count]]


def main():
    of = next((word for word in sys.argv[1:] if word in FOUND), None)
    words_given = [word for word in sys.argv[1:] if word not in FOUND]
    count = int(words_given[0]) if words_given else 60
    seed = commit(words_given[1] if len(words_given) > 1 else "HEAD")
    whole, drawn = draw(count, seed, of)
    for place, sentence in drawn:
        print(f"{place}: {sentence}")
    print(f"{len(drawn)} of {whole}, drawn by {seed[:12]}")


if __name__ == "__main__":
    main()
