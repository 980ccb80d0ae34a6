/*
 * Breadth-first search over states packed into one 64-bit word each. A model is one file: it includes this
 * one, defines the five functions below, and is compiled with its sizes as macros. No traces are kept.
 * -DPREFETCH defers each look-up behind the next ones, so that their cache misses overlap.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include "usage.h"

typedef uint64_t word;
#define BIT(n) ((word)1 << (n))
#define LOW(n) (BIT(n) - 1)

/* The state in which the system starts. */
static word start(void);
/* Calls found() for each step that changes the state. */
static void expand(word state);
/* Whether the invariant is broken. */
static int broken(word state);
/* Whether a state without a step is a legal end. */
static int may_end(word state);
static inline void found(word state);

static void fail(const char *what, word state) {
  fprintf(stderr, "%s (state %016llx)\n", what, (unsigned long long)state);
  exit(1);
}

static size_t bytes, peak_bytes;

static word *take(size_t count) {
  size_t size = count * sizeof(word);
  word *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) fail("out of memory", 0);
#ifdef MADV_HUGEPAGE
  madvise(memory, size, MADV_HUGEPAGE);
#endif
  bytes += size;
  if (bytes > peak_bytes) peak_bytes = bytes;
  return memory;
}

static void give_back(word *memory, size_t count) {
  munmap(memory, count * sizeof(word));
  bytes -= count * sizeof(word);
}

/* The frontier: states of this level, and of the next. */
static struct level {
  word *states;
  size_t used, room;
} now, next;

static void push(struct level *level, word state) {
  if (level->used == level->room) {
    size_t room = level->room ? level->room * 2 : 1 << 12;
    word *states = take(room);
    if (level->room) {
      memcpy(states, level->states, level->used * sizeof(word));
      give_back(level->states, level->room);
    }
    level->states = states;
    level->room = room;
  }
  level->states[level->used++] = state;
}

/* The visited set: open addressing by the high bits of the hash, so that growing it is one sequential pass.
   A state is kept plus one: 0 is an empty place. */
static word *table;
static unsigned width = 14;
static uint64_t states, transitions;

static inline size_t place(word key) {
  key *= 0x9e3779b97f4a7c15u;
  key ^= key >> 32;
  return key * 0xd6e8feb86659fd93u >> (64 - width);
}

static int insert(word key) {
  size_t mask = LOW(width);
  for (size_t i = place(key);; i = (i + 1) & mask) {
    if (table[i] == key) return 0;
    if (table[i] == 0) {
      table[i] = key;
      return 1;
    }
  }
}

static void grow(void) {
  word *old = table;
  size_t count = BIT(width++);
  table = take(count * 2);
  for (size_t i = 0; i < count; i++)
    if (old[i]) insert(old[i]);
  give_back(old, count);
}

static void look_up(word state) {
  if (!insert(state + 1)) return;
  if (broken(state)) fail("the invariant is broken", state);
  push(&next, state);
  if (++states > BIT(width) / 4 * 3) grow();
}

#ifdef PREFETCH
#define WAITING 32
static word waiting[WAITING];
static uint64_t arrived;

static inline void found(word state) {
  __builtin_prefetch(&table[place(state + 1)], 1);
  transitions++;
  unsigned slot = arrived++ % WAITING;
  if (arrived > WAITING) look_up(waiting[slot]);
  waiting[slot] = state;
}

static void settle(void) {
  uint64_t oldest = arrived > WAITING ? arrived - WAITING : 0;
  for (uint64_t i = oldest; i < arrived; i++) look_up(waiting[i % WAITING]);
  arrived = 0;
}
#else
static inline void found(word state) {
  transitions++;
  look_up(state);
}

static void settle(void) {}
#endif

int main(void) {
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  table = take(BIT(width));
  look_up(start());
  while (next.used > 0) {
    struct level done = now;
    now = next;
    next = done;
    next.used = 0;
    for (size_t i = 0; i < now.used; i++) {
      uint64_t before = transitions;
      expand(now.states[i]);
      if (transitions == before && !may_end(now.states[i])) fail("the system is stuck", now.states[i]);
    }
    settle();
  }
  clock_gettime(CLOCK_MONOTONIC, &to);
  printf("{\"states\":%llu,\"transitions\":%llu,\"seconds\":%.6f,\"cpuSeconds\":%.6f,\"bytesPerState\":%.1f,"
         "\"peakRssBytes\":%lld}\n",
         (unsigned long long)states, (unsigned long long)transitions,
         (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9, cpu_seconds(),
         (double)peak_bytes / (double)states, peak_rss_bytes());
  return 0;
}
