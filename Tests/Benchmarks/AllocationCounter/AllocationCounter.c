// Counts what goes through the heap, by standing in front of glibc's allocator: symbols of an executable win over those
// of shared libraries, so that the Swift runtime and Foundation come through here as well.

#include "AllocationCounter.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__linux__) && !defined(SANITIZED)
#include <features.h>
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static atomic_bool is_counting;
static atomic_llong blocks, live_bytes, peak_bytes;

static void change(long long bytes) {
    long long now = atomic_fetch_add_explicit(&live_bytes, bytes, memory_order_relaxed) + bytes;
    long long peak = atomic_load_explicit(&peak_bytes, memory_order_relaxed);
    while (now > peak
           && !atomic_compare_exchange_weak_explicit(
               &peak_bytes, &peak, now, memory_order_relaxed, memory_order_relaxed)) {}
}

static void *counted(void *block) {
    if (block && atomic_load_explicit(&is_counting, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&blocks, 1, memory_order_relaxed);
        change((long long)malloc_usable_size(block));
    }
    return block;
}

static void uncount(void *block) {
    if (block && atomic_load_explicit(&is_counting, memory_order_relaxed)) {
        change(-(long long)malloc_usable_size(block));
    }
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    void *block = counted(__libc_memalign(alignment, size));
    if (!block) return ENOMEM;
    *result = block;
    return 0;
}

void *realloc(void *block, size_t size) {
    // Where it fails the old block stays, and its bytes are missing from the count; there is no heap left to measure then.
    uncount(block);
    return counted(__libc_realloc(block, size));
}

void free(void *block) {
    uncount(block);
    __libc_free(block);
}

bool allocation_counter_is_available(void) { return true; }

void allocation_counter_start(void) {
    atomic_store(&blocks, 0);
    atomic_store(&live_bytes, 0);
    atomic_store(&peak_bytes, 0);
    atomic_store(&is_counting, true);
}

AllocationCounts allocation_counter_stop(void) {
    atomic_store(&is_counting, false);
    return (AllocationCounts){atomic_load(&blocks), atomic_load(&live_bytes), atomic_load(&peak_bytes)};
}

#else

bool allocation_counter_is_available(void) { return false; }

void allocation_counter_start(void) {}

AllocationCounts allocation_counter_stop(void) { return (AllocationCounts){0, 0, 0}; }

#endif
