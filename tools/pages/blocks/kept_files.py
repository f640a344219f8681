"""kept_files.py: facts about the files of results/*/README.md that a new run replaces or extends. figures.py writes
them into the rows of the table, found by the words around them."""
import re

from result_rows import ROOT, read_file, seconds_of

MODELS = ("h200-sxm", "h100-sxm")


def distinct(rows, column):
    """In the order of the file."""
    return list(dict.fromkeys(row[column] for row in rows))


def cards(rows):
    """GPU-0fe54f32 and others, by board."""
    uuids = {board: distinct([row for row in rows if row["board"] == board], "gpu_uuid")
             for board in distinct(rows, "board")}
    return "; ".join(f"{', '.join(uuid[:12] for uuid in of)}, board {board}" for board, of in uuids.items())


def versions(rows):
    return ", ".join(distinct(rows, "version"))


def full(rows):
    return (str(len(distinct(rows, "benchmark"))), f"{len(rows):,}".replace(",", " "), f"{seconds_of(rows):.0f}",
            cards(rows), versions(rows))


def quick(rows):
    return f"{seconds_of(rows):.0f}", cards(rows), versions(rows)


def kept(rows):
    return cards(rows), versions(rows)


def boards(rows):
    """The number of cards of each board."""
    return ("; ".join(f"{len(distinct([row for row in rows if row['board'] == board], 'gpu_uuid'))} of board {board}"
                      for board in sorted(distinct(rows, "board"))),)


def count(rows):
    return (str(len(distinct(rows, "gpu_uuid"))),)


# File, facts, and the words around them.
LAST = r" \| ([^|]+?) \| ([^|]+?) \|"
FILES = (("all.csv", full, r"`gpubench --all -o all\.csv`: (\d+) benchmarks, (\d+ \d+) rows, (\d+) s from start "
                           r"to end" + LAST),
         ("quick.csv", quick, r"`gpubench --all --quick -o quick\.csv`, (\d+) s" + LAST),
         ("quick-cards.csv", kept, r"\| `quick-cards\.csv` \| [^|]+" + LAST),
         ("../reference/{}.csv", boards, r"the third is not a roof \| ([^|]+?) \|"),
         ("cards.csv", count, r"\| `cards\.csv` \| the roofs of every card in these files(?: and of others)?: (\d+)\b"))


def of_file(path, facts):
    return lambda _: facts(read_file(path))


def files_of(model):
    """And those of each board."""
    names = sorted(path.name for path in (ROOT / "results" / model).glob("board-*.csv"))
    return [*FILES, *((name, kept, rf"\| `{re.escape(name)}` \| [^|]+" + LAST) for name in names)]


SENTENCES = [(f"results/{model}/README.md", of_file(ROOT / "results" / model / name.format(model), facts), words)
             for model in MODELS for name, facts, words in files_of(model)]
