#!/bin/bash
# verified.sh BUILD [NAME]: tests dry runs of benchmarks, at points where verify() must notice every mistake of every
# kernel. A third of the benchmarks is tried, chosen by the commit; with NAME, only that one, and its quick points too
# (mutants.py).
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

if [ -n "${2-}" ]; then
	run "$real" --dry-run --allow-unverified -b "$2"
	check "$2" test "$status" -eq 0
fi
# A benchmark, and values of its axes.
cat >"$work/points" <<END
atomic measure=throughput op=add,min,cas,exch,fetch_add,add_u64,add_f64,add_f32,add_v4f32 pattern=line,random scope=gpu
atomic measure=throughput op=add_f16x2 pattern=one,line,adjacent,sectors,lines
atomic measure=latency chain=add,cas lines=1,16
atomic measure=shared in_shared=add,add_f32,min,exch,cas,fetch_add degree=7,8
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
cache walk=l1 set=393216
cache walk=l2 share=86016
cache walk=write share=69632,2097152
cache walk=near_write,far_write,far_one total=8388608
clocks load=fp16,ffma
clocks load=ffma,fp64,bf16,tf32,int8 sms=2
constant measure=divided distinct=5 apart=4
constant measure=ladder set=768
divergence kind=equal by=lane paths=1,31
divergence kind=equal by=warp paths=5
divergence kind=unequal paths=32
divergence kind=loop paths=3
divergence kind=short length=1 form=branch taken=half
divergence kind=short length=4 form=predicated taken=all
dram op=scale,add skew=0
dram op=mix reads=4
dsmem measure=bandwidth op=load,store size=2 pattern=ring
dsmem measure=bandwidth op=load,async,atomic size=4 pattern=all
dsmem measure=bandwidth op=bulk size=4
dsmem measure=latency way=load,async size=4
dsmem measure=latency way=atomic size=2
dsmem measure=latency way=bulk size=4 bytes=256
energy op=ffma,imad,mma_fp16,wgmma_fp16
energy op=dram_write,mma_tf32,mma_fp64,wgmma_fp8,l1_read,fadd data=zeros
ffma type=fp32,fp64,fp16,bf16,int32,dp4a chains=4 body=640 warps=32 block=256 dynamic=1
l1 pattern=offset offset=32 form=naive
l1 pattern=stride stride=3,24 level=memory
latency memory=shared,constant,texture,halves
latency memory=kind kind=nc
ldmatrix op=load matrices=1 layout=pitch pitch=144
ldmatrix op=load matrices=4 layout=pitch pitch=16
ldmatrix op=load,store matrices=4 layout=swizzled
ldmatrix op=load_trans matrices=2 layout=pitch pitch=128
ldmatrix op=load_trans matrices=4 layout=pitch pitch=48
ldmatrix op=store matrices=2 layout=pitch pitch=64
ldmatrix op=store_trans matrices=1 layout=pitch pitch=80
ldmatrix op=move
interfere share=75 victim=issue,shared aggressor=l2,dram,host,idle
lines measure=fetch,tags,set,promotion
lines measure=replacement,hash,eviction
loaded op=read,write,mix offered=60
loaded op=read,mix offered=0
map view=dram share=50 which=spread
offset op=sum,sum_cg,permuted bytes=1,2,16
sampling subject=shape filter=linear mode=mirror,border
sampling subject=hand filter=point,linear guard=none,mirror
sampling subject=format format=s8,s16,u16
shared op=read,write,copy word=16 unroll=4 warps=8 block=256
stride op=write stride=31
stride op=read,copy stride=65536
sync op=shuffle,vote,redux,barrier,count threads=64
texture pattern=shift path=readonly,array_filter shift=31,32
texture pattern=random,patch words=4 window=128
tma op=im2col level=l2 bytes=1024
tma op=reduce level=l2 bytes=128
tma op=st_async,mbarrier_cluster wait=test
tma op=store level=dram bytes=16
unroll loop=product unroll=1 warps=few
unroll loop=product unroll=16 warps=all
unroll loop=fma unroll=2 warps=few
unroll loop=fma unroll=8 warps=all
END
mapfile -t names < <(cut -d ' ' -f 1 "$work/points" | uniq)
chosen=" ${2-$("$tests/shared/sample_by_commit.py" $((${#names[@]} / 3)) "${names[@]}")} "
[ -n "${2-}" ] || echo "all but these are left to other commits:$chosen"
while read -r name points; do
	[[ $chosen == *" $name "* ]] || continue
	# shellcheck disable=SC2046,SC2086 # words
	run "$real" --dry-run -b "$name" $(printf -- '-a %s ' $points)
	check "$name $points" is_noticed
done <"$work/points"
totals
