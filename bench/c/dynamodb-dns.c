/*
 * models/dynamodb-dns, design recheck-on-apply, clean-up in one batch.
 * E Enactors, G generations, AGE, K endpoints.
 * An Enactor is its plan (0: idle) and the endpoint it writes next (K: it cleans up).
 */
#include "explore.h"

enum { LATEST = 0, STORE = 4, ACTIVE = STORE + G, ENACTOR = ACTIVE + 4 * K, ENACTOR_BITS = 7 };
_Static_assert(G <= 12 && K <= 3 && ENACTOR + ENACTOR_BITS * E < 64, "the state does not fit into a word");

#define LATEST_OF(s) ((unsigned)((s) >> LATEST & 15))
#define ACTIVE_OF(s, e) ((unsigned)((s) >> (ACTIVE + 4 * (e)) & 15))
/* Plan p is bit p - 1 of the store. */
#define IN_STORE(s, plan) ((s) >> (STORE + (plan)-1) & 1)

static word start(void) {
  word s = (word)1 << LATEST | (word)1 << STORE;
  for (int e = 0; e < K; e++) s |= (word)1 << (ACTIVE + 4 * e);
  return s;
}

static int broken(word s) {
  for (int e = 0; e < K; e++)
    if (!IN_STORE(s, ACTIVE_OF(s, e))) return 1;
  return 0;
}

static int may_end(word s) {
  (void)s;
  return 1;
}

static void expand(word s) {
  unsigned latest = LATEST_OF(s), newest_active = 0;
  for (int e = 0; e < K; e++)
    if (ACTIVE_OF(s, e) > newest_active) newest_active = ACTIVE_OF(s, e);
  int stuck = broken(s);

  if (latest < G) found(s + BIT(LATEST) + BIT(STORE + latest));
  for (int i = 0; i < E; i++) {
    int at = ENACTOR + ENACTOR_BITS * i;
    unsigned plan = s >> at & 15, endpoint = s >> (at + 4) & 7;
    if (plan == 0) {
      if (!stuck && latest > newest_active) found(s | (word)latest << at);
    } else if (endpoint < K) {
      if (stuck) continue;
      word t = s + BIT(at + 4);
      unsigned active = ACTIVE_OF(s, endpoint);
      found(plan > active ? t + ((word)(plan - active) << (ACTIVE + 4 * endpoint)) : t);
    } else {
      word t = s & ~(LOW(ENACTOR_BITS) << at);
      found(plan > AGE ? t & ~(LOW(plan - AGE) << STORE) : t);
    }
  }
}
