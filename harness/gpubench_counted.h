/* gpubench_counted.h: counts the work of emulated kernels (gpubench_emulate.h), which a dry run compares with cost().
 *
 * gpubench.mk compiles the kernels with GB_COUNTED and `g++ -O0 -fsanitize=thread`. Such code calls a function before
 * every access to memory. This header defines these functions; no other part of the sanitizer is used. Without
 * optimization, the accesses are those in the source. Only g++ also calls them for vectors. Variables of type float and
 * double count their operations. A kernel that does not compile this way has unknown work. */
#ifndef GPUBENCH_COUNTED_H
#define GPUBENCH_COUNTED_H

#ifdef __clang__
#error "clang hides accesses to vectors"
#endif
#include <type_traits>

/* ---- memory ------------------------------------------------------------------------------------------------------ */

#define GB_QUIET            __attribute__((no_sanitize("thread")))
#define GB_TOUCH_ATOMIC(at) gb_emulate::touch(at, sizeof *at, GB_EVENT_ATOMIC, GB_EVENT_SHARED_ATOMIC)

extern "C" __attribute__((visibility("hidden"))) char __bss_start[], _end[]; /* shared memory lies between */

namespace gb_emulate
{

/* True if a store continues the previous one, and may be part of the same vector. */
GB_QUIET static bool is_continued(const void *at, size_t bytes, bool is_store)
{
	static uintptr_t end GB_MODEL_OWN;
	const uintptr_t first = (uintptr_t)at;
	const bool continued = is_store && first == end && first % 16 != 0;

	end = is_store ? first + bytes : 0;
	return continued;
}

GB_QUIET static void touch(const void *at, size_t bytes, gb_model_event device, gb_model_event shared)
{
	const bool is_shared = at >= (void *)__bss_start && at < (void *)_end;
	const gb_model_event event = is_shared ? shared : device;

	if (!in_kernel || gb_model_work.touched == nullptr)
		return;
	if (!is_shared && !gb_model_work.touched(at, bytes, device != GB_EVENT_LOAD))
		return;
	gb_model_work.event[event].count++;
	gb_model_work.event[event].joined += !is_continued(at, bytes, device == GB_EVENT_STORE);
	gb_model_work.event[event].amount += (double)bytes;
}

} // namespace gb_emulate

/* The functions that the compiler calls. They have other names in the source, because the compiler declares them
 * itself. */
#define GB_CALLED __attribute__((visibility("hidden"), used)) GB_QUIET
#define GB_CALLED_EMPTY(name)                            \
	GB_CALLED void gb_##name(void *) __asm__(#name); \
	void gb_##name(void *)                           \
	{                                                \
	}
GB_CALLED_EMPTY(__tsan_init)
GB_CALLED_EMPTY(__tsan_func_entry)
GB_CALLED_EMPTY(__tsan_func_exit)
#define GB_CALLED_OF(kind, size, event)                                                 \
	GB_CALLED void gb_##kind##size(const void *at) __asm__("__tsan_" #kind #size);  \
	void gb_##kind##size(const void *at)                                            \
	{                                                                               \
		gb_emulate::touch(at, size, GB_EVENT_##event, GB_EVENT_SHARED_##event); \
	}
#define GB_CALLED_OF_ALL(kind, event)                                                                     \
	GB_CALLED_OF(kind, 1, event)                                                                      \
	GB_CALLED_OF(kind, 2, event)                                                                      \
	GB_CALLED_OF(kind, 4, event)                                                                      \
	GB_CALLED_OF(kind, 8, event)                                                                      \
	GB_CALLED_OF(kind, 16, event)                                                                     \
	GB_CALLED void gb_##kind##_range(const void *at, size_t bytes) __asm__("__tsan_" #kind "_range"); \
	void gb_##kind##_range(const void *at, size_t bytes)                                              \
	{                                                                                                 \
		gb_emulate::touch(at, bytes, GB_EVENT_##event, GB_EVENT_SHARED_##event);                  \
	}
GB_CALLED_OF_ALL(read, LOAD)
GB_CALLED_OF_ALL(write, STORE)

/* ---- floating-point numbers -------------------------------------------------------------------------------------- */

namespace gb_emulate
{

static inline void did_float(double flop)
{
	gb_model_work.event[GB_EVENT_FLOAT].count++;
	gb_model_work.event[GB_EVENT_FLOAT].amount += flop;
}

template <class number> struct real {
	number value;

	real() = default;
	template <class other, class = std::enable_if_t<std::is_arithmetic_v<other>>>
	constexpr real(other of) : value((number)of)
	{
	}
	template <class other> constexpr real(real<other> of) : value((number)of.value) {}
	template <class other, class = std::enable_if_t<std::is_arithmetic_v<other>>>
	explicit constexpr operator other() const
	{
		return (other)value;
	}
	real operator-() const { return -value; }
#define GB_ARITHMETIC(op)                            \
	friend real operator op(real a, real b)      \
	{                                            \
		did_float(1);                        \
		return a.value op b.value;           \
	}                                            \
	friend real &operator op##=(real &a, real b) \
	{                                            \
		return a = a op b;                   \
	}
#define GB_COMPARISON(op)                       \
	friend bool operator op(real a, real b) \
	{                                       \
		return a.value op b.value;      \
	}
	GB_ARITHMETIC(+)
	GB_ARITHMETIC(-)
	GB_ARITHMETIC(*)
	GB_ARITHMETIC(/)
	GB_COMPARISON(<)
	GB_COMPARISON(<=)
	GB_COMPARISON(>)
	GB_COMPARISON(>=)
	GB_COMPARISON(==)
	GB_COMPARISON(!=)
};

} // namespace gb_emulate

#define GB_REAL_FUNCTIONS(real, multiply_add, root)             \
	static inline real multiply_add(real a, real b, real c) \
	{                                                       \
		gb_emulate::did_float(2);                       \
		return std::fma(a.value, b.value, c.value);     \
	}                                                       \
	static inline real root(real a)                         \
	{                                                       \
		gb_emulate::did_float(1);                       \
		return std::sqrt(a.value);                      \
	}
GB_REAL_FUNCTIONS(gb_emulate::real<float>, fmaf, sqrtf)
GB_REAL_FUNCTIONS(gb_emulate::real<double>, fma, sqrt)
#define float gb_emulate::real<float>
#define double gb_emulate::real<double>

#endif
