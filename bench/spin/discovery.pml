/*
 * bench/models/discovery.ts. N servers, of which the last NEW know nobody and are known to nobody.
 * Bit j of knows: this server knows server j; each knows itself. A server that knows all rests at a label
 * that is a legal end, so that any other state without a step is reported as stuck.
 */
#include "each.h"

#define ALL ((1 << N) - 1)
#define OLD ((1 << (N - NEW)) - 1)
#define HEAR(j) \
  :: atomic { (knows & (1 << (j))) == 0 -> \
       knows = knows | (1 << (j)); \
       if \
       :: knows == ALL -> goto end \
       :: else \
       fi }

active [N] proctype server() {
  byte knows = (_pid < N - NEW -> OLD : 1 << _pid);
  do
  EACH(HEAR)
  od;
end:
  false
}
