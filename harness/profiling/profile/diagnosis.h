/* diagnosis.h: the reasons why a profile is incomplete, and their remedies, one line each. */
#pragma once

#include "profile/ncu.h"
#include "survey/survey.h"

struct gb_profile_outcome {
	const struct gb_ncu_said *said;
	const char *program; /* the program that ran; NULL: none */
	const char *from;    /* the file that was read; NULL: none */
	bool filtered;       /* only some launches were requested */
	int ended;           /* exit status of ncu; 0: success or not relevant */
};

void gb_diagnose_no_kernels(const struct gb_profile_outcome *outcome, char *text, size_t size);
/* Report lines that could not be read; false: there are none. */
bool gb_diagnose_lines(const struct gb_profile_outcome *outcome, char *text, size_t size);
/* Report a failure of the program or of ncu; false: there is none. */
bool gb_diagnose_program(const struct gb_profile_outcome *outcome, char *text, size_t size);
/* Report the n-th fault of a survey, from 0; false: there are no more. */
bool gb_diagnose_survey(const struct gb_survey *survey, size_t n, char *text, size_t size);
