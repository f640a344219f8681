/* diagnosis.h: why a profile is not whole, and what helps: a line each. */
#ifndef GB_DIAGNOSIS_H
#define GB_DIAGNOSIS_H

#include "profile/ncu.h"
#include "survey/survey.h"

struct gb_profile_outcome {
	const struct gb_ncu_said *said;
	const char *program; /* that ran; NULL: none did */
	const char *from;    /* the file that was read; NULL: none */
	bool filtered;       /* not every launch was asked for */
	int ended;           /* the exit status of ncu; 0: well, or no matter */
};

/* Why there is not a single kernel. */
void gb_diagnose_no_kernels(const struct gb_profile_outcome *outcome, char *text, size_t size);
/* Lines that could not be read; false: there are none. */
bool gb_diagnose_lines(const struct gb_profile_outcome *outcome, char *text, size_t size);
/* A program or an ncu that did not end well; false: they did. */
bool gb_diagnose_program(const struct gb_profile_outcome *outcome, char *text, size_t size);
/* A survey that is not whole, in a line for each `n` from 0 on; false: nothing more is wrong with it. */
bool gb_diagnose_survey(const struct gb_survey *survey, size_t n, char *text, size_t size);

#endif
