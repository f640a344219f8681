# The pictures of ldmatrix.gp; harness/plot/kinds.h describes the format.
summary cycles of ldmatrix and stmatrix by row pitch
panel load    cycles  pitch op=load|store,layout=pitch                      {op} x{matrices}
panel trans   cycles  pitch op=load_trans|store_trans,layout=pitch          {op} x{matrices}
panel latency latency pitch op=load|store,matrices=1|4,layout=pitch         {op} x{matrices}
panel swizzle cycles  {op} op=load|load_trans|store|store_trans,layout=swizzled x{matrices}
finding ldmatrix x4 takes {load[load x4] at 128} with rows 128 bytes apart, {load[load x4] at 144} with rows padded to 144 bytes
