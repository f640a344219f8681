# The pictures of constant.gp; harness/plot/kinds.h describes the format.
summary cycles of constant loads by distinct words and working set, of multiply-adds by operand and code size
panel divided cycles distinct  measure=divided {apart} B apart
panel ladder  cycles set       measure=ladder  -
panel operand cycles {operand} measure=operand -
panel code    cycles body      measure=code    {warps} warps
finding A constant load takes {divided at 1} for one word of a warp, {divided at 32} for 32; a broadcast from {x of ladder last as KiB} takes {ladder last}
