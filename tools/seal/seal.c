/* seal.c: seal PLUGIN: stores the checksum in a plug-in by which gpubench recognizes it (plan/seal.h). The build calls
 * this program. */
#include <stdio.h>

#include "plan/seal.h"

int main(int argc, char **argv)
{
	struct gb_error error = { "" };

	if (argc != 2) {
		fprintf(stderr, "seal: expected the file of a plug-in\n");
		return 1;
	}
	if (gb_seal_write(argv[1], &error) == GB_OK)
		return 0;
	fprintf(stderr, "seal: %s: %s\n", argv[1], error.text);
	return 1;
}
