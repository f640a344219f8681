#!/bin/bash
# verified.sh BUILD: tests dry runs of benchmarks, at points where verify() must notice every mistake of every kernel.
# shellcheck disable=SC2154 # variables of support.sh
# shellcheck source=/dev/null
. "$(dirname "$0")/support.sh"

# is_noticed: no point is skipped, all are verified and refused, and mistakes were tried.
is_noticed() {
	local all=': ok: ([0-9]+) points? in .*; \1 verified; all \1 correctly fail on a device that does nothing; '
	all+='[1-9][0-9]* mistakes'
	[ "$status" -eq 0 ] && [ ! -s "$err" ] && tail -n 1 "$out" | grep -qE "$all" && return
	grep WRONG "$out"
	return 1
}

# A benchmark, and values of its axes.
while read -r name points; do
	# shellcheck disable=SC2046,SC2086 # words
	run "$real" --dry-run -b "$name" $(printf -- '-a %s ' $points)
	check "$name $points" is_noticed
done <<END
bank pattern=stride op=load stride=33 word=4,16
bank pattern=degree op=load degree=5 word=4
bank pattern=random op=load seed=3 word=16
bank pattern=padded,swizzled op=load_half
bank pattern=stride op=load_half stride=31
bank pattern=stride op=store stride=32 word=4
bank pattern=broadcast op=store word=8
bank pattern=random op=store seed=2 word=8
bank pattern=stride op=add stride=0
bank pattern=degree op=add degree=7
bank pattern=multicast op=exchange share=4 word=8
bank pattern=padded,swizzled op=exchange word=16
clocks load=fp16,ffma
divergence kind=equal by=lane paths=1,31
divergence kind=equal by=warp paths=5
divergence kind=unequal paths=32
divergence kind=loop paths=3
divergence kind=short length=1 form=branch taken=half
divergence kind=short length=4 form=predicated taken=all
dsmem measure=bandwidth op=load,store size=2 pattern=ring
dsmem measure=bandwidth op=load,async,atomic size=4 pattern=all
dsmem measure=bandwidth op=bulk size=4
dsmem measure=latency way=load,async size=4
dsmem measure=latency way=atomic size=2
dsmem measure=latency way=bulk size=4 bytes=256
energy op=ffma,imad,mma_fp16,wgmma_fp16
ffma type=fp32,fp64,fp16,bf16,int32,dp4a chains=4 body=640 warps=32 block=256 dynamic=1
ldmatrix op=load matrices=1 layout=pitch pitch=144
ldmatrix op=load matrices=4 layout=pitch pitch=16
ldmatrix op=load,store matrices=4 layout=swizzled
ldmatrix op=load_trans matrices=2 layout=pitch pitch=128
ldmatrix op=load_trans matrices=4 layout=pitch pitch=48
ldmatrix op=store matrices=2 layout=pitch pitch=64
ldmatrix op=store_trans matrices=1 layout=pitch pitch=80
ldmatrix op=move
interfere share=75 victim=issue,shared aggressor=l2,dram,host,idle
latency memory=shared,constant,texture,halves
lines measure=fetch,tags,set,promotion
loaded op=read,write,mix offered=60
shared op=read,write,copy word=16 unroll=4 warps=8 block=256
unroll loop=product unroll=1 warps=few
unroll loop=product unroll=16 warps=all
unroll loop=fma unroll=2 warps=few
unroll loop=fma unroll=8 warps=all
END
totals
