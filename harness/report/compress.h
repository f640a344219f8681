/* compress.h: text in a page that only its script reads: compressed and in base64, which contains nothing that HTML could
 * interpret. */
#ifndef GB_COMPRESS_H
#define GB_COMPRESS_H

#include <stddef.h>

/* In the format of zlib (RFC 1950), then base64 (RFC 4648) on one line. The caller frees it. NULL: out of memory. */
char *gb_compress(const char *text, size_t size);

#endif
