/* doubts_remarks.h: doubts, which make a row suspect, and remarks, which explain it: the power cap, --concurrent and
 * others. */
#pragma once

#include "engine/run.h"
#include "record/record.h"

/* How far a trusted value may exceed its limit: the uncertainty of the clocks. */
#define GB_LIMIT_TOLERANCE 0.003
/* A value above this multiple of its limit casts more doubt on the limit than on the value, but is suspect too. */
#define GB_LIMIT_DOUBTFUL 1.2
/* The largest temperature rise of a GPU during a point. After a larger one, its state differs from that of the
 * neighbouring points. A GPU that goes from idle to its power cap warms by up to 20 degrees in the two seconds that a
 * roof takes. */
#define GB_TEMPERATURE_TOLERANCE 25
/* The largest fraction of the host cores' time that other work may take. */
#define GB_LOST_TOLERANCE 0.02
/* The largest accepted difference between the memory clock and the rated one. GeForce cards lower it by two or three
 * percent while CUDA runs, and the first power-saving step is about a half. */
#define GB_MEMORY_CLOCK_TOLERANCE 0.05
/* The largest accepted change of the SM clock between the batches of one measurement. */
#define GB_CLOCK_TOLERANCE 0.02
/* Samples that differ by less than this fraction of the clock's spread do not follow the clock. In the results of this
 * repository, samples of DRAM and L2 differ by 0.01 to 0.4 of the spread, those of arithmetic by 0.9 and more. */
#define GB_FOLLOWS_CLOCK 0.5
/* The largest accepted drift of the clock while a roof at its power cap is sampled. Such a clock never rests: even
 * after settling, it moves between steps up to 6 % apart, and a single batch may run at a clock that is 20 % lower. Its
 * median hardly changes. */
#define GB_CLOCK_DRIFT_CAPPED 0.03

/* The largest accepted half-width of a roof's interval, relative to the roof. Roofs of one card agree within a percent
 * from run to run, even at the power cap. A roof that is less certain than three times that cannot reveal a slow
 * card. */
#define GB_WIDE_INTERVAL 0.03

/* Events around a measurement. */
struct gb_conditions {
	bool slowdown;                 /* by the hardware, or thermal */
	bool power_cap;                /* the driver reported the software power cap */
	bool over_a_link;              /* the point measures a link, which has a clock of its own */
	double power_w, power_limit_w; /* under the load, and the card's limit; NAN: not known */
	int others;                    /* other compute processes on the GPU; -1: not known */
	int workers;                   /* other processes that used the GPU during the point; -1: not known */
	int busy;            /* percentage of time in which others used the GPU, and may do so still; -1: not known */
	double mem_clock_hz; /* under the load; NAN: not known */
	double mem_clock_rated_hz; /* NAN: not known */
	double temperature_rise;   /* from before the point to its end, degrees; NAN: not known */
	double ecc_errors;         /* during the point; NAN: not known */
	double lost;               /* the fraction of the host threads' time that other work took */
	const char *doubt;         /* the plug-in's; "": none */
};

/* True if the memory clock is held down. Pure. */
bool gb_doubts_mem_clock_low(double hz, double rated_hz);

/* After gb_row_measurement(): doubt a value because of its measurement, its limit and the conditions. Pure. */
void gb_doubts_measurement(struct gb_record *record, const struct gb_measurement *measurement, double limit,
			   const struct gb_conditions *conditions, char reason[GB_RECORD_REASON]);

/* The largest accepted difference between the visits to a curve's point, relative to its value. */
#define GB_VISITS_APART 0.03

/* Doubt a curve's point whose visits disagree. Pure. */
void gb_doubts_visits(struct gb_record *record, const struct gb_measurement *visit, size_t count,
		      char reason[GB_RECORD_REASON]);

/* Give a value its limit, and doubt a value that is better than the limit. Pure. */
void gb_doubts_limit(struct gb_record *record, double limit, char reason[GB_RECORD_REASON]);

/* Doubt a roof with a wide interval. Pure. */
void gb_doubts_interval(struct gb_record *record, char reason[GB_RECORD_REASON]);

/* ---- remarks ----------------------------------------------------------------------------------------------------- */

/* A load above this fraction of the power limit may be held down by it. On an H200 such loads draw 80 % or more as
 * sampled, and loads for which the driver reports the cap needlessly draw less than half. */
#define GB_AT_POWER_LIMIT 0.75
/* The row of a load names a power above this multiple of the limit, and a clock more than one step above the rated
 * one. */
#define GB_ABOVE_POWER_LIMIT 1.1
#define GB_CLOCK_ABOVE_HZ    16e6
/* A matrix load below this fraction of its limit at the rated clock needs a reason. */
#define GB_MATRIX_HELD 0.97
/* A matrix load above this fraction of the card's own matrix clock runs at that clock, which rises on an H100 by two
 * steps, 1.6 %, within the first 0.3 s of a load. */
#define GB_AT_MATRIX_CLOCK 0.98

/* Known clocks of a load. NAN: not known, or not the clock of this point. */
struct gb_clocks {
	double limit_rated;             /* the point's limit at the card's rated clock */
	double limit_matrix, matrix_hz; /* the limit at the card's own matrix clock; that clock */
	bool is_burst;                  /* the load was too short for the driver to react */
	bool power_cap;
	double power_w, power_limit_w;
};

/* True if the power is near its limit; false if either is not known. Pure. */
bool gb_held_by_power_limit(double power_w, double limit_w);

/* After its limit, give a row its fractions of the limits at other clocks than the measured one. A matrix load far
 * below its limit at the rated clock gets the cause: the matrix clock, the power limit, or a cap that the driver
 * reports needlessly. Power and clock above their limits are named. Pure. */
void gb_remarks_clocks(struct gb_record *record, const struct gb_clocks *clocks, char reason[GB_RECORD_REASON]);

/* Remark that `together` other GPUs are measured at the same time (--concurrent), and that the kernels' machine code is
 * that of another architecture. */
void gb_remarks_circumstances(struct gb_record *record, size_t together, const struct gb_run *run,
			      char reason[GB_RECORD_REASON]);

/* Give a value far below its limit the plug-in's reason; NULL: none. Pure. */
void gb_remarks_far_below(struct gb_record *record, const char *remark, char reason[GB_RECORD_REASON]);
