/* host.h: what identifies this run on this host. */
#ifndef GB_HOST_H
#define GB_HOST_H

struct gb_host {
	char name[65];             /* host name */
	char run_id[33];           /* 32 hexadecimal digits, random */
	const char *job_id, *rank; /* "" outside a batch job */
};

void gb_host_describe(struct gb_host *host);

#endif
