#!/bin/bash
# doubts.sh BUILD: tests several GPUs at a time, and the causes of suspect rows, on the fake device.
# results/fault-outcomes.md lists the outcomes.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy=(-b toy --quick)

# ---- several GPUs ----------------------------------------------------------------------------------------------------

on devices=3 "${toy[@]}" --concurrent
check "side by side" ends 0
check "rows GPU by GPU, with a remark" \
	has "$out" "device status reason" "0 ok measured together with 2 other GPUs of this host
0 ok measured together with 2 other GPUs of this host
0 ok measured together with 2 other GPUs of this host
1 ok measured together with 2 other GPUs of this host
1 ok measured together with 2 other GPUs of this host
1 ok measured together with 2 other GPUs of this host
2 ok measured together with 2 other GPUs of this host
2 ok measured together with 2 other GPUs of this host
2 ok measured together with 2 other GPUs of this host"
on devices=3 "${toy[@]}"
check "one after another there is nothing to remark" test -z "$(fields reason <"$out" | tr -d '\n')"

# ---- what makes a row suspect ----------------------------------------------------------------------------------------

on throttle=0x40 "${toy[@]}" --strict
check "--strict and a suspect row" ends 2 "suspect: hardware or thermal slowdown"
on "" "${toy[@]}" --strict
check "--strict and none" ends 0
on cc=60 -b skeleton --quick --strict
check "--strict and skipped rows" ends 0

one="toy suspect 1 other compute process on the GPU"
on processes=1 "${toy[@]}"
check "another process on the GPU" has "$out" "benchmark status reason" "$one
$one
$one"
check "it is no failure" ends 0 "3 suspect: other work on the GPU (3)"
on processes=-1 "${toy[@]}"
check "a card that does not tell its processes" has "$out" "status reason" "ok 
ok 
ok "
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
on processes=-1,busy=80,leave=2 "${toy[@]}" --wait-idle 30
check "--wait-idle until it is idle" has "$out" "status reason" "ok 
ok 
ok "
on busy=-1,workers=-1 "${toy[@]}" --wait-idle 30
check "a card that does not tell its work" has "$out" "status reason" "ok 
ok 
ok "
on memclock=1e9,asleep=30 "${toy[@]}"
check "a memory clock that comes up" has "$out" "mem_clock_hz status" "1e+09 ok
1e+09 ok
1e+09 ok"
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
