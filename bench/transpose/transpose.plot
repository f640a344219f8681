# What transpose.gp draws: harness/plot/kinds.h tells how to read this.
summary transposes against a copy
panel method bandwidth {method} - {n}
