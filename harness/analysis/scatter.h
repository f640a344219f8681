/* scatter.h: how far healthy cards of one board differ in a roof, and from where on a card is off. */
#ifndef GB_SCATTER_H
#define GB_SCATTER_H

/* How far a roof must be off before its GPU is an outlier, as a part: so many standard deviations of what runs of healthy
 * cards differ by, and never less than the least. A roof
 * that is not in the table, and GPUs whose board is not told, are held to the last at least. */
#define GB_MIN_OFF_SD      5.0
#define GB_MIN_OFF_LEAST   0.006
#define GB_MIN_OFF_UNKNOWN 0.025

/* Of a roof by its name; "tensor.bf16.burst" is held to what is known of "tensor.bf16". */
double gb_scatter_min_off(const char *roof);

/* What was measured, closed by an entry without name. */
struct gb_scatter {
	const char *roof;
	double sd; /* of runs of one card, as a part of their median: the largest of the cards that were asked */
};
extern const struct gb_scatter gb_scatters[];

#endif
