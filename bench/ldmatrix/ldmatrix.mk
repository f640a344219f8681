# Volta has none of these instructions.
archs.ldmatrix.default = $(filter-out 70 72,$(gb_archs_all))
