/* pages.h: whether the system granted huge pages, according to /proc/self/smaps. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number after `label` at the start of a line in this file. False: the line has another label. */
static inline int host_latency_number(const char *line, const char *label, double *out)
{
	const size_t length = strlen(label);

	if (strncmp(line, label, length) == 0)
		*out = strtod(line + length, NULL);
	return strncmp(line, label, length) == 0;
}

/* The limits of a mapping, from a line "7f0000000000-7f0040000000 rw-p ...". False: the line has another form. */
static inline int host_latency_mapping(const char *line, unsigned long long *begin, unsigned long long *end)
{
	char *dash, *blank;

	*begin = strtoull(line, &dash, 16);
	if (dash == line || *dash != '-')
		return 0;
	*end = strtoull(dash + 1, &blank, 16);
	return blank != dash + 1 && *blank == ' ';
}

/* The part of the mapping with this address that is in huge pages. NAN: the file does not show it. */
static inline double host_latency_huge_share(const char *smaps, uintptr_t address)
{
	FILE *file = fopen(smaps, "r");
	char line[512];
	unsigned long long begin, end;
	double huge = 0, resident = 0, share = (double)NAN;
	int inside = 0;

	while (file != NULL && isnan(share) && fgets(line, sizeof line, file) != NULL)
		if (host_latency_mapping(line, &begin, &end))
			inside = begin <= address && address < end;
		else if (inside && !host_latency_number(line, "Rss:", &resident) &&
			 host_latency_number(line, "AnonHugePages:", &huge) && resident > 0)
			share = huge / resident;
	if (file != NULL)
		fclose(file);
	return share;
}
