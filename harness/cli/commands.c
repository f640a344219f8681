#include "cli/commands.h"

#include <stdio.h>

volatile int gb_interrupted;

int gb_complain(int status, const char *text)
{
	fprintf(stderr, "gpubench: %s\n", text);
	return status;
}
