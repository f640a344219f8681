/* traits.h: what things have in common, such as GPUs a driver or the beginning of their hosts' names. */
#ifndef GB_TRAITS_H
#define GB_TRAITS_H

#include <stdbool.h>
#include <stddef.h>

/* Something that an item has: the first `length` characters of `value`. */
struct gb_trait {
	int property;
	const char *value;
	size_t length;
	size_t item;
};

struct gb_traits {
	struct gb_trait *trait;
	size_t count, room;
};

/* Room for `items` things that have `properties` traits each, and one whose value is cut; false: out of memory. */
bool gb_traits_begin(struct gb_traits *traits, size_t items, size_t properties);
/* "" is nothing to have in common. */
void gb_traits_add(struct gb_traits *traits, int property, const char *value, size_t item);
/* Each beginning of a name after which, or within which, a number counts on: "r07" of "r07n13", "gpu-a" of "gpu-a12",
 * "n004" of "n0042". */
void gb_traits_add_cuts(struct gb_traits *traits, int property, const char *name, size_t item);

/* By property, then by value, the shorter first, then by item. */
void gb_traits_sort(struct gb_traits *traits);
/* How many from `first` on are the same but for their item. */
size_t gb_traits_alike(const struct gb_traits *traits, size_t first);
int gb_traits_compare(const void *left, const void *right);

void gb_traits_free(struct gb_traits *traits);

#endif
