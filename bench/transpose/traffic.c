/* traffic.c: the traffic of warps' requests, computed from their addresses. */
#include "state.h"

enum { SECTOR_WORDS = 8 };

/* Requests of warps to device memory, and the 32-byte sectors that they access. */
struct traffic {
	double requests, sectors;
};

/* Sectors that `words` words from word `first` on cover. */
static uint64_t sectors_of(uint64_t first, uint64_t words)
{
	return (first + words - 1) / SECTOR_WORDS - first / SECTOR_WORDS + 1;
}

/* The traffic of rows of n words, in pieces of `piece` words and with `rows` rows per request. The alignment of rows
 * repeats every 8 rows. */
static struct traffic row_traffic(uint64_t n, uint32_t rows, uint32_t piece)
{
	uint64_t of_start[SECTOR_WORDS] = { 0 };
	double sectors = 0;

	for (uint64_t start = 0; start < SECTOR_WORDS; start++)
		for (uint64_t x = 0; x < n; x += piece)
			of_start[start] += sectors_of(start + x, n - x < piece ? n - x : piece);
	for (uint64_t y = 0; y < n; y++)
		sectors += (double)of_start[y * n % SECTOR_WORDS];
	return (struct traffic){ (double)transpose_tiles_in(n, rows) * transpose_tiles_in(n, piece), sectors };
}

/* One word per lane, each in a different sector. */
static struct traffic strided_traffic(uint64_t n)
{
	return (struct traffic){ (double)n * transpose_tiles_in(n, WARP), (double)n * (double)n };
}

/* The vectors of a copy, and one request for the remaining words. */
static struct traffic copy_traffic(uint64_t n)
{
	const uint64_t vectors = n * n / COPY_WORDS, left = n * n % COPY_WORDS;

	return (struct traffic){ transpose_tiles_in(vectors, WARP) + (left > 0 ? 1.0 : 0.0),
				 (double)sectors_of(0, vectors * COPY_WORDS) + (left > 0 ? 1.0 : 0.0) };
}

static struct traffic traffic_of(const struct gb_run *run, bool writes)
{
	const uint64_t n = gb_value(run, n);

	switch (gb_value(run, method)) {
	case TRANSPOSE_COPY:
		return copy_traffic(n);
	case TRANSPOSE_NAIVE_READ:
		return writes ? row_traffic(n, 1, WARP) : strided_traffic(n);
	case TRANSPOSE_NAIVE_WRITE:
		return writes ? strided_traffic(n) : row_traffic(n, 1, WARP);
	case TRANSPOSE_SHARED_16:
	case TRANSPOSE_PADDED_16:
		return row_traffic(n, WARP / TRANSPOSE_SMALL, TRANSPOSE_SMALL);
	default:
		return row_traffic(n, transpose_vec(run), WARP);
	}
}

/* The passes of a warp's load of word `word` of its columns, one word per lane: the largest number of words in one of
 * the 32 banks. */
static uint32_t passes(uint32_t tile, uint32_t vec, int layout, uint32_t word)
{
	uint32_t used[WARP] = { 0 }, most = 0;

	for (uint32_t lane = 0; lane < WARP; lane++) {
		const struct transpose_spot s = transpose_spot(tile, vec, WARP, lane, 0);
		const uint32_t now = ++used[transpose_place(tile, vec, layout, s.column + word, s.row) % WARP];
		most = now > most ? now : most;
	}
	return most;
}

static double load_passes(uint32_t tile, uint32_t vec, int layout)
{
	double sum = 0;

	for (uint32_t word = 0; word < vec; word++)
		sum += passes(tile, vec, layout, word);
	return sum / vec;
}

const char *transpose_remark(const struct gb_run *run)
{
	switch (gb_value(run, method)) {
	case TRANSPOSE_NAIVE_READ:
		return "a warp reads one word each from 32 lines: limited by requests, not by bytes";
	case TRANSPOSE_NAIVE_WRITE:
		return "each stored word is a separate request to L2, 32 per warp";
	case TRANSPOSE_SHARED:
		return "a column of the tile lies in one bank of shared memory: a load takes one pass per lane";
	case TRANSPOSE_SHARED_16:
		return "a column of the tile lies in two banks of shared memory: a load of two columns "
		       "takes eight passes";
	case TRANSPOSE_PADDED_16:
		return "rows of a tile are 64 bytes, half a line, and a thread has one load in flight";
	default:
		return NULL;
	}
}

/* Sectors per request and wavefronts per shared load, named as in Nsight Compute. */
size_t transpose_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct traffic read = traffic_of(run, false), write = traffic_of(run, true);
	const double sector = SECTOR_WORDS * sizeof(uint32_t);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "read_sectors_per_request", "1", GB_EXACT, read.sectors / read.requests, 0 };
	out[count++] =
		(struct gb_metric){ "write_sectors_per_request", "1", GB_EXACT, write.sectors / write.requests, 0 };
	out[count++] = (struct gb_metric){ "useful_fraction", "1", GB_EXACT,
					   transpose_cost(run).bytes / (sector * (read.sectors + write.sectors)), 0 };
	if (transpose_through_shared(run)) {
		const double passes_of_load = load_passes(transpose_tile(run), transpose_vec(run),
							  transpose_kinds[gb_value(run, method)].layout);
		out[count++] = (struct gb_metric){ "bank_passes_per_load", "1", GB_EXACT, passes_of_load, 0 };
	}
	return count;
}
