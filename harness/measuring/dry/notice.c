#include "dry/notice.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

GB_PRINTF(2, 3)
static void report_fault(const struct gb_notice *n, const char *format, ...)
{
	char text[GB_ERROR_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	n->fault(n->context, text);
}

/* Prepare the point with correct kernels: a failed verification does not restore the memory that it changed. */
static void prepare_point(const struct gb_notice *n)
{
	fake_be_right();
	if (n->prepare(n->context) != GB_OK)
		report_fault(n, "prepare: after a verification: %s", n->run->error->text);
}

static int verify_prepared(struct gb_run *run)
{
	const int status = gb_run_verify(run);

	/* A plug-in that suspects another cause reports a doubt instead of a failure. */
	return status == GB_OK && run->doubt[run->doubt_of_setup] != '\0' ? GB_FAILED : status;
}

/* Twice, because kernels may write alternating values. */
static int launch_twice(struct gb_run *run)
{
	const int status = gb_run_launch(run);

	return status == GB_OK ? gb_run_launch(run) : status;
}

static void observe_kernel(const struct gb_notice *n, struct fake_words changes[FAKE_SLOTS], int call(struct gb_run *))
{
	fake_observe_one(n->kernel);
	int status = call(n->run);
	if (status == GB_OK)
		status = gb_sync(n->run);
	if (status != GB_OK)
		report_fault(n, "after a first verification: %s", n->run->error->text);
	memcpy(changes, fake_changes(0), FAKE_SLOTS * sizeof *changes);
}

/* Nobody can notice an idle kernel whose results are all unchecked. */
static void notice_idleness(struct gb_notice *n)
{
	size_t slot = 0;

	while (slot < FAKE_SLOTS && n->fresh[slot].end == 0)
		slot++;
	if (slot == FAKE_SLOTS)
		return;
	prepare_point(n);
	fake_idle(n->kernel);
	if (verify_prepared(n->run) == GB_OK && fake_was_mistaken())
		report_fault(n, "verify: it passes although kernel %s does nothing", n->kernel);
	n->mistakes += fake_was_mistaken();
}

static void notice_mistakes(struct gb_notice *n, size_t slot, struct fake_words changed)
{
	for (enum fake_mistake mistake = 0; mistake < FAKE_MISTAKES; mistake++) {
		prepare_point(n);
		fake_mistake(n->kernel, slot, changed, mistake);
		const int status = verify_prepared(n->run);
		if (status == GB_OK && fake_was_mistaken())
			report_fault(n, "verify: it passes although kernel %s writes %s to allocation %zu", n->kernel,
				     fake_mistake_text[mistake], slot);
		n->mistakes += fake_was_mistaken();
	}
}

/* ---- what an earlier launch has left ----------------------------------------------------------------------------- */

/* A kernel must write every word again that it changed on first use, unless nobody checks the word. */
static void notice_kept_words(struct gb_notice *n, size_t slot, struct fake_words fresh, struct fake_words again)
{
	const size_t word[] = { fresh.first, fresh.end - 1 };
	uint64_t bytes;

	for (size_t i = 0; i < 2 && fresh.end > fresh.first; i++) {
		const uint32_t *at = fake_allocation(slot, &bytes);
		if ((again.first <= word[i] && word[i] < again.end) || at == NULL || word[i] >= bytes / sizeof *at ||
		    !fake_is_checked(at + word[i]))
			continue;
		prepare_point(n);
		fake_turn_word(n->kernel, slot, word[i]);
		if (verify_prepared(n->run) == GB_OK && fake_was_mistaken())
			report_fault(n,
				     "verify: it takes word %zu of allocation %zu from an earlier launch of kernel %s",
				     word[i], slot, n->kernel);
		n->mistakes += fake_was_mistaken();
	}
}

static void turn_words(const struct fake_words *of)
{
	uint64_t bytes;

	for (size_t slot = 0; slot < FAKE_SLOTS; slot++) {
		uint32_t *at = fake_allocation(slot, &bytes);
		for (size_t i = of[slot].first; at != NULL && i < of[slot].end && i < bytes / sizeof *at; i++)
			at[i] = ~at[i];
	}
}

/* After a verification, a timed launch must write no more than before, because recording results for the check takes
 * time. The words that only the verification wrote are inverted first, so that a launch that writes the same values
 * again is noticed. */
static void notice_records(struct gb_notice *n, const struct fake_words *verified)
{
	struct fake_words words[FAKE_SLOTS], after[FAKE_SLOTS], before[FAKE_SLOTS];

	memcpy(words, verified, sizeof words);
	observe_kernel(n, after, gb_run_launch);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		words[slot].end = after[slot].end > 0 ? words[slot].first : words[slot].end;
	turn_words(words);
	observe_kernel(n, after, gb_run_launch);
	prepare_point(n);
	turn_words(words);
	observe_kernel(n, before, launch_twice);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		if (after[slot].end > 0 && before[slot].end == 0)
			report_fault(
				n,
				"launch: after a verification kernel %s also writes to allocation %zu, which costs "
				"time",
				n->kernel, slot);
}

int gb_notice(struct gb_notice *n)
{
	struct fake_words again[FAKE_SLOTS];

	prepare_point(n);
	observe_kernel(n, again, verify_prepared);
	notice_records(n, again);
	notice_idleness(n);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		if (again[slot].end > 0)
			notice_mistakes(n, slot, again[slot]);
	for (size_t slot = 0; slot < FAKE_SLOTS; slot++)
		notice_kept_words(n, slot, n->fresh[slot], again[slot]);
	prepare_point(n);
	return verify_prepared(n->run);
}
