#!/bin/bash
# boards.sh BUILD: tests boards with fewer units than their chip: the limits that `info` prints, with and without a
# card.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# peak UNIT: the printed peak in this unit.
peak() {
	sed -n "s/^  $1  *//p" "$out"
}

# ---- without a card --------------------------------------------------------------------------------------------------

export CUDA_VISIBLE_DEVICES=
run "$real" info --board "NVIDIA L40S"
check "a board of the table" ends 0
check "its chip" test "$(head -1 "$out")" = "NVIDIA L40S: compute capability 8.9"
check "its peak" test "$(peak 'tensor FP16, dense')" = "366.4 TFLOP/s = 1024 / clock x 142 SMs x 2.520 GHz"
run "$real" info --board "NVIDIA L40"
check "half of it on the same chip" test "$(peak 'tensor FP16, dense')" = \
	"181.0 TFLOP/s = 512 / clock x 142 SMs x 2.490 GHz"
run "$real" info --board "NVIDIA GeForce RTX 4070 Ti"
check "a family has rates, and no clock" test "$(peak 'tensor FP8, dense')" = "1024 / clock / SM"
run "$real" info --board "NVIDIA H800"
check "one unit of a board is not known" test "$(peak FP64)" = "not known"
check "the others are" test "$(peak 'tensor FP16, dense')" = \
	"1.071 PFLOP/s = 4096 / clock x 132 SMs x 1.980 GHz"
run "$real" info --board "NVIDIA H100 80GB HBM3 MIG 1g.10gb"
check "a slice has some of its card's SMs" test "$(peak 'tensor FP16, dense')" = "4096 / clock / SM"
run "$real" info --board "NVIDIA H20"
check "none of the units is" test "$(peak 'tensor FP16, dense')" = "not known"
check "though its chip is" test "$(grep -c "not in this program" "$out")" -eq 0
run "$real" info --board "NVIDIA GB10"
check "memory that is its host's" test "$(peak DRAM)" = "273.0 GB/s    of this module, which it shares with its host"
run "$real" info --board "NVIDIA L99"
check "an invented board" complains 2 \
	"'NVIDIA L99': limit unknown: this board is not in the table; it has no limit for units that boards of its chip"
run "$real" info --board "NVIDIA L40" -d 0
check "a board and a card" complains 1 "--board needs no GPU: it cannot be combined with --device"

# ---- with a card -----------------------------------------------------------------------------------------------------

on "cc=89,board=NVIDIA L40" info
check "a card of a board in the table" test "$(peak 'tensor INT8, dense')" = \
	"6.144 TOP/s   = 1024 / clock x 4 SMs x 1.500 GHz"
on "cc=89,board=NVIDIA L99" info
check "a card of another board" test "$(peak 'tensor INT8, dense')" = "limit unknown: this board is not in the table"
check "has what all of its chip have" test "$(peak FP32)" = "1.536 TFLOP/s = 256 / clock x 4 SMs x 1.500 GHz"
on "cc=100,board=NVIDIA B200" info
check "a chip with boards of one kind" test "$(peak 'tensor FP8, dense')" = \
	"98.30 TFLOP/s = 16384 / clock x 4 SMs x 1.500 GHz"

totals
