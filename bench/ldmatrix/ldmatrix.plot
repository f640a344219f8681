# What ldmatrix.gp draws: harness/plot/kinds.h tells how to read this.
summary cycles of ldmatrix and stmatrix against the pitch of rows
panel load    cycles  pitch op=load|store,layout=pitch                      {op} x{matrices}
panel trans   cycles  pitch op=load_trans|store_trans,layout=pitch          {op} x{matrices}
panel latency latency pitch op=load|store,matrices=1|4,layout=pitch         {op} x{matrices}
panel swizzle cycles  {op} op=load|load_trans|store|store_trans,layout=swizzled x{matrices}
finding Rows 128 bytes apart: ldmatrix x4 takes {load[load x4] at 128}; rows padded to 144 bytes: {load[load x4] at 144}
