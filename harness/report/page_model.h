/* page_model.h: the roofs of all GPUs as text, from which the page's script draws and creates tables. */
#ifndef GB_PAGE_MODEL_H
#define GB_PAGE_MODEL_H

#include <stdio.h>

#include "report/below.h"

/* Lines whose fields are separated by tabs, escaped for HTML:
 *
 *     a WORD                                what roofs are compared with, "reference" or "baseline"; "": nothing
 *     m TITLE                               a model and board
 *     r NAME UNIT LOWER MEDIAN SD           a roof of it, over its peers; LOWER is "1" if lower is better
 *     g KEY HOST PCI MODEL CLOCK            a GPU, the number of its model, and the name of its clock
 *     v NAME UNIT CHANGED FIELD...          a roof of it: bits in hex of the fields that differ from the same roof of
 *                                           the GPU before, and these: value, half its relative interval, limit, limit
 *                                           at the rated clock, clock, status, throttle, point, verdict among peers
 *                                           (slow, fast or ""), change against WORD, and whether it is below that (1)
 *
 * Unknown numbers are "". */
void gb_page_model_write(FILE *out, const struct gb_roofs *roofs, const struct gb_fleet *fleet,
			 const struct gb_below *below);

#endif
