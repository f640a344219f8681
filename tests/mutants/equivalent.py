"""equivalent.py: {name of a change in patterns.py: why no test can notice it}."""

EQUIVALENT = {
    'bench/bank/bank.cu: last one left out: for (uint32_t l = 0; l < BANK_LANES; l++)':
        'the last lane is compared with one that is compared with it',
    'bench/bank/bank.cu: last one left out: for (uint32_t i = 0; i < BANK_BYTES / 4; i++)':
        'no pattern reaches the last word: the farthest access ends at byte 18384 of 18432',
    'bench/cache/cache.c: not filled: gb_fill_output(run, s->at, 0xff, s->room)':
        'the whole arena has just been filled with input, and no output equals it',
    'bench/collective/collective.c: last one left out: for (uint32_t r = 0; r < s->ranks; r++) {':
        'each check has new data, which no older output equals',
    'bench/collective/collective.c: not filled: gb_fill_output(rank_of(run, r), s->to[r], 0xff, s->room)':
        'each check has new data, which no older output equals',
    'bench/collective/small.c: not filled: gb_fill(at, *out, 0, bytes)':
        'only kernels on several GPUs wait for these words: the models run one after another',
    'bench/dram/dram.c: not filled: gb_fill_output(run, output(run), PATTERN_POISON, written_bytes(run))':
        'the whole arena has just been filled with input, and no output equals it',
    'bench/exchange/exchange.c: not recorded: launch_recorded(run, launch, &s->repeats, 1)':
        'further repetitions leave the same data, and only take longer',
    'bench/issue/verify.c: last one left out: for (uint32_t i = 0; i < ISSUE_WORDS; i++)':
        'no kernel uses the last four words of a lane',
    'bench/latency/halves.c: not filled: gb_fill(run, h->trail, 0, TRAILS * sizeof(struct latency_trail))':
        'each trail is written whole before a launch follows it',
    'bench/latency/halves.c: not filled: gb_fill(run, s->room, 0, room)':
        'the probe leaves its words as they are, and only a GPU shows their effect on time',
    'bench/latency/latency.c: not filled: gb_fill(run, s->scratch, 0x5a, s->scratch_bytes)':
        'it evicts lines from a cache: its words are not read, and only a GPU shows the effect on time',
    'bench/latency/set.c: not filled: gb_fill(run, s->scratch, 0x5a, s->scratch_bytes)':
        'it evicts lines from a cache: its words are not read, and only a GPU shows the effect on time',
    'bench/map/map.c: not filled: gb_fill(run, s->sums, 0, 2 * sizeof(uint32_t))':
        'only the check reads the sums, and it fills them itself; initcheck sees the difference on a GPU',
    'bench/numerics/numerics_model.h: last one left out: '
    'for (uint32_t group = 0; group < x->in->depth && added < x->in->depth; group++)':
        'groups are found by pairs of products, so none begins with the last product',
    'bench/occupancy/occupancy.c: not filled: gb_fill(run, s->ballast, 0x5a, sizeof(uint32_t[2 * OCCUPANCY_BALLAST]))':
        'the words only take up registers: no result depends on them',
    'bench/random/random.c: not filled: gb_fill(run, s->sum, 0, SUMS_BYTES)':
        'only the check reads the sums, and it fills them itself; initcheck sees the difference on a GPU',
    'bench/streams/streams.c: cost doubled: '
    'return (struct gb_cost){ .bytes = (double)state_of(run)->bytes, .ops = 1 }; (2)':
        'no point of streams counts operations',
    'bench/streams/streams.c: not filled: gb_fill(run, s->count, 0, sizeof(struct streams_count))':
        'only the check reads the counts, and it fills them itself',
    'bench/tma/tma.c: not filled: gb_fill(run, s->turn[i / 2][i % 2], 0, sizeof(unsigned long long))':
        'the first point multiplies the turn by 0, and writes a new one',
    'bench/transfer/verify.c: not filled: gb_fill(run, s->device, 0, s->fill_bytes)':
        'the input has just been written there, and neither of its ends equals the poison',
}
