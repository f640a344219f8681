# counters.sh: the comparison with hardware counters (tests/gpu/counters.awk) on numbers by hand; read by run.sh behind its own
# tests.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of support.sh

gpu=$(dirname "$0")/../gpu
cat >"$work/x.counters" <<'END'
# a comment
kernels ^x_                  # another
points op=copy,sum,offset=0,1
sectors when op=copy = a__t.sum / a__r.sum within 1 %
bytes = 32 * (a__t.sum + min(a__r.sum, 1)) within 2 % or 10 % because of the tail
END
cat >"$work/x.csv" <<'END'
benchmark,variant,point,status,metric
x,default,"op=copy,offset=0,block=32",ok,bandwidth
x,default,"op=copy,offset=0,block=32",ok,sectors
x,default,"op=copy,offset=2,block=32",ok,bandwidth
x,default,"op=sum,offset=1,block=32",suspect,bandwidth
x,default,"op=sum,offset=0,block=32",failed,
y,default,"op=sum,offset=0,block=32",ok,bandwidth
x,,"op=copy,offset=0",ok,plateau
END

# counters MODE FILES...
counters() {
	run awk -f "$gpu/csv.awk" -f "$gpu/../audit/value.awk" -f "$gpu/counters.awk" -v mode="$1" -v bench=x -v launches=2 \
		-v totals="$work/totals" "$work/x.counters" "${@:2}"
}

counters metrics
check "counters that are needed" test "$(cat "$out")" = "a__t.sum,a__r.sum"
counters kernels
check "kernels that are timed" test "$(cat "$out")" = "^x_"
counters select "$work/x.csv"
check "points to profile" has "$out" "point metric" "op=copy,offset=0,block=32 bandwidth
op=sum,offset=1,block=32 bandwidth"

# launched SECTORS BYTES: what two points say; profiled T R: what the counters saw of each of their last launches.
launched() {
	printf '%s\n' variant,point,metric,value,status,reason \
		'default,"op=copy,offset=0",,,skipped,launched 2 times' "default,\"op=copy,offset=0\",sectors,$1,skipped," \
		"default,\"op=copy,offset=0\",launch_bytes,$2,skipped," \
		'default,"op=sum,offset=1",,,skipped,launched 2 times' "default,\"op=sum,offset=1\",launch_bytes,$2,skipped," \
		>"$work/launched.csv"
}
profiled() {
	printf '"ID","Kernel Name","a__t.sum","a__r.sum"\n"","","",""\n' >"$work/ncu.csv"
	for id in 0 1 2 3; do
		if [ $((id % 2)) -eq 0 ]; then
			echo "\"$id\",\"x_copy(a)\",\"9,999\",\"7\""
		else
			echo "\"$id\",\"x_copy(a)\",\"$1\",\"$2\""
		fi
	done >>"$work/ncu.csv"
}
compare() {
	counters compare "$work/launched.csv" "$work/ncu.csv"
}

launched 4 128032
profiled "4,000" 1000
compare
check "numbers that agree" test "$status" -eq 0 -a "$(grep -c '| agrees |' "$out")" -eq 3
check "their table" grep -qF '| op=copy,offset=0 | sectors | 4 | 4 | +0.00 % | agrees |' "$out"
launched 4.1 128032
compare
check "one that differs" test "$status" -eq 1 -a "$(grep -c DIFFERS "$out")" -eq 1
launched 4 120000
compare
check "a difference that is explained" test "$status" -eq 0 -a "$(grep -c 'explained: of the tail' "$out")" -eq 2
launched 4 100000
compare
check "one too large to be explained" test "$status" -eq 1 -a "$(grep -c DIFFERS "$out")" -eq 2
launched 4 128032
sed -i '$d' "$work/ncu.csv"
compare
check "a kernel too few" ends 2 "ncu saw 3 kernels, not 2 x 2 x 1"
profiled "4,000" 1000
sed -i 's/a__r.sum/b__r.sum/' "$work/ncu.csv"
compare
check "a counter that is not there" ends 2 "ncu gave no 'a__r.sum'"
profiled "4,000" 1000
sed -i '/sectors/d' "$work/launched.csv"
compare
check "a line that compares nothing" ends 1 "line 4 of its counters compared nothing"
sed -i 's/within 1 %/within 0.1/' "$work/x.counters"
launched 4.09 128032
compare
check "above 2 % without a reason, whatever the tolerance" test "$status" -eq 1 -a "$(grep -c DIFFERS "$out")" -eq 1
sed -i 's/within 0.1$/within 3 %/' "$work/x.counters"
counters metrics
check "a wide tolerance without a reason" ends 2 "line 4: a tolerance above 2 % needs a reason"
sed -i 's/within 3 %/within about 1/' "$work/x.counters"
counters metrics
check "a tolerance that is none" ends 2 "line 4: 'about 1' is not a tolerance"
