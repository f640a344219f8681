#!/usr/bin/env python3
"""draw.py [COUNT [COMMIT [strings]]]: draws sentences from all that a reader sees, to be judged one by one: 60, by
the hash of HEAD; `strings`: only from help and messages.

The same tree and commit give the same sentences. Pages, help and descriptions, reasons and messages, and the Python
package contribute in proportion to their sentences. Each is one line: place, then the sentence.
"""
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
    """True if it has enough words that are not code, names of points or file names."""
    return len(re.findall(r"(?<![^\s(\"'*-])[A-Za-z][a-z]+(?=[\s,.;:?!)\"'*-]|$)",
                          words.plain(text).replace("`code`", ""))) >= WORDS_LEAST


def draw(count, seed, pages=True):
    """The sentences whose hashes with the commit are the smallest."""
    found = [*(sentences_of_pages() if pages else ()), *sentences_of_program()]
    kept = {sentence: place for place, sentence in found if is_sentence(sentence)}
    order = sorted(kept, key=lambda sentence: hashlib.sha256(f"{seed} {sentence}".encode()).digest())
    return len(kept), [(kept[sentence], sentence) for sentence in order[:count]]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    seed = commit(sys.argv[2] if len(sys.argv) > 2 else "HEAD")
    whole, drawn = draw(count, seed, sys.argv[3:] != ["strings"])
    for place, sentence in drawn:
        print(f"{place}: {sentence}")
    print(f"{len(drawn)} of {whole} sentences, drawn by {seed[:12]}")


if __name__ == "__main__":
    main()
