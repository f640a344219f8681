#!/bin/bash
# doubts.sh BUILD: tests how long --wait-idle waits for a GPU, on the fake device.
# shellcheck disable=SC2154,SC2034 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

toy=(-b toy --quick)

began=$(date +%s%N)
on processes=1 "${toy[@]}" --wait-idle 0.3
took=$((($(date +%s%N) - began) / 1000000))
check "--wait-idle is bounded" test "$(fields reason <"$out" | grep -c "^1 other compute process on the GPU$")" -eq 3
check "--wait-idle waits, $took ms, at each point" test "$took" -ge 900
check "--wait-idle is no sign of a hang" test "$(fields status <"$out" | grep -c failed)" -eq 0

totals
