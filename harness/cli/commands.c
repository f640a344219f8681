#include "cli/commands.h"

#include <stdio.h>

#include "base/escape.h"

volatile int gb_interrupted;

int gb_complain(int status, const char *text)
{
	fputs("gpubench: ", stderr);
	gb_escape_put(stderr, GB_ESCAPE_LINE, text);
	fputc('\n', stderr);
	return status;
}
