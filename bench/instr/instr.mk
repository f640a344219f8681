# The effect of -use_fast_math: the same source with it, and with longer bodies for operations that it shortens. Then
# each of its flags, for the operations that it affects.
variants.instr = default fast-math ftz no-prec-div no-prec-sqrt
flags.instr.fast-math = -use_fast_math -DINSTR_FAST_MATH
flags.instr.ftz = -ftz=true -DINSTR_ONE_FLAG
flags.instr.no-prec-div = -prec-div=false -DINSTR_ONE_FLAG
flags.instr.no-prec-sqrt = -prec-sqrt=false -DINSTR_ONE_FLAG
# All except those of the study, which the flags do not affect.
points.instr.fast-math = op=iadd,iadd3,shift,mask,imul,imad,dp4a,udiv,umod,idiv,imod,fadd,fmul,ffma,promoted,fdiv,$\
	sqrt,rsqrt,exp,log,pow,tanh,fdiv_fast,sqrt_fast,rsqrt_fast,exp_fast,log_fast,tanh_fast,rcp,sin,sin_fast,$\
	cos_fast,sincos,mufu_rcp,mufu_rsq,mufu_sqrt,mufu_ex2,mufu_lg2,hfma2,dadd,dmul,dfma,ddiv,dsqrt,dsin,dexp,$\
	dlog,i2f,f2i,f2h,d2f,d2i
points.instr.ftz = op=fdiv,sqrt,rsqrt,exp,log,pow,tanh
points.instr.no-prec-div = $(points.instr.ftz)
points.instr.no-prec-sqrt = $(points.instr.ftz)
