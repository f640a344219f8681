# The pictures of issue.gp; harness/plot/kinds.h describes the format.
summary cycles of a scheduler by register banks and by pipes, and the shares of its warps
panel banks  cycles      {operands} measure=banks                {warps}
panel mix    cycles      {mix}      measure=mix                  {warps}
panel most   share_most  contenders measure=turns                -
panel least  share_least contenders measure=turns                -
finding An FFMA that reads two registers issues every {banks[4] at two}, one that reads three every {banks[4] at three}
