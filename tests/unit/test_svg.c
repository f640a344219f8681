/* The parts of gnuplot's SVG that reach a page. */
#include "report/svg.h"

#include "support.h"

static void expect(const char *svg, const char *wanted)
{
	FREED_BY(free_text) char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_non_null(out);
	gb_svg_put(out, svg);
	assert_int_equal(fclose(out), 0);
	assert_string_equal(text, wanted);
}

/* XML lines before the picture, indentation, and an empty group. */
TEST(what_draws_nothing)
{
	expect("<?xml version=\"1.0\"?>\n<svg width=\"9\">\n\t<desc>x</desc>\n\n"
	       "<g fill=\"none\" color=\"black\" stroke-linecap=\"butt\" stroke-linejoin=\"miter\">\n</g>\n"
	       "<g fill=\"none\" color=\"black\" stroke-linecap=\"butt\" stroke-linejoin=\"miter\">\n\t<path "
	       "d='M1'/></g>\n</svg>\n",
	       "<svg width=\"9\">\n<desc>x</desc>\n<g fill=\"none\" color=\"black\">\n<path d='M1'/></g>\n</svg>\n");
}

/* A group that ends with another attribute, and one that ends on a separate line. */
TEST(what_stays)
{
	expect("<svg>\n<g fill=\"none\" stroke-linecap=\"round\">\n<a/></g>\n<g fill=\"none\"></g>\n</svg>",
	       "<svg>\n<g fill=\"none\" stroke-linecap=\"round\">\n<a/></g>\n<g fill=\"none\"></g>\n</svg>\n");
	expect("no picture", "");
	expect("<svg>", "<svg>\n");
}
