/* fake_settings.h: the fake device as a program's whole backend: GPUBENCH_FAKE="devices=2,fail=launch:3,free=64MiB";
 * fake_settings.c has the words. */
#ifndef FAKE_SETTINGS_H
#define FAKE_SETTINGS_H

/* Settings as in GPUBENCH_FAKE; a word that is not understood ends the program. */
void fake_configure(const char *settings);

#endif
