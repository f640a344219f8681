/* sdc_note.h: compares the results that verifications copy to the host with the first ones, and records the device's
 * part of a verification, so that it can be repeated without the host's part.
 *
 * While a verification runs, a note stands between the card and its operations. The plug-in does not notice this. */
#pragma once

#include "engine/open_device.h"

/* GB_SDC_SET_MAX: the most bytes of a copy to the device that is repeated, such as one that clears a report. */
enum { GB_SDC_COPIES_MAX = 64, GB_SDC_OUTPUTS_MAX = 32, GB_SDC_STEPS_MAX = 64, GB_SDC_SET_MAX = 64 };
/* The most bytes that are kept for a unit and compared with later passes. */
#define GB_SDC_KEPT_MAX (UINT64_C(256) << 20)

/* A range of device memory that a verification copies to the host. */
struct gb_sdc_copy {
	gb_ptr from; /* in the last pass */
	uint64_t bytes;
	unsigned char *kept; /* the contents in the first pass; NULL: too large to be kept */
	bool varies;         /* correct passes differ in this range: counters and times */
	bool differs;        /* the last pass differs */
	bool is_result;      /* output, or cleared before results are written */
};

/* The copies of a unit, over all its passes. */
struct gb_sdc_kept {
	struct gb_sdc_copy copy[GB_SDC_COPIES_MAX];
	size_t copies;
	uint64_t bytes; /* of all kept contents */
	bool is_odd;    /* passes make different copies, so nothing is compared */
};
void gb_sdc_kept_free(struct gb_sdc_kept *kept);

/* A 4-byte word that differs from the kept one. */
struct gb_sdc_word {
	gb_ptr copy; /* the start of the copied range */
	gb_ptr at;
	uint32_t kept, found;
	uint64_t words; /* words that differ, over all ranges */
};

/* A step of a recorded verification: a graph of the work that is enqueued until the host waits; a small copy to the
 * device; or a copy to the host. */
enum gb_sdc_step_kind { GB_SDC_GRAPH, GB_SDC_SET, GB_SDC_GET };
struct gb_sdc_step {
	enum gb_sdc_step_kind kind;
	struct gb_graph *graph;
	gb_ptr to;
	uint64_t bytes;
	unsigned char data[GB_SDC_SET_MAX];
	size_t copy; /* index in struct gb_sdc_kept */
};

enum gb_sdc_recording {
	GB_SDC_NOT_RECORDED,
	GB_SDC_WANTED,    /* a graph begins with the next work that is enqueued */
	GB_SDC_RECORDING, /* a graph is being captured */
	GB_SDC_RECORDED
};

struct gb_sdc_note {
	struct gb_open_device *card;
	const struct gpu_ops *real;
	struct gpu_ops ops;
	struct gb_sdc_kept *kept;
	size_t at;       /* number of copies in this pass */
	uint64_t copied; /* bytes */
	double waited;   /* seconds for which the host waited for the device */
	struct gb_sdc_word word;
	enum gb_sdc_recording recording;
	bool is_broken; /* the recording has failed */
	struct gb_sdc_step step[GB_SDC_STEPS_MAX];
	size_t steps;
	struct gb_report report; /* of a kernel that found wrong results in a repeated pass */
	bool has_report;
	/* The output of the pass, or of the recorded one; `from` is the byte that filled it. */
	struct gb_copy output[GB_SDC_OUTPUTS_MAX];
	size_t outputs;
	struct gb_buffer buffer; /* for results of repeated passes; pinned, because they are copied each time */
};

/* Intercept the operations of a card during one verification; a process has one note at a time. `record`: record the
 * verification too. */
void gb_sdc_note_begin(struct gb_sdc_note *note, struct gb_open_device *card, struct gb_sdc_kept *kept, bool record);
/* Leave the card. False: recording has failed. */
bool gb_sdc_note_end(struct gb_sdc_note *note);

/* The pass was correct. If it is new, mark ranges that differ as varying. True: a range that does not vary differs, and
 * note->word is its first wrong word. */
bool gb_sdc_note_accept(struct gb_sdc_note *note, bool is_new);
/* The pass was wrong. True: note->word is the first difference from the first pass. */
bool gb_sdc_note_locate(struct gb_sdc_note *note);

/* The last output with a word of this index, if a kernel compares words by index; NULL: none. */
const struct gb_copy *gb_sdc_note_output(const struct gb_sdc_note *note, uint64_t word);

/* True if the recorded steps write results that can be compared with the kept ones. */
bool gb_sdc_note_can_repeat(const struct gb_sdc_note *note);
/* Make room for these results. False: out of memory. */
bool gb_sdc_note_prepare(struct gb_sdc_note *note);
/* Repeat the steps and compare their results; sets copied, waited, word and report. `*differs`: the results differ. */
int gb_sdc_note_repeat(struct gb_sdc_note *note, struct gb_open_device *card, bool *differs, struct gb_error *error);
/* Forget the steps, before their run is closed. */
void gb_sdc_note_drop(struct gb_sdc_note *note);
void gb_sdc_note_free(struct gb_sdc_note *note);
