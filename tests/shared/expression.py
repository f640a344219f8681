"""expression.py: evaluates the expressions of .audit and .counters files: numbers, names, + - * / ( ) and min(a, b),
max(a, b). A division by 0 yields 0, since there was nothing to count. """
import re

NUMBER = re.compile(r" *([0-9]+(?:\.[0-9]+)?)")
NAME = re.compile(r" *([A-Za-z_][A-Za-z0-9_.]*)")


class Wrong(Exception):
    """An expression that cannot be evaluated; the text gives the place."""


def number_text(value):
    """A number as in messages and names of instructions: whole numbers without a point."""
    return f"{value:.0f}" if value == int(value) else f"{value:.6g}"


def names_in(text):
    """The names in an expression, in order, including repetitions."""
    return [name for name in NAME.findall(re.sub(r"\b(?:min|max) *\(", "(", text))]


def evaluate(text, bound):
    """The value of an expression with the values `bound` for its names."""
    reader = _Reader(text, bound)
    result = reader.sum()
    if reader.rest.strip():
        reader.fail()
    return result


class _Reader:
    def __init__(self, text, bound):
        self.text = self.rest = text
        self.bound = bound

    def fail(self):
        where = f"at '{self.rest.strip()}'" if self.rest.strip() else "at its end"
        raise Wrong(f"cannot work out '{self.text}' {where}")

    def take(self, token):
        rest = self.rest.lstrip(" ")
        if not rest.startswith(token):
            return False
        self.rest = rest[len(token):]
        return True

    def expect(self, token):
        if not self.take(token):
            self.fail()

    def sum(self):
        result = self.product()
        while True:
            if self.take("+"):
                result += self.product()
            elif self.take("-"):
                result -= self.product()
            else:
                return result

    def product(self):
        result = self.factor()
        while True:
            if self.take("*"):
                result *= self.factor()
            elif self.take("/"):
                by = self.factor()
                result = result / by if by else 0.0
            else:
                return result

    def factor(self):
        if self.take("("):
            result = self.sum()
            self.expect(")")
            return result
        for word, choose in (("min(", min), ("max(", max)):
            if self.take(word):
                first = self.sum()
                self.expect(",")
                second = self.sum()
                self.expect(")")
                return choose(first, second)
        found = NUMBER.match(self.rest)
        if found:
            self.rest = self.rest[found.end():]
            return float(found.group(1))
        found = NAME.match(self.rest)
        if not found or found.group(1) not in self.bound:
            self.fail()
        self.rest = self.rest[found.end():]
        return float(self.bound[found.group(1)])
