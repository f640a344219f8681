"""equivalent.py: {name of a change of patterns.py: why no test can notice it}."""

EQUIVALENT = {
    'bench/bank/bank_model.h: last one left out: for (unsigned int l = 0; l < BANK_LANES; l++)':
        'the last lane is compared with one that is compared with it',
    'bench/dram/dram.c: not filled: gb_fill(run, output(run), 0xff, written_bytes(run))':
        'the whole arena has just been filled with input, and no output equals it',
    'bench/latency/latency.c: not filled: gb_fill(run, s->scratch, 0x5a, s->scratch_bytes)':
        'it evicts lines from a cache: its words are not read, and only a GPU shows the effect on time',
    'bench/latency/set.c: not filled: gb_fill(run, s->scratch, 0x5a, s->scratch_bytes)':
        'it evicts lines from a cache: its words are not read, and only a GPU shows the effect on time',
    'bench/streams/streams.c: cost doubled: return (struct gb_cost){ .bytes = (double)s->bytes, .ops = 1 }; (2)':
        'no point of streams counts operations',
    'bench/transfer/verify.c: not filled: gb_fill(run, s->device, 0, s->bytes)':
        'the input has just been written there, and neither of its ends equals the poison',
}
