/* issue: what one scheduler of an SM issues: register banks, pairs of pipes, and the order of its warps. */
#include "state.h"

#define NAME(name) #name,
const char *const issue_operands[] = { ISSUE_OPERANDS(NAME) NULL };
#undef NAME
#define NAME(name, first, a, second, b) #name,
const char *const issue_mixes[] = { ISSUE_MIXES(NAME) NULL };
#undef NAME
const char *const issue_measures[] = { [BANKS] = "banks", [MIX] = "mix", [TURNS] = "turns", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(measure),
	  .help = "FFMAs by the registers that they read; one operation or two in turn; the warps of one scheduler",
	  .names = issue_measures },
	{ GB_AXIS(operands),
	  .help = "registers that an FFMA reads: two in different banks, or three with two in one bank; or pairs of "
		  "FFMAs: both with two of three in one bank, one with all three in one bank, or the same with "
		  "registers kept from the previous instruction (.reuse)",
	  .names = issue_operands, .when = "measure=banks" },
	{ GB_AXIS(mix), .help = "operations of a step: FFMA, rotation, IMAD, BREV, LDS, DFMA; a number is a count",
	  .names = issue_mixes, .quick = "ffma,shift,ffma2_shift", .when = "measure=mix" },
	{ GB_AXIS(warps), .help = "warps per scheduler", .values = "1:8", .full = "1,4", .quick = "4",
	  .when = "measure=banks,mix" },
	{ GB_AXIS(contenders), .help = "warps of one scheduler, each of which could issue in every cycle",
	  .values = "2:8", .full = "2,4,8", .quick = "4", .when = "measure=turns" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t words[ISSUE_WARP][ISSUE_WORDS];

	GB_TRY(gb_alloc(run, WORDS_BYTES, &s->words));
	GB_TRY(gb_alloc(run, END_BYTES, &s->end));
	GB_TRY(gb_alloc(run, SPAN_BYTES, &s->span));
	GB_TRY(gb_alloc(run, STAMPS_BYTES, &s->stamps));
	for (uint32_t lane = 0; lane < ISSUE_WARP; lane++)
		issue_fill_words(lane, words[lane]);
	return gb_copy_in(run, s->words, words, sizeof words);
}

GB_BENCH(issue) = {
	GB_IDENTITY(issue),
	.summary = "register banks, two pipes at once, and the order in which a scheduler issues its warps",
	.method = "One block on one SM, whose warps start together. An SM has four schedulers; warp w of a block "
		  "belongs to scheduler w % 4. The value is the number of cycles that a scheduler takes per step of "
		  "one of its warps: the time from the first start to the last end, divided by the steps. A short "
		  "first round is not counted. Each thread has 8 independent chains.\n"
		  "banks: even and odd registers are in different banks. In `two` and `three` a step is one FFMA, "
		  "which reads two registers in different banks, or three registers, two of them in one bank. The "
		  "other steps are two FFMAs that read the same register c, and the FADD of their results. x and y "
		  "are loaded 16 bytes at a time, which fixes their banks; the compiler chooses the bank of c. In "
		  "`same`, x and y are even in one FFMA and odd in the other, so exactly one of the two reads three "
		  "registers of one bank. In `apart`, x and y are in different banks. In `reuse`, all chains have "
		  "the same x and y. `make audit` reads the numbers and the reuse flags of all registers from the "
		  "machine code (bench/issue/issue.audit); architectures for which it does not are skipped.\n"
		  "mix: a step alternates operations of two kinds. If both together "
		  "take as long as the slower kind, they overlap. More than one instruction per clock would mean a "
		  "second issue slot.\n"
		  "turns: 2 to 8 warps of one scheduler run 64 x 128 FFMAs; each warp could issue in every cycle. "
		  "They record the clock after every 128. share_1 to share_8 are the shares of the FFMAs that each "
		  "warp has issued when the first warp finishes, in the order of warp numbers; share_most and "
		  "share_least are the extremes.\n"
		  "Verified: the ends of all threads' chains, which the host follows step by step.\n"
		  "Limit: one instruction per clock and scheduler, and the rates of the pipes that are known.\n"
		  "Source: Z. Jia et al., \"Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking\" "
		  "(2018), for the banks; the proof by machine code is ours.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_CYCLES,
	.deep = "measure=banks,mix,turns",
	.axes = axes,
	.variants = gb_variants_issue,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = issue_prepare,
	.launch = issue_launch,
	.verify = issue_verify,
	.cost = issue_cost,
	.limit = issue_limit,
	.observe = issue_observe,
	.metrics = issue_metrics,
	.remark = issue_remark,
	.conclude = issue_conclude,
};
