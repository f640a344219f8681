"""holes.py: {name of a change that no test notices yet: the test that is missing}. Whoever adds it takes the line away."""

HOLES = {
    'bench/atomic/atomic.c: not filled: gb_fill(run, s->at, 0, CHAIN_BYTES)':
        'a launch after which only this buffer is stale',
    'bench/atomic/atomic.c: not reported: gb_fail(run, "%u of %llu attempts won", left, (unsigned long long)(threads * each))':
        'too many successful attempts as the only fault',
    'bench/atomic/atomic.c: not reported: gb_fail(run, "%u of %u attempts of warp %u succeeded", left, ATOMIC_LANES * each, warp)':
        'this fault as the only one',
    'bench/bank/bank.c: last one left out: for (unsigned int i = 0; i < BANK_BYTES / 4; i++)':
        'a fault only in the last element',
    'bench/cache/cache.c: cost doubled: return (struct gb_cost){ .bytes = (double)visits(run) * (double)granule_of(run) };':
        'not tried yet',
    'bench/cache/cache.c: limit doubled: return device->rates.l1_bytes * device->sm_count * sm_hz;':
        'not tried yet',
    'bench/cache/cache.c: limit doubled: return gb_memory_rate(device);':
        'not tried yet',
    'bench/cache/cache.c: limit doubled: return gb_value(run, "share") > JOINED_SHARE ? limit_l2_write(device) : (double)NAN;':
        'not tried yet',
    'bench/cache/cache.c: limit doubled: return limit_l2_read(device);':
        'not tried yet',
    'bench/cache/cache.c: limit doubled: return limit_l2_write(device);':
        'not tried yet',
    'bench/cache/cache.c: not filled: gb_fill(run, s->at, 0xff, s->room)':
        'not tried yet',
    'bench/cache/cache.c: not filled: gb_fill(run, s->ticket, 0, sizeof(uint32_t))':
        'a launch after which only this buffer is stale',
    'bench/cache/cache.c: not filled: gb_fill(run, s->visits, 0, visits_bytes(run))':
        'not tried yet',
    'bench/cache/cache.c: not recorded: launch_recorded(run, launch, &s->args.record, 1)':
        'not tried yet',
    'bench/collective/collective.c: last one left out: for (uint32_t r = 0; r < s->ranks && status == GB_OK; r++) {':
        'a fault only in the last element',
    'bench/dsmem/dsmem.c: cost doubled: return (struct gb_cost){ .ops = s->args.trips };':
        'a test of the operations of a latency point',
    'bench/dsmem/dsmem.c: last one left out: for (unsigned int b = 0; b < s->shape.grid; b++)':
        'a fault only in the last element',
    'bench/dsmem/dsmem.c: last one left out: for (unsigned int i = 0; i < DSMEM_WORDS; i++) {':
        'a fault only in the last element',
    'bench/exchange/exchange.c: last one left out: for (uint32_t from = 0; from < s->gpus; from++)':
        'a fault only in the last element',
    'bench/exchange/exchange.c: last one left out: for (uint32_t i = 0; i < s->gpus && status == GB_OK; i++) {':
        'a fault only in the last element',
    'bench/gemm/verify.c: last one left out: for (unsigned int i = 0; i < ELEMENTS && status == GB_OK; i++)':
        'a fault only in the last element',
    'bench/gemm/verify.c: not reported: gb_fail(run, "operand element %llu is wrong", (unsigned long long)(first + k))':
        'an operand with one wrong element',
    'bench/host_cache/verify.c: not reported: gb_fail(run, "the check looked at %llu of %llu words of thread %u", (unsigned long long)r->compared, (unsigned long long)words, (unsigned int)thread)':
        'a check of fewer words: these kernels run on the host unchanged',
    'bench/host_dram/verify.c: not reported: gb_fail(run, "the check looked at %llu of %llu words", (unsigned long long)r->compared, (unsigned long long)words)':
        'a check of fewer words: these kernels run on the host unchanged',
    'bench/host_fma/host_fma.c: last one left out: for (size_t i = 0; i < count; i++) {':
        'a fault only in the last element',
    'bench/host_latency/circle.c: not doubted: gb_suspect(run, "%.1f %% of the memory is in huge pages", 100 * p->huge)':
        'a /proc/self/smaps that lacks the line, or reports huge pages',
    'bench/host_latency/circle.c: not doubted: gb_suspect(run, "/proc/self/smaps does not show which pages the memory has")':
        'a /proc/self/smaps that lacks the line, or reports huge pages',
    'bench/host_latency/verify.c: not reported: gb_fail(run, "the lines of the set are not one circle")':
        'a set of two circles',
    'bench/instr/point.c: cost doubled: return (struct gb_cost){ .ops = half_bodies * instr_body(run) / 2 * (double)instr_threads(s) };':
        'not tried yet',
    'bench/instr/point.c: limit doubled: return instr_is_latency(run) ? (double)NAN : rate(instr_operation(run), device) * device->sm_count * sm_hz;':
        'not tried yet',
    'bench/instr/verify.c: last one left out: for (unsigned int i = 0; i < INSTR_RECORDED; i++) {':
        'not tried yet',
    'bench/instr/verify.c: last one left out: for (unsigned int seed = 0; seed < INSTR_SEEDS; seed++) {':
        'not tried yet',
    'bench/instr/verify.c: not filled: gb_fill(run, s->expected, 0xee, EXPECTED_BYTES)':
        'not tried yet',
    'bench/instr/verify.c: not filled: gb_fill(run, s->out, 0xff, instr_threads(s) * sizeof(unsigned int))':
        'not tried yet',
    'bench/instr/verify.c: not filled: gb_fill(run, s->steps, 0xdd, STEPS_BYTES)':
        'not tried yet',
    'bench/instr/verify.c: not reported: gb_fail(run, "seed %u started from %#llx, not %#llx", seed, step->before, instr_start_of(op, seed))':
        'not tried yet',
    'bench/instr/verify.c: not reported: gb_fail(run, "seed %u, record %u: of %#llx and %#llx came %#llx", seed, i, step[i].before, instr_operand_of(op, seed), step[i].after)':
        'not tried yet',
    'bench/intensity/point.c: cost doubled: .bytes = (double)intensity_ways(run) * (double)s->part,':
        'not tried yet',
    'bench/intensity/point.c: cost doubled: .ops = intensity_fmas(run) * intensity_word(run)->flops * (double)intensity_threads(s) * s->args.rounds,':
        'not tried yet',
    'bench/intensity/point.c: limit doubled: return limit_lesser(intensity_peak((int)gb_value(run, "type"), device, sm_hz),':
        'not tried yet',
    'bench/intensity/verify.c: last one left out: for (uint64_t place = 0; place < (s->steps > 0 ? s->tile : s->args.fed); place += chains)':
        'not tried yet',
    'bench/intensity/verify.c: last one left out: for (uint64_t round = 0; round < s->args.rounds; round++)':
        'not tried yet',
    'bench/intensity/verify.c: last one left out: for (unsigned int i = 0; i < (s->steps > 0 ? s->steps : 1); i++)':
        'not tried yet',
    'bench/intensity/verify.c: not filled: gb_fill(run, s->out + next * s->part, 0xff, s->part)':
        'not tried yet',
    'bench/intensity/verify.c: not reported: gb_fail(run, "chain 0 of thread %llu ends in %#llx on the device, in %#llx on the host", (unsigned long long)thread, (unsigned long long)found, (unsigned long long)expected)':
        'not tried yet',
    'bench/issue/verify.c: last one left out: for (unsigned int i = 0; i < ISSUE_WORDS; i++)':
        'operands that the test works out by itself: it takes those of the benchmark',
    'bench/issue/verify.c: last one left out: for (unsigned int k = 0; k < ISSUE_CHAINS; k++) {':
        'operands that the test works out by itself: it takes those of the benchmark',
    'bench/latency/verify.c: not filled: gb_fill(run, s->place, 0xff, sizeof(struct latency_place))':
        'kernels that leave one of the two unchanged: the other is caught first',
    'bench/latency/verify.c: not filled: gb_fill(run, s->walk, 0xff, args.walkers * sizeof *walk)':
        'kernels that leave one of the two unchanged: the other is caught first',
    'bench/latency/verify.c: not reported: gb_fail(run, "the cycle comes back after %u of %u walkers", i + 1, walkers)':
        'a chain with a loop in it',
    'bench/latency/verify.c: not reported: gb_fail(run, "the cycle has %u words, not %u", hops, s->chain.lines)':
        'a chain that leaves words out',
    'bench/launch/graph.c: last one left out: for (uint32_t i = 0; i < nodes && status == GB_OK; i++) {':
        'a fault only in the last element',
    'bench/loaded/loaded.c: not filled: gb_fill(run, s->place + offsetof(struct loaded_place, ready), 0, 2 * sizeof(unsigned int))':
        'the C models count blocks up from the previous contents',
    'bench/loaded/loaded.c: last one left out: for (unsigned int w = 0; w < s->warps; w++)':
        'a fault only in the last element',
    'bench/loaded/loaded.c: not reported: gb_fail(run, "the first warp of the traffic had %u turns", warp[0].turns)':
        'a warp that reports turns although none is offered',
    'bench/map/map.c: not filled: gb_fill(run, s->next, 0, sizeof(unsigned long long))':
        'the C models take every chunk, whatever the counter says',
    'bench/map/verify.c: last one left out: for (uint64_t i = 0; i < MAP_LINES && status == GB_OK; i++)':
        'a fault only in the last element',
    'bench/map/verify.c: not reported: gb_fail(run, "line %llu does not hold its address", (unsigned long long)i)':
        'lines, one of which has other contents',
    'bench/occupancy/occupancy.c: not filled: gb_fill(run, s->ballast, 0x5a, sizeof(uint32_t[2 * OCCUPANCY_BALLAST]))':
        'a check of the ballast',
    'bench/occupancy/verify.c: last one left out: for (int i = 0; i < OCCUPANCY_SMS; i++)':
        'a fault only in the last element',
    'bench/occupancy/verify.c: not filled: gb_fill(run, s->out, 0xff, results * sizeof(float))':
        'a kernel that leaves only this buffer unchanged: the other fills catch one that does nothing',
    'bench/occupancy/verify.c: not filled: gb_fill(run, s->report, 0, REPORT_WORDS * sizeof(uint64_t))':
        'a kernel that leaves only this buffer unchanged: the other fills catch one that does nothing',
    'bench/occupancy/verify.c: recorded when timed: s->args.record = s->args.hold = 0;':
        'C models that show the record of a timed launch',
    'bench/overlap/verify.c: last one left out: for (int w = 0; w < WINDOWS && overlap_has_math(run); w++) {':
        'a fault only in the last element',
    'bench/overlap/verify.c: last one left out: for (uint64_t i = 0; i < OUTPUT_WINDOW; i++)':
        'a fault only in the last element',
    'bench/overlap/verify.c: not reported: gb_fail(run, "word %llu is %#x on the device, %#x on the host", (unsigned long long)(start + i), window[i], expected(run, start + i))':
        'memory that looks different to the host and the device',
    'bench/p2p/verify.c: last one left out: for (int i = 0; i < 2 && status == GB_OK; i++)':
        'a fault only in the last element',
    'bench/p2p/verify.c: last one left out: for (uint32_t b = 0; b < s->shape.grid && status == GB_OK; b++)':
        'a fault only in the last element',
    'bench/prefetch/prefetch.c: last one left out: for (unsigned int b = 0; b < HOST_BLOCKS; b++) {':
        'a fault only in the last element',
    'bench/random/random.c: last one left out: for (unsigned int i = 0; i < RANDOM_SUMS; i++)':
        'a fault only in the last element',
    'bench/sampling/model.c: not filled: gb_fill(run, s->worst, 0, sizeof worst)':
        'a worst difference left by an earlier point',
    'bench/spill/verify.c: not reported: gb_fail(run, "built for %u registers, and has %u", most, kernel->registers)':
        'fatbins with a different register count',
    'bench/spill/verify.c: not reported: gb_fail(run, "built without a register limit, but %u bytes are in local memory", kernel->local_bytes)':
        'fatbins with unexpected local memory',
    'bench/stencil/stencil.c: last one left out: for (unsigned int i = 0; i < HOST_CHECKS; i++) {':
        'a fault only in the last element',
    'bench/stencil/stencil.c: not reported: gb_fail(run, "built for %u registers, and has %u", most, s->kernel.registers)':
        'fatbins with a different register count',
    'bench/streams/overlap.c: not reported: gb_fail(run, "the host finds %#x in word %llu, not %#x", found, (unsigned long long)i, want)':
        'memory that looks different to the host and the device',
    'bench/streams/streams.c: not filled: gb_fill(run, s->count, 0, sizeof(struct streams_count))':
        'the C models count up from the previous contents',
    'bench/sync/launch.c: not filled: gb_fill(run, s->slots, 0, s->slots_bytes)':
        'the C models do not depend on the contents of slots',
    'bench/sync/verify.c: last one left out: for (unsigned int l = 0; l < SYNC_WARP; l++)':
        'the C models do not depend on the contents of slots',
    'bench/sync/verify.c: not filled: gb_fill(run, s->slots, 0, s->slots_bytes)':
        'the C models do not depend on the contents of slots',
    'bench/sync/verify.c: not filled: gb_fill(run, s->slots, 0, s->slots_bytes) (2)':
        'the C models do not depend on the contents of slots',
    'bench/tensor/verify.c: recorded when timed: s->args.record = 0;':
        'C models that show the record of a timed launch',
    'bench/texture/texture.c: cost doubled: return (struct gb_cost){ .bytes = (texture_gathers(run) ? 4.0 : 8.0) * texture_words(run) * reads(run) };':
        'not tried yet',
    'bench/texture/texture.c: last one left out: for (size_t w = 0; w < sizeof starts / sizeof starts[0]; w++) {':
        'a fault only in the last element',
    'bench/texture/texture.c: last one left out: for (uint64_t i = 0; i < WINDOW_FLOATS; i++)':
        'a fault only in the last element',
    'bench/texture/texture.c: limit doubled: return l1;':
        'not tried yet',
    'bench/texture/texture.c: limit doubled: return limit_is_of_memory(device, (double)texture_image_bytes(gb_state(run))) ? gb_memory_rate(device)':
        'not tried yet',
    'bench/texture/texture.c: limit doubled: return limit_lesser(l1, used * gb_memory_rate(device));':
        'not tried yet',
    'bench/texture/texture.c: not filled: gb_fill(run, s->out, 0xff, result_count(run) * sizeof(float))':
        'not tried yet',
    'bench/texture/texture.c: not recorded: launch_recorded(run, launch, &s->args.record, 1)':
        'not tried yet',
    'bench/texture/texture.c: not reported: gb_fail(run, "float %llu of the image is %g, not %u", (unsigned long long)(starts[w] + i), (double)window[i], texture_number(starts[w] + i))':
        'not tried yet',
    'bench/tma/tma.c: not filled: gb_fill(run, s->turn[i / 2][i % 2], 0, sizeof(unsigned long long))':
        'a launch after which only this buffer is stale',
    'bench/transfer/verify.c: last one left out: for (uint64_t i = 0; i < PIECES && status == GB_OK; i++) {':
        'a fault only in the last element',
    'bench/transfer/verify.c: not filled: gb_fill(run, s->device, POISON, share)':
        'a launch after which only this buffer is stale',
    'bench/transfer/verify.c: not filled: gb_fill(run, s->host.seen + share, POISON, s->bytes - share)':
        'a launch after which only this buffer is stale',
    'bench/transfer/verify.c: not reported: gb_fail(run, "the byte after the copied area was written too")':
        'a copy that writes one byte too many',
}
