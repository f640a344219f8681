/* ldmatrix_model.h: the number of wavefronts that shared memory needs for an access to matrices, computed from the
 * addresses of their rows alone. A wavefront reads or writes 4 bytes in each of 32 banks. The matrices of an access are
 * served one after the other. Rows of a matrix that lie in the same banks take one wavefront each, except that rows at
 * the same address share one. */
#ifndef LDMATRIX_MODEL_H
#define LDMATRIX_MODEL_H

#include <stdbool.h>

#include "ldmatrix.h"

enum { LDMATRIX_BANK_BYTES = 128, LDMATRIX_SLOTS = LDMATRIX_BANK_BYTES / LDMATRIX_ROW_BYTES };

/* A row before `row` has the same address. */
static inline bool ldmatrix_is_shared(const unsigned int *offset, unsigned int row)
{
	for (unsigned int i = 0; i < row; i++)
		if (offset[i] == offset[row])
			return true;
	return false;
}

/* For one matrix, whose eight rows begin at multiples of 16 bytes. */
static inline unsigned int ldmatrix_matrix_wavefronts(const unsigned int *offset)
{
	unsigned int rows[LDMATRIX_SLOTS] = { 0 }, most = 0;

	for (unsigned int r = 0; r < LDMATRIX_ROWS; r++) {
		unsigned int *slot = &rows[offset[r] % LDMATRIX_BANK_BYTES / LDMATRIX_ROW_BYTES];
		*slot += !ldmatrix_is_shared(offset, r);
		most = *slot > most ? *slot : most;
	}
	return most;
}

static inline unsigned int ldmatrix_wavefronts(const unsigned int *offset, unsigned int matrices)
{
	unsigned int all = 0;

	for (unsigned int m = 0; m < matrices; m++)
		all += ldmatrix_matrix_wavefronts(offset + (unsigned long long)m * LDMATRIX_ROWS);
	return all;
}

#endif
