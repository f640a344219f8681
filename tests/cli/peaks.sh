#!/bin/bash
# peaks.sh BUILD: tests who reads the remembered peaks of a card, and what they say about bad files.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

export XDG_CACHE_HOME=$work/cache
folder=$XDG_CACHE_HOME/gpubench/peaks

mkdir "$work/nvml"
ln -s "$build/tests/libfake_nvml.so" "$work/nvml/libnvidia-ml.so.1"
LD_LIBRARY_PATH=$work/nvml GPUBENCH_FAKE_NVML=card GPUBENCH_FAKE=nvml=1 run "$fake" --all --quick -o "$work/run.csv" \
	--remember
card=$folder/GPU-a0000000-1111-2222-3333-444444444444_692-2G520-0282-001_580.00_700.csv

# ---- who reads them --------------------------------------------------------------------------------------------------

cat >"$work/five.c" <<'END'
#include "gpubench_peaks.h"

int main(int argc, char **argv)
{
	static struct gpubench_peaks peaks;

	if (gpubench_peaks_read(&peaks, argc > 1 ? argv[1] : NULL) != 0)
		return fprintf(stderr, "%s\n", peaks.error), 1;
	const struct gpubench_peak *peak = gpubench_peak_find(&peaks, "toy.add");
	printf("%s %.9g %s %.9g %d\n", peaks.gpu_name, gpubench_sustained(&peaks, "toy.add"), peak->unit,
	       peak->limit, peak->suspect);
	return 0;
}
END
cat >"$work/five.py" <<'END'
import sys
import gpubench
try:
    peaks = gpubench.peaks(*sys.argv[1:])
    peak = peaks["toy.add"]
    print(f"{peaks.gpu_name} {peak.sustained:.9g} {peak.unit} {peak.limit:.9g} {peak.status != 'ok':d}")
except gpubench.Error as error:
    sys.exit(str(error))
END
measured_now=$(fields "gpu_name value unit limit status" <"$card" | sed 's/ ok$/ 0/')
warnings="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wcast-qual -Wwrite-strings -Wundef -Wformat=2 -Werror"
readers=("$python $work/five.py")
for compiler in "gcc -std=c11 -D_GNU_SOURCE" "clang -std=c11 -D_GNU_SOURCE" "gcc -std=c99 -D_POSIX_C_SOURCE=200809L" \
		"g++ -x c++ -std=c++17"; do
	command -v "${compiler%% *}" >/dev/null || { skip "${compiler%% *} is not installed"; continue; }
	name=$work/five.${#readers[@]}
	# shellcheck disable=SC2086 # words
	run $compiler $warnings -I"$tests/../harness" -o "$name" "$work/five.c" -lm -ldl
	check "$compiler takes the header" ends 0
	readers+=("$name")
done

# ask LIKE ARGUMENTS...: the output of the reader $reader on such a card.
ask() {
	local like=$1
	shift
	# shellcheck disable=SC2086 # words
	LD_LIBRARY_PATH=$work/nvml GPUBENCH_FAKE_NVML=$like PYTHONPATH=$tests/../python run $reader "$@"
}
elsewhere=${card/_580.00_/_590.00_}
if sanitized; then
	skip "readers of peaks: no other program can load an NVML that was built with a sanitizer"
	readers=()
fi
for reader in "${readers[@]}"; do
	ask card
	check "$reader reads what was measured" test "$(cat "$out")" = "$measured_now"
	ask card GPU-a0000000
	check "$reader: by its UUID" test "$(cat "$out")" = "$measured_now"
	ask card GPU-b0000000
	check "$reader: another UUID" complains 1 "there is no"
	CUDA_VISIBLE_DEVICES=1 ask card
	check "$reader: a number that is not there" complains 1 "there is no"
	CUDA_VISIBLE_DEVICES=GPU-a0 ask card
	check "$reader: a UUID in CUDA_VISIBLE_DEVICES" test "$(cat "$out")" = "$measured_now"
	ask noinit
	check "$reader: no driver" complains 1 "no GPU here"
	ask mig
	check "$reader: a card in slices" complains 1 "peaks exist only for whole GPUs"
	mv "$card" "$elsewhere"
	ask card
	check "$reader: another driver" complains 1 "$elsewhere: describes another state of this card"
	mv "$elsewhere" "$card"
	cp "$card" "$work/good"
	head -c -20 "$work/good" >"$card"
	ask card
	check "$reader: a torn file" complains 1 "$card: line 2: is incomplete"
	sed 's/GPU-a000/GPU-b000/' "$work/good" >"$card"
	ask card
	check "$reader: another card" complains 1 "$card: line 2: describes another card"
	sed 's/^gpubench-1/gpubench-2/' "$work/good" >"$card"
	ask card
	check "$reader: another schema" complains 1 "$card: line 2: "
	sed '1s/,status,/,limit,/' "$work/good" >"$card"
	ask card
	check "$reader: a column twice" complains 1 "$card: line 1: "
	cat "$work/good" >"$card"
	chmod 620 "$card"
	ask card
	check "$reader: a file that others can write to" complains 1 "$card: others can write to it"
	chmod 600 "$card"
	chmod 720 "$folder"
	ask card
	check "$reader: a folder that others can write to" complains 1 "$folder: others can write to it"
	chmod 700 "$folder"
	mv "$card" "$work/away"
	ask card
	check "$reader: nothing is remembered" test "$status" -ne 0
	mv "$work/away" "$card"
done

if [ "$(id -u)" -eq 0 ]; then
	chown 65534 "$folder"
	run "$real" peaks --update "$tests/data/card/quick.csv"
	check "a folder of another user" ends 2 "$folder: belongs to another user"
else
	skip "only root can give a folder to another user"
fi

totals
