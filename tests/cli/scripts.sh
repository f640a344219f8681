# scripts.sh: the scripts for a GPU (tests/gpu), on numbers by hand and on the fake device; read by run.sh behind its own tests.
# shellcheck shell=bash disable=SC2154,SC2034 # variables of support.sh

# ---- how windows of a long run differ --------------------------------------------------------------------------------

run "$fake" --plugin "$build/tests/plugins/toy.so" -b toy --quick --json "$work/toy.json"
run "$tests/gpu/windows.py" "$work/toy.json"
check "the samples that gpubench writes can be read" ends 0
run "$tests/gpu/windows.py" /dev/null
check "no row with samples" ends 1 "no row with raw samples is in /dev/null"

# ---- compute-sanitizer, by a stand-in that only says what it would say -----------------------------------------------

mkdir -p "$work/tool" "$work/small/plugins"
cp "$fake" "$work/small/gpubench"
ln -s "$build/tests/plugins/toy.so" "$build/tests/plugins/toy_cycles.so" "$work/small/plugins"
cat >"$work/tool/compute-sanitizer" <<'END'
#!/bin/bash
while [ "${1#--}" != "$1" ]; do
	[ "$1" != --tool ] || tool=$2
	[ "$1" != --help ] || exit 0
	shift 2
done
sleep "${TAKES:-0}"
"$@"
code=$?
[ "$tool" != racecheck ] || echo "========= RACECHECK SUMMARY: ${FINDS:-0} hazards displayed (${FINDS:-0} errors, 0 warnings)"
[ "$tool" = racecheck ] || echo "========= ERROR SUMMARY: ${FINDS:-0} errors"
exit $code
END
chmod +x "$work/tool/compute-sanitizer"

# sanitize [TREE] SETTINGS... -- BENCHMARKS...: with the script of that tree, else our own.
sanitize() {
	local tree=$tests/..
	[ ! -d "$1" ] || { tree=$1; shift; }
	local settings=()
	while [ "$1" != -- ]; do
		settings+=("$1")
		shift
	done
	shift
	run env PATH="$work/tool:$PATH" "${settings[@]}" "$tree/tests/gpu/sanitize.sh" "$work/small" "$@"
}
sanitize --
check "all benchmarks under all tools" ends 0
check "a line for each" test "$(grep -cE '^ok: [a-z]+, toy(_cycles)?: [1-9][0-9]* points launched, [1-9][0-9]* measured' "$out")" -eq 8
check "its totals" grep -qE '^8 passed, 0 failed, 0 not done' "$out"
sanitize FINDS=3 TOOLS="memcheck racecheck" -- toy
check "an error that a tool finds" ends 1
check "it is told" grep -qE '^0 passed, 2 failed, 0 not done' "$out"
sanitize GPUBENCH_FAKE=fail=launch:9+ TOOLS=memcheck -- toy
check "rows that fail" grep -qE '^0 passed, 1 failed, 0 not done' "$out"
mkdir -p "$work/tree/tests" "$work/tree/bench/toy"
cp -r "$tests/gpu" "$work/tree/tests"
echo 'extern "C" __global__ void toy() {}' >"$work/tree/bench/toy/toy.cu"
sanitize "$work/tree" TOOLS="racecheck memcheck" -- toy
check "kernels without shared memory have no races in it" ends 0
check "that is no pass" grep -qE '^1 passed, 0 failed, 0 not done' "$out"
echo '__shared__ int room;' >>"$work/tree/bench/toy/toy.cu"
sanitize "$work/tree" TOOLS=racecheck -- toy
check "with shared memory they are checked" grep -qE '^racecheck: 1 of 1 clean' "$out"
sanitize TAKES=3 LIMIT=1 JOBS=1 TOOLS="memcheck synccheck" -- toy
check "what takes too long" ends 1
check "that is neither passed nor failed" grep -qE '^0 passed, 0 failed, 2 not done' "$out"
sanitize TOOLS=memcheck -- none
check "a benchmark that is not there" grep -qE '^0 passed, 1 failed, 0 not done' "$out"

# ---- beside other benchmarks, which print numbers by hand in the shape of theirs ---------------------------------------

mkdir -p "$work/peers" "$work/beside"
# says PROGRAM: what it prints is on standard input.
says() {
	{ echo '#!/bin/sh'; echo "cat <<'END'"; cat; echo END; } >"$1"
	chmod +x "$1"
}
says "$work/beside/gpubench" <<'END'
benchmark,point,roof,metric,value,status
dram,"op=read,vec=2",dram.read,bandwidth,4e12,ok
dram,"op=write,vec=4",dram.write,bandwidth,4.5e12,suspect
dram,"op=copy,vec=4",dram.copy,bandwidth,3.96e12,ok
dram,"op=copy,vec=4",,energy_per_byte,9e99,ok
dram,"op=scale,vec=4",,bandwidth,4.1e12,ok
dram,"op=add,vec=2",,bandwidth,4.2e12,ok
dram,"op=triad,vec=2",dram.triad,bandwidth,4.3e12,ok
dram,op=driver_copy,,bandwidth,4.04e12,ok
ffma,"type=fp32,chains=2",fp32,flop_rate,66e12,ok
ffma,"type=fp64,chains=2",fp64,flop_rate,33e12,ok
ffma,"type=fp16,chains=2",fp16,flop_rate,132e12,ok
ffma,"type=int32,chains=2",int32,op_rate,33e12,ok
cache,"walk=l1,level=l1",l1.read,bandwidth,33e12,ok
cache,"walk=l2,level=l2",l2.read,bandwidth,9e12,ok
cache,"walk=l1,set=1024",,bandwidth,,failed
END
says "$work/peers/cuda-stream" <<'END'
phase,n_elements,sizeof,max_mbytes_per_sec,runtime
Init,134217728,8,9e9,1
function,num_times,n_elements,sizeof,max_mbytes_per_sec,min_runtime,max_runtime,avg_runtime
Copy,100,134217728,8,4e+06,0.00054,0.0006,0.00055
Mul,100,134217728,8,4.1e+06,0.00054,0.0006,0.00055
Add,100,134217728,8,4.2e+06,0.00081,0.0009,0.00085
Triad,100,134217728,8,4300000.5,0.00081,0.0009,0.00085
Dot,100,134217728,8,3200000,0.00054,0.0006,0.00055
END
says "$work/peers/nvbandwidth" <<'END'
Running device_local_copy.
memcpy local GPU(column) bandwidth (GB/s)
           0
 0   2020.00

SUM device_local_copy 2020.00
END
says "$work/peers/gpu-stream" <<'END'
blockSize   threads       %occ  |                init       read       scale     triad       3pt        5pt
      512        4224   50.0 %  |  GB/s:        3000       2000       2500       2600        222        218
     1024        4224  100.0 %  |  GB/s:        4500       1900       2600       2500        222        218
END
says "$work/peers/mixbench-cuda" <<'END'
Compute iters, Flops/byte, ex.time,  GFLOPS, GB/sec, Flops/byte, ex.time,  GFLOPS, GB/sec, Flops/byte, ex.time,  GFLOPS, GB/sec
            8,      4.250,    0.10,20000.00,3000.00,      2.125,    0.10,10000.00,3000.00,      8.500,    0.10,40000.00,3000.00,     4.250,    0.10,20000.00,3000.00
         1024,    512.250,    1.10,60000.00,  80.00,    256.125,    2.20,30000.00,  80.00,   1024.500,    1.10,120000.00,  80.00,   512.250,    2.20,30000.00,  80.00
END
says "$work/peers/clpeak" <<'END'
Backend: CUDA
  Device 0: NVIDIA H200 (one)
    Driver version   : 580

    Single-precision compute (GFLOPS)
      float    : 66000.00

    Half-precision compute (TFLOPS)
      half     : 60.00
      half2    : 120.00

    Double-precision compute (GFLOPS)
      double   : [error] compile/load failed

    Integer compute (32-bit IMAD) (GOPS)
      int      : 33.00 TOPS

    Global memory bandwidth (GB/s)
      float    : 3000.00
      float4   : 4000.00
END
says "$work/peers/gpu-cache" <<'END'
     data set   exec time     spread        Eff. bw       DRAM read      DRAM write         L2 read       L2 store
         1 kB        16ms       0.1%   30000.0 GB/s         0 GB/s          0 GB/s          0 GB/s          0 GB/s
         2 kB        16ms       0.1%   32000.0 GB/s         0 GB/s          0 GB/s          0 GB/s          0 GB/s
END
says "$work/peers/gpu-l2-cache" <<'END'
     data set   exec time     spread       Eff. bw
       256 kB      8192 kB         4ms       1.0%   13526.6 GB/s        0 GB/s      0 GB/s      0 GB/s      0 GB/s
       256 kB     20480 kB         4ms       1.0%   10000.0 GB/s        0 GB/s      0 GB/s      0 GB/s      0 GB/s
END
peers() { run env ROUNDS=2 "$@" "$tests/gpu/peers.sh" "$work/beside" "$work/peers"; }
peers LEAST=0.98
check "peers: a figure that is missing" ends 1
check "peers: the table" diff - "$out" <<'END'
| quantity | peer | its figure | gpubench | gpubench / peer | both count |
| --- | --- | --- | --- | --- | --- |
| dram.copy | cuda-stream, Copy | 4 TB/s | 3.96 TB/s | 0.990 | bytes read and written, 2n |
| dram.scale | cuda-stream, Mul | 4.1 TB/s | 4.1 TB/s | 1.000 | bytes read and written, 2n |
| dram.add | cuda-stream, Add | 4.2 TB/s | 4.2 TB/s | 1.000 | two arrays read, one written, 3n |
| dram.triad | cuda-stream, Triad | 4.3 TB/s | 4.3 TB/s | 1.000 | two arrays read, one written, 3n |
| dram.read | cuda-stream, Dot | 3.2 TB/s | 4 TB/s | 1.250 | bytes read; its time has the last sum, on the host |
| dram.driver_copy | nvbandwidth, device_local_copy | 4.04 TB/s | 4.04 TB/s | 1.000 | cuMemcpyAsync, bytes read and written: twice what it prints |
| dram.write | gpu-stream, init | 4.5 TB/s | 4.5 TB/s | 1.000 | bytes written |
| dram.read | gpu-stream, read | 2 TB/s | 4 TB/s | 2.000 | bytes read |
| dram.scale | gpu-stream, scale | 2.6 TB/s | 4.1 TB/s | 1.577 | bytes read and written, 2n |
| dram.triad | gpu-stream, triad | 2.6 TB/s | 4.3 TB/s | 1.654 | two arrays read, one written, 3n |
| fp32 | mixbench-cuda, single | 60 TFLOP/s | 66 TFLOP/s | 1.100 | an FMA is two; the largest of its sweep |
| fp64 | mixbench-cuda, double | 30 TFLOP/s | 33 TFLOP/s | 1.100 | an FMA is two; the largest of its sweep |
| fp16 | mixbench-cuda, half | 120 TFLOP/s | 132 TFLOP/s | 1.100 | an FMA is two, in pairs; the largest of its sweep |
| int32 | mixbench-cuda, integer | 30 TOP/s | 33 TOP/s | 1.100 | a multiply-add is two; the largest of its sweep |
| fp32 | clpeak, single | 66 TFLOP/s | 66 TFLOP/s | 1.000 | an FMA is two |
| fp64 | clpeak, double | no figure | 33 TFLOP/s |  | an FMA is two |
| fp16 | clpeak, half | 120 TFLOP/s | 132 TFLOP/s | 1.100 | an FMA is two; its better one of half and half2 |
| int32 | clpeak, integer | 33 TOP/s | 33 TOP/s | 1.000 | a multiply-add is two |
| dram.read | clpeak, global memory | 4 TB/s | 4 TB/s | 1.000 | bytes read, of 512 MB or 8 L2s over and over; its best width |
| l1.read | gpu-cache, Eff. bw | 32 TB/s | 33 TB/s | 1.031 | bytes loaded, all SMs; the best data set inside L1 |
| l2.read | gpu-l2-cache, Eff. bw | 10 TB/s | 9 TB/s | 0.900 | not judged: of its 16 to 40 MB SMs share lines, here each has its own |
END
sed -i 's/: \[error.*/: 33000.00/' "$work/peers/clpeak"
peers LEAST=0.98
check "peers: none is faster" ends 0
peers LEAST=0.995
check "peers: one is" ends 1
check "peers: it is marked" grep -qF '| **0.990, below 0.995** |' "$out"
rm "$work/peers/gpu-cache" "$work/peers/gpu-l2-cache"
peers LEAST=0.98
check "peers: one that is not there" ends 0 "SKIPPED: gpu-cache is not in" "SKIPPED: gpu-l2-cache is not in"
check "peers: the others are" test "$(wc -l <"$out")" -eq 21
says "$work/peers/nvbandwidth" <<'END'
memcpy local GPU(column) bandwidth (GB/s)
           0
 0       N/A
END
printf '#!/bin/sh\necho "Error: out | of memory" >&2\nexit 3\n' >"$work/peers/cuda-stream"
peers LEAST=0.98
check "peers: some that went wrong" ends 1
check "peers: rows say so" grep -qF '| cuda-stream, Copy | no figure (2 of 2 runs went wrong) | 3.96 TB/s |  |' "$out"
check "peers: and why" grep -qx 'cuda-stream, 2 of 2 runs went wrong: exit status 3: Error: out / of memory' "$out"
check "peers: nothing to read" grep -qx 'nvbandwidth, 2 of 2 runs went wrong: nothing that can be read' "$out"
check "peers: the others are compared" grep -qF '| gpu-stream, init | 4.5 TB/s | 4.5 TB/s | 1.000 |' "$out"
rm "$work/peers/"*
peers LEAST=0.98
check "peers: none at all" ends 77 "no peer at all"
