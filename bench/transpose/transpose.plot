# harness/reading/plot/kinds.h and panel_settings.h describe the format.
summary transposes compared with a copy
size 900 440
columns 1
panel method bandwidth {method} - n = {n}
    ylabel useful bytes, TB/s
    yscale 1e12
    xwords 0 12
    key outside right top width 0
    draw bars
finding n = 8192: writing along columns gets {method[n = 8192] at naive_write / method[n = 8192] at copy as %} of a copy, a tile {method[n = 8192] at shared / method[n = 8192] at copy as %}, padded {method[n = 8192] at padded / method[n = 8192] at copy as %}
