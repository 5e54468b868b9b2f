#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// What the heap has done since counting began.
typedef struct {
    /// Blocks that were allocated.
    int64_t blocks;
    /// Bytes in use now, less those in use when counting began.
    int64_t liveBytes;
    /// The most that `liveBytes` has been.
    int64_t peakBytes;
} AllocationCounts;

/// Whether this build can count. Where it cannot, the counts stay 0.
bool allocation_counter_is_available(void);

/// Sets all counts to 0 and counts from here on, in all threads.
void allocation_counter_start(void);

/// Stops counting, and returns what was counted.
AllocationCounts allocation_counter_stop(void);

#endif
