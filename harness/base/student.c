#include "base/student.h"

#include <math.h>

#define PI 3.14159265358979323846

/* The probability of a value beyond t: the finite series of Abramowitz and Stegun, Handbook of Mathematical Functions,
 * 26.7.3 and 26.7.4. */
static double tail(double t, size_t freedom)
{
	const double angle = atan(t / sqrt((double)freedom)), sine = sin(angle), cosine = cos(angle);
	const size_t odd = freedom % 2;
	double term = odd ? cosine : 1, sum = freedom == 1 ? 0 : term;

	for (size_t k = odd + 2; k < freedom; k += 2) {
		term *= cosine * cosine * (double)(k - 1) / (double)k;
		sum += term;
	}
	const double within = odd ? 2 / PI * (angle + sine * sum) : sine * sum;
	return (1 - within) / 2;
}

static double tail_of(double t, size_t freedom)
{
	return freedom > GB_STUDENT_MAX ? erfc(t / sqrt(2)) / 2 : tail(t, freedom);
}

double gb_student(size_t freedom, double chance)
{
	double below = 0, above = 1;

	while (tail_of(above, freedom) > chance && above < 1e13)
		above *= 2;
	for (int i = 0; i < 60; i++) {
		const double middle = (below + above) / 2;
		if (tail_of(middle, freedom) > chance)
			below = middle;
		else
			above = middle;
	}
	return above;
}
