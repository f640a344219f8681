/* traits.h: finds the traits that items have in common, such as the driver or a prefix of the host name of GPUs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A trait of an item: the first `length` characters of `value`. */
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

/* Makes room for `items` items with `properties` traits each, and for one trait with the prefixes of its value. */
void gb_traits_begin(struct gb_traits *traits, size_t items, size_t properties);
/* Adds a trait, unless `value` is "". */
void gb_traits_add(struct gb_traits *traits, int property, const char *value, size_t item);
/* Adds each prefix that ends before or within a number: "r07" of "r07n13", "gpu-a" of "gpu-a12", "n004" of "n0042". */
void gb_traits_add_cuts(struct gb_traits *traits, int property, const char *name, size_t item);

/* Sorts by property, then by value, shorter values first, then by item. */
void gb_traits_sort(struct gb_traits *traits);
/* Returns the number of traits from `first` on that differ only in their item. */
size_t gb_traits_alike(const struct gb_traits *traits, size_t first);
int gb_traits_compare(const void *left, const void *right);

void gb_traits_free(struct gb_traits *traits);
