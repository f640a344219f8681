/* faults.h: definitions shared by the host and the kernels of `faults`. */
#ifndef FAULTS_H
#define FAULTS_H

struct faults_args {
	unsigned int *out;
	unsigned int words, value;
};

#endif
