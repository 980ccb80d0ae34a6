/*
 * bench/models/fifo.ts. A ring of N nodes, of which the first TOKENS have a token to send round.
 * A token is the number of its node, from 0. That each channel has one reader (xr) and one writer (xs) is
 * said for the partial order reduction.
 */
chan ring[N] = [TOKENS] of { byte };

active [N] proctype node() {
  chan in = ring[(_pid + N - 1) % N];
  chan out = ring[_pid];
  xr in;
  xs out;
  bit away = (_pid >= TOKENS);  /* as if: it has none to send */
  byte token;
  do
  :: d_step { !away -> out!_pid; away = 1 }
  :: d_step { in?token ->
       if
       :: token == _pid -> away = 0
       :: else -> out!token
       fi;
       token = 0 }
  od
}
