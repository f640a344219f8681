#include "cli/analysis_options.h"

int gb_option_format(const struct gb_option *option, void *to, const char *argument, struct gb_error *error)
{
	enum gb_format *format = to;

	if (*format != GB_FORMAT_TABLE && *format != (enum gb_format)option->value)
		return gb_error_set(error, "--csv, --json and --markdown are mutually exclusive");
	*format = (enum gb_format)option->value;
	return GB_OK;
}
