/*
 * examples/two-phase-commit, design two-phase: messages stay in a set. N resource managers, each a bit.
 * The messages "commit" and "abort" are there once the transaction manager has decided so. A run may end
 * only when every resource manager has decided: each then rests at a label that is a legal end.
 */
#include "each.h"

short sent;                     /* whose "prepared" is in the network */
short committed;
short aborted;
mtype = { collecting, hasCommitted, hasAborted };
mtype tm = collecting;

#define ALL ((1 << N) - 1)
#define ME (1 << _pid)
#define CONSISTENT assert(committed == 0 || aborted == 0)
#define HEAR(i) \
  :: d_step { tm == collecting && (sent & ~heard & (1 << (i))) -> heard = heard | (1 << (i)) }

active [N] proctype resourceManager() {
  do
  :: d_step { ((sent | aborted) & ME) == 0 -> sent = sent | ME }
  :: atomic { ((sent | aborted) & ME) == 0 -> aborted = aborted | ME; CONSISTENT; break }
  :: atomic { tm == hasCommitted && (aborted & ME) == 0 -> committed = committed | ME; CONSISTENT; break }
  :: atomic { tm == hasAborted && (aborted & ME) == 0 -> aborted = aborted | ME; CONSISTENT; break }
  od;
end:
  false
}

active proctype transactionManager() {
  short heard;
end:
  do
  :: d_step { tm == collecting && heard == ALL -> tm = hasCommitted }
  :: d_step { tm == collecting -> tm = hasAborted }
  EACH(HEAR)
  od
}
