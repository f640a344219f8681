# The pictures of transpose.gp; harness/plot/kinds.h describes the format.
summary transposes compared with a copy
panel method bandwidth {method} - {n}
finding n = 8192: writing along columns gets {method[8192] at naive_write / method[8192] at copy as %} of a copy, a tile {method[8192] at shared / method[8192] at copy as %}, padded {method[8192] at padded / method[8192] at copy as %}
