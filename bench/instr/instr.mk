# What -use_fast_math changes: the same source with it, and with longer bodies of what it makes short.
variants.instr = default fast-math
flags.instr.fast-math = -use_fast_math -DINSTR_FAST_MATH
