/* doubt.h: the reasons for suspect rows, by kind. A row's reason has the figures as text; the kinds are counted. */
#ifndef GB_DOUBT_H
#define GB_DOUBT_H

/* Name, and the words used when many rows are summed up. */
#define GB_DOUBTS(X)                                \
	X(BEYOND, "better than the limit")          \
	X(CLOCK, "clock moved")                     \
	X(UNSTEADY, "never steady in the warm-up")  \
	X(SLOWDOWN, "hardware or thermal slowdown") \
	X(SHARED, "other work on the GPU")          \
	X(MEMORY_CLOCK, "memory clock too low")     \
	X(WARMED, "GPU warmed up")                  \
	X(ECC, "memory errors (ECC)")               \
	X(LOST, "other work on the host")           \
	X(WIDE, "wide interval")                    \
	X(OWN, "the benchmark's own doubt")         \
	X(SOURCE, "rests on a suspect row")

#define GB_DOUBT_NAME(name, words) GB_DOUBT_##name,
enum gb_doubt { GB_DOUBTS(GB_DOUBT_NAME) GB_DOUBT_COUNT };

/* One bit for each kind: a row may have several. */
#define GB_DOUBT_BIT(kind) (1U << (kind))
/* The effect of other work on the machine on a measurement of its processors. */
#define GB_DOUBTS_OF_NOISE \
	(GB_DOUBT_BIT(GB_DOUBT_CLOCK) | GB_DOUBT_BIT(GB_DOUBT_UNSTEADY) | GB_DOUBT_BIT(GB_DOUBT_LOST))

/* "clock moved". */
const char *gb_doubt_words(enum gb_doubt kind);

#endif
