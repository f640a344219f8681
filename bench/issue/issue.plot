# What issue.gp draws: harness/plot/kinds.h tells how to read this.
summary cycles of a scheduler by banks of registers and by pipes, and the shares of its warps
panel banks  cycles      {operands} measure=banks                {warps}
panel mix    cycles      {mix}      measure=mix                  {warps}
panel most   share_most  contenders measure=turns                -
panel least  share_least contenders measure=turns                -
finding An FFMA issues every {banks[4] at two} where it reads two registers, every {banks[4] at three} where it reads three
