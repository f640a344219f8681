/* panel_settings.h: the appearance of a panel of NAME.plot: lines KEY TEXT, for the panel above them, or for all panels
 * if they are above the first one:
 *
 *     title TEXT, xlabel TEXT, ylabel TEXT
 *     xscale NUMBER, yscale NUMBER    values are divided by this; "yscale limit": they are percentages of the limit
 *     xlog BASE, ylog BASE            a logarithmic axis; "off": a linear one, as without the line
 *     xrange A:B, yrange A:B          each a number, "*" (as far as the data), "N<*" (at least that far); "low*N" and
 *                                     "top*N" mean the smallest and the largest y of the picture
 *     xtics LIST, ytics LIST          "1, 8, 1 KiB=1024", "every 8", "powers" (of ten)
 *     xwords ANGLE [SIZE]             rotates the words of x
 *     room PART                       free space above the data, as a part of the panel's height
 *     key TEXT                        gnuplot's words for the position of the key; "off": no key
 *     ends WIDTH [X]                  lines have their names at their ends, or at X, with room for WIDTH letters
 *     draw WORD [limit|limits]        lines, rings (for lines that coincide), points, bars, dashes, steady (no points),
 *                                     level (across the words of another panel); limit: a limit that lines share
 *     line N [TEXT]                   all lines have the colour N and this name
 *     over PANEL                      the panel is drawn into this one
 *
 * panels.gp reads each as PANEL_KEY. Numbers and words are checked here, because gnuplot evaluates them. */
#pragma once

#include <stddef.h>

enum gb_panel_setting {
	GB_PANEL_TITLE,
	GB_PANEL_XLABEL,
	GB_PANEL_YLABEL,
	GB_PANEL_XSCALE,
	GB_PANEL_YSCALE,
	GB_PANEL_XLOG,
	GB_PANEL_YLOG,
	GB_PANEL_XRANGE,
	GB_PANEL_YRANGE,
	GB_PANEL_XTICS,
	GB_PANEL_YTICS,
	GB_PANEL_XWORDS,
	GB_PANEL_ROOM,
	GB_PANEL_KEY,
	GB_PANEL_ENDS,
	GB_PANEL_DRAW,
	GB_PANEL_LINE,
	GB_PANEL_OVER,
	GB_PANEL_SETTINGS
};

extern const char *const gb_panel_setting_name[GB_PANEL_SETTINGS];

/* GB_PANEL_SETTINGS: there is no setting of this name. */
enum gb_panel_setting gb_panel_setting_find(const char *name);

/* Writes gnuplot's form of `given` to `text`. Returns NULL, or the words that were expected instead. */
const char *gb_panel_setting_text(enum gb_panel_setting which, const char *given, char *text, size_t size);
