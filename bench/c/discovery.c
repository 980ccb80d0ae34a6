/*
 * bench/models/discovery.ts. N servers, of which the last NEW know nobody and are known to nobody.
 * Bit N * i + j: server i knows server j; each knows itself.
 */
#include "explore.h"

_Static_assert(N * N < 64, "the state does not fit into a word");

static word start(void) {
  word s = 0;
  for (int i = 0; i < N; i++) s |= (i < N - NEW ? LOW(N - NEW) : BIT(i)) << (N * i);
  return s;
}

static int broken(word s) {
  (void)s;
  return 0;
}

static int may_end(word s) { return s == LOW(N * N); }

static void expand(word s) {
  for (word unknown = ~s & LOW(N * N); unknown; unknown &= unknown - 1) found(s | (unknown & -unknown));
}
