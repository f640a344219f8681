#!/usr/bin/env python3
"""stage.py FOLDER SITE GALLERY: lays out the pages of the tree in FOLDER/pages, with FOLDER/mkdocs.yml, from which
MkDocs makes SITE. A line that names a picture of build/gallery shows the picture in GALLERY.

The pages are those of PAGES and what they link to: another page, a picture or data as it is, a source as a page of its
own, a folder as a page that lists it. The contents of the site are those of docs/index.md: nothing is written twice.
The first page also has the questions of plots/README.md, the catalogue the pictures of its benchmarks, and
docs/python-api.md the docstrings of the package. REPOSITORY in the environment is the address to which "source" at the
foot of each page leads."""
import ast
import dataclasses
import inspect
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/*.md", "plots/README.md", "results/*.md",
         "results/*/*.md")
AS_IT_IS = {".svg", ".png", ".csv", ".json", ".ipynb"}
LINK = re.compile(r"(\]\()([^()\s#]*)(#[^()\s]*)?(\))")
DRAWN = re.compile(r"^`build/gallery/(\w+)\.svg`$", re.M)
BENCHMARK = re.compile(r"^\| `(\w+)` \|", re.M)
QUESTIONS = re.compile(r"^## Ten questions\n.*?(?=^## )", re.M | re.S)
API = "docs/python-api.md"
LANGUAGES = {".c": "c", ".h": "c", ".cu": "cuda", ".sh": "sh", ".sbatch": "sh", ".py": "python", ".yml": "yaml",
             ".yaml": "yaml"}


class Stage:
    def __init__(self, folder, gallery):
        self.gallery = gallery
        self.pages, self.known, self.waiting = Path(folder) / "pages", set(), []
        shutil.rmtree(self.pages, ignore_errors=True)
        for pattern in PAGES:
            self.waiting += [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob(pattern))]

    def write(self, name, text):
        path = self.pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self):
        while self.waiting:
            name = self.waiting.pop()
            if name in self.known:
                continue
            self.known.add(name)
            if name.endswith(".md"):
                self.write(name, self.relink(name, self.with_pictures(name, (ROOT / name).read_text(encoding="utf-8"))))
            elif (ROOT / name).is_dir():
                self.list_folder(name)
            elif Path(name).suffix in AS_IT_IS:
                (self.pages / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, self.pages / name)
            else:
                self.show_source(name)

    def with_pictures(self, name, text):
        """The first page ends with the questions of plots/README.md; lines of the catalogue show their pictures."""
        def show(match):
            picture = self.gallery / f"{match[1]}.svg"
            return f"{match[0][:-2]}<br>{self.thumbnail(name, picture)} |" if picture.exists() else match[0]

        if name == "README.md":
            questions = QUESTIONS.search((ROOT / "plots/README.md").read_text(encoding="utf-8"))[0]
            return f"{text}\n{questions.replace('](gallery/', '](plots/gallery/')}"
        return BENCHMARK.sub(show, text) if name == "docs/benchmarks.md" else text

    def thumbnail(self, page, picture):
        (self.pages / "plots/gallery").mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, self.pages / "plots/gallery" / picture.name)
        place = posixpath.relpath(f"plots/gallery/{picture.name}", posixpath.dirname(page) or ".")
        return f'<img class="thumb" src="{place}" alt="picture of {picture.stem}">'

    def document_package(self):
        """The reference of the Python package, from its docstrings."""
        sys.path.insert(0, str(ROOT / "python"))
        import gpubench.torch  # pylint: disable=import-outside-toplevel

        lines = ["# Python API", "", "[Examples](python.md) show how these work together.", ""]
        known = [(name, getattr(gpubench, name)) for name in gpubench.__all__]
        for part in (gpubench.plot, gpubench.torch):
            known += [(f"{part.__name__.partition('.')[2]}.{name}", value) for name, value in vars(part).items()
                      if not name.startswith("_") and getattr(value, "__module__", "") == part.__name__]
        for name, value in known:
            if not (inspect.isclass(value) or inspect.isfunction(value)):
                continue
            lines += [f"## {name}", "", f"`{name}{signature(value)}`", "", inspect.getdoc(value) or "", ""]
            lines += [*fields_of(value), ""] if inspect.isclass(value) else []
            for member, of in vars(value).items() if inspect.isclass(value) else ():
                if not member.startswith("_") and inspect.getdoc(of) and (inspect.isfunction(of)
                                                                         or isinstance(of, property)):
                    lines += [f"### {name}.{member}", "", f"`{member}{signature(of)}`", "", inspect.getdoc(of), ""]
        self.write(API, "\n".join(lines))

    def list_folder(self, name):
        files = sorted(path.name for path in (ROOT / name).iterdir() if path.is_file())
        lines = [f"- [{file}]({self.place(f'{name}/{file}')[len(name) + 1:]})" for file in files]
        self.write(f"{name}/index.md", f"# {name}\n\n" + "\n".join(lines) + "\n")

    def show_source(self, name):
        text = (ROOT / name).read_text(encoding="utf-8")
        language = LANGUAGES.get(Path(name).suffix, "text")
        self.write(f"{name}.md", f"---\nsearch:\n  exclude: true\n---\n# {name}\n\n~~~~~~ {language}\n{text}\n~~~~~~\n")

    def place(self, name):
        """The place of a file or folder of the tree among the pages, where it will be written."""
        path = ROOT / name
        if path.is_dir() and (path / "README.md").exists():
            name, path = f"{name}/README.md", path / "README.md"
        self.waiting.append(name)
        if path.is_dir():
            return f"{name}/index.md"
        return name if path.suffix in AS_IT_IS or path.suffix == ".md" else f"{name}.md"

    def relink(self, page, text):
        folder = posixpath.dirname(page)

        def to(match):
            target = match[2]
            if not target or "://" in target or target.startswith("mailto:"):
                return match[0]
            name = posixpath.normpath(posixpath.join(folder, target))
            if not (ROOT / name).exists():
                sys.exit(f"{page}: {target}: there is no {name}")
            return match[1] + posixpath.relpath(self.place(name), folder or ".") + (match[3] or "") + match[4]

        def show(match):
            name = f"plots/gallery/{match[1]}.svg"
            (self.pages / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.gallery / f"{match[1]}.svg", self.pages / name)
            return f"![{match[1]}]({posixpath.relpath(name, folder or '.')})"

        # Text in fences is not a link.
        parts = re.split(r"(^```.*?^```[^\n]*$)", text, flags=re.M | re.S)
        return "".join(part if part.startswith("```") else DRAWN.sub(show, LINK.sub(to, part)) for part in parts)


def fields_of(value):
    """The explained fields of a class, as a list."""
    for base in value.__mro__[:-1]:
        if not dataclasses.is_dataclass(base):
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0].body
        for field, text in zip(body, body[1:]):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                yield f"- `{field.target.id}`: {text.value.value}"


def signature(value):
    try:
        return str(inspect.signature(value))
    except (TypeError, ValueError):
        return ""


def contents():
    """Sections of docs/index.md with the pages to which each links as a whole, once. Text before the first section
    belongs to none."""
    sections, known = [{"gpubench": "README.md"}, {"Pages": "docs/index.md"}], set()
    for heading, body in re.findall(r"^##? (.*?)\n(.*?)(?=^## |\Z)",
                                    (ROOT / "docs/index.md").read_text(encoding="utf-8"), re.M | re.S):
        pages = []
        for words, target in re.findall(r"\[([^\]]+)\]\(([^)#]+\.md)\)", body):
            name = posixpath.normpath(posixpath.join("docs", target))
            if name not in known:
                pages.append({words[0].upper() + words[1:]: name})
                pages += [{"Python API": API}] if name == "docs/python.md" else []
            known.add(name)
        if len(sections) == 2:
            sections += pages
        elif pages:
            sections.append({heading: pages})
    return sections


def main():
    folder, site, gallery = (Path(argument).resolve() for argument in sys.argv[1:])
    stage = Stage(folder, gallery)
    stage.run()
    stage.document_package()
    (stage.pages / "assets").mkdir(exist_ok=True)
    for name in ("site.css", "site.js"):
        shutil.copyfile(HERE / name, stage.pages / "assets" / name)
    shutil.copyfile(HERE / "hooks.py", folder / "hooks.py")
    shutil.copyfile(HERE / "mkdocs.yml", folder / "look.yml")
    # JSON is YAML.
    version = subprocess.run(["make", "-s", "print-version"], cwd=ROOT, stdout=subprocess.PIPE, text=True,
                             check=True).stdout
    source = os.environ.get("REPOSITORY", "")
    own = {"INHERIT": "look.yml", "docs_dir": str(stage.pages), "site_dir": str(site), "nav": contents(),
           "copyright": f"gpubench {version.strip()}" + (f' <a href="{source}">source</a>' if source else "")}
    (folder / "mkdocs.yml").write_text("\n".join(f"{key}: {json.dumps(value)}" for key, value in own.items()) + "\n",
                                       encoding="utf-8")
    print(f"{len(stage.known)} pages and files")


if __name__ == "__main__":
    main()
