# What -use_fast_math changes: the same source with it, and with longer bodies of what it makes short. Then its flags one by
# one, for what they are about.
variants.instr = default fast-math ftz no-prec-div no-prec-sqrt
flags.instr.fast-math = -use_fast_math -DINSTR_FAST_MATH
flags.instr.ftz = -ftz=true -DINSTR_ONE_FLAG
flags.instr.no-prec-div = -prec-div=false -DINSTR_ONE_FLAG
flags.instr.no-prec-sqrt = -prec-sqrt=false -DINSTR_ONE_FLAG
points.instr.ftz = op=fdiv,sqrt,rsqrt,exp,log,pow,tanh
points.instr.no-prec-div = $(points.instr.ftz)
points.instr.no-prec-sqrt = $(points.instr.ftz)
