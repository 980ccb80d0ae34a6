/*
 * examples/two-phase-commit, design two-phase: messages stay in a set. N resource managers.
 * The messages "commit" and "abort" are there once the transaction manager has decided so.
 */
#include "explore.h"

enum { WORKING, PREPARED, COMMITTED, ABORTED };
enum { COLLECTING, HAS_COMMITTED, HAS_ABORTED };
enum { RM = 0, HEARD = 2 * N, SENT = 3 * N, TM = 4 * N };
_Static_assert(TM + 2 < 64, "the state does not fit into a word");

static word start(void) { return 0; }

static int broken(word s) {
  word low = s & 0x5555555555555555u & LOW(2 * N), high = s >> 1 & 0x5555555555555555u & LOW(2 * N);
  return (high & ~low) != 0 && (high & low) != 0;
}

static int may_end(word s) {
  for (int i = 0; i < N; i++)
    if ((s >> (RM + 2 * i) & 3) < COMMITTED) return 0;
  return 1;
}

static void expand(word s) {
  unsigned tm = s >> TM & 3;
  if (tm == COLLECTING) {
    if ((s >> HEARD & LOW(N)) == LOW(N)) found(s | (word)HAS_COMMITTED << TM);
    found(s | (word)HAS_ABORTED << TM);
    for (word unheard = (s >> SENT & ~(s >> HEARD)) & LOW(N); unheard; unheard &= unheard - 1)
      found(s | (unheard & -unheard) << HEARD);
  }
  for (int i = 0; i < N; i++) {
    int at = RM + 2 * i;
    unsigned rm = s >> at & 3;
    if (rm == WORKING) {
      found(s | (word)PREPARED << at | BIT(SENT + i));
      found(s | (word)ABORTED << at);
    }
    if (rm < COMMITTED && tm == HAS_COMMITTED) found((s & ~((word)3 << at)) | (word)COMMITTED << at);
    if (rm < COMMITTED && tm == HAS_ABORTED) found(s | (word)ABORTED << at);
  }
}
