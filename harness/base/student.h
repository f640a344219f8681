/* student.h: quantiles for values whose scatter is estimated from few others. */
#ifndef GB_STUDENT_H
#define GB_STUDENT_H

#include <stddef.h>

/* With more degrees of freedom, Student's t is taken as normal. */
enum { GB_STUDENT_MAX = 200 };

/* The number that a value of Student's t with `freedom` (at least 1) degrees of freedom exceeds with this probability,
 * which lies between 1e-12 and 0.5. */
double gb_student(size_t freedom, double chance);

#endif
