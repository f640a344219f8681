/* explain_print.c: prints the reasons for the time of each kernel. */
#include "tables/tables.h"

#include <math.h>
#include <stdint.h>

#include "base/quantity.h"
#include "base/text.h"
#include "base/wrap.h"

/* LINES: of one kernel on a screen, which has room for a few kernels. */
enum { LINE = 1024, NAME_MOST = 63, NAME_LEAST = 32, ROOM = 12, LINES = 8 };

/* Prints "case, dram.copy 12.3 %, then l2.read 8.1 %; 63 % of the warps, limited by registers". */
static void print_place(const struct gb_profile *profile, size_t i, const char *name, FILE *out)
{
	const struct gb_binding *p = &profile->binding[i];
	const struct gb_explained *e = &profile->explained[i];
	char line[LINE] = "", text[32];

	gb_quantity_write(text, sizeof text, p->kernel->seconds, "s");
	gb_text_add(line, sizeof line, "%zu  %s: %s", i + 1, name, text);
	if (p->roof != NULL) {
		gb_text_percent(text, sizeof text, p->part, 1);
		gb_text_add(line, sizeof line, "; %s of %s", text, p->roof);
	}
	if (p->next != NULL) {
		gb_text_percent(text, sizeof text, p->next_part, 1);
		gb_text_add(line, sizeof line, ", then %s of %s", text, p->next);
	}
	if (isfinite(p->warps_part)) {
		gb_text_percent(text, sizeof text, p->warps_part, 0);
		gb_text_add(line, sizeof line, "; %s of the warps%s%s", text, e->limiter != NULL ? ", limited by " : "",
			    e->limiter != NULL ? e->limiter : "");
	}
	gb_text_add(line, sizeof line, "; %s.", gb_binding_word(p));
	gb_wrap_line(out, line);
}

static void print_row(const struct gb_curve_row *row, FILE *out)
{
	char value[32];

	gb_quantity_write(value, sizeof value, row->value, row->unit);
	gb_wrap_format(out, "       measured: %s%s%s %s: %s %s", row->benchmark, row->variant[0] != '\0' ? " " : "",
		       row->variant, row->point, row->metric, value);
}

static void print_reason(const struct gb_reason *r, FILE *out)
{
	char line[LINE] = "   - ";

	gb_reason_say(r, line, sizeof line);
	gb_wrap_line(out, line);
	gb_text_copy(line, sizeof line, "       counted: ");
	gb_reason_evidence(r, line, sizeof line);
	gb_wrap_line(out, line);
	for (int i = 0; i < GB_WHY_ROWS; i++)
		if (r->row[i] != NULL && (i == 0 || r->row[i] != r->row[0]))
			print_row(r->row[i], out);
}

void gb_explain_print(const struct gb_profile *profile, FILE *out)
{
	struct gb_kernel_names names;
	size_t left_out = 0;

	const int columns = gb_wrap_columns(out);
	gb_name_bindings(&names, profile->binding, profile->kernels->count,
			 columns > 0 && columns < NAME_MOST + ROOM ? NAME_LEAST : NAME_MOST);
	for (size_t i = 0; i < profile->kernels->count; i++) {
		const struct gb_explained *e = &profile->explained[i];
		if (gb_wrap_rows(out, 0) < LINES || (e->reasons == 0 && gb_wrap_rows(out, 0) != SIZE_MAX)) {
			left_out++;
			continue;
		}
		gb_wrap_line(out, "");
		print_place(profile, i, gb_kernel_names_get(&names, i, profile->kernels->kernel[i].name), out);
		for (size_t n = 0; n < e->reasons; n++)
			print_reason(&e->reason[n], out);
		if (!e->counted)
			gb_wrap_line(out, "   Too little was counted to say more.");
		else if (e->reasons == 0)
			gb_wrap_line(out,
				     "   No rule finds a gain of 5 % or more: fewer bytes or operations would help.");
	}
	if (left_out > 0)
		gb_wrap_leave_out(left_out);
	gb_kernel_names_free(&names);
}
