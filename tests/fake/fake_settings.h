/* fake_settings.h: the fake device as the backend of a whole program:
 * GPUBENCH_FAKE="devices=2,fail=launch:3,free=64MiB"; fake_settings.c lists the words. */
#pragma once

/* Settings as in GPUBENCH_FAKE; an unknown word ends the program. */
void fake_configure(const char *settings);
