#!/bin/bash
# doubts.sh BUILD: tests several GPUs at a time, and the causes of suspect rows, on the fake device.
# results/fault-outcomes.md lists the outcomes.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy=(-b toy --quick)

# ---- what makes a row suspect ----------------------------------------------------------------------------------------

on throttle=0x40 "${toy[@]}" --strict
check "--strict and a suspect row" ends 2 "suspect: hardware or thermal slowdown"

one="toy suspect 1 other compute process on the GPU"
on processes=1 "${toy[@]}"
check "another process on the GPU" has "$out" "benchmark status reason" "$one
$one
$one"
check "it is no failure" ends 0 "3 suspect: other work on the GPU (3)"
on processes=1,leave=0.5 "${toy[@]}" --wait-idle 30
check "--wait-idle until it has left" has "$out" "status reason" "ok 
ok 
ok "
other="suspect the GPU was busy with other work (80 %) before the first launch"
on processes=-1,busy=80 "${toy[@]}"
check "a GPU that others keep busy" has "$out" "status reason" "$other
$other
$other"
check "that is no failure" ends 0 "3 suspect: other work on the GPU (3)"
clock="250000000 suspect memory clock 250 MHz below rated 1000 MHz"
on memclock=0.25e9 "${toy[@]}" --strict
check "a memory clock that stays down" has "$out" "mem_clock_hz status reason" "$clock
$clock
$clock"
check "--strict and a memory clock that stays down" ends 2 "3 suspect: memory clock too low (3)"
began=$(date +%s%N)
on processes=1 "${toy[@]}" --wait-idle 0.3
took=$((($(date +%s%N) - began) / 1000000))
check "--wait-idle is bounded" has "$out" "benchmark status reason" "$one
$one
$one"
check "--wait-idle waits, $took ms, at each point" test "$took" -ge 900
check "--wait-idle is no sign of a hang" test "$(fields status <"$out" | grep -c failed)" -eq 0

totals
