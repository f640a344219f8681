/* pack.h: rows as bytes that are quick to read: of each row only the columns in which it differs from the row before. The bytes are
 * those of one machine and one list of columns: gb_pack_layout() tells them apart. */
#ifndef GB_PACK_H
#define GB_PACK_H

#include <stdint.h>

#include "record/record.h"

/* Rows being packed; {0} is none. */
struct gb_pack {
	unsigned char *bytes;
	size_t used, room, rows;
	size_t at[GB_COLUMN_COUNT]; /* where each column was written last */
};

/* A number for the columns, their order, their types and how this machine writes numbers; never 0. */
int64_t gb_pack_layout(void);

/* Add a row, whose texts are copied; false: out of memory. */
bool gb_pack_add(struct gb_pack *pack, const struct gb_record *record);
void gb_pack_free(struct gb_pack *pack);

/* Rows to be taken out, first {bytes, bytes + size}. */
struct gb_unpack {
	const unsigned char *next, *end;
};

/* Make the row before the next one, at first any. Its texts lie in the bytes. False: there is none, or (next != end then) the
 * bytes are not what gb_pack_add() made. */
bool gb_unpack_next(struct gb_unpack *unpack, struct gb_record *record);

#endif
