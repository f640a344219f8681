/* student.h: how far out a value lies by chance, if few values show the scatter. */
#ifndef GB_STUDENT_H
#define GB_STUDENT_H

#include <stddef.h>

/* Freedom beyond which Student's t is taken for normal. */
enum { GB_STUDENT_MAX = 200 };

/* The number that a value of Student's t with `freedom` (at least 1) degrees of freedom exceeds with this chance, which
 * lies between 1e-12 and 0.5. */
double gb_student(size_t freedom, double chance);

#endif
