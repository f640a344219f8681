"""holes.py: {name of a change that no test notices yet: the test that is missing}. Whoever adds it takes the line away."""

HOLES = {}
