/*
 * bench/models/fifo.ts. A ring of N nodes, of which the first TOKENS have a token to send round.
 * The word is a list of 4-bit symbols: the messages of the channel out of node 0, oldest first, a bar, those
 * of the channel out of node 1, and so on. Token t is symbol t + 1; one that is in no channel is at home.
 */
#include "explore.h"

#define BAR 15
_Static_assert(TOKENS <= N && N - 1 + TOKENS <= 15, "the state does not fit into a word");

static word without(word s, int at) {
  return (s & LOW(4 * at)) | (s >> 4 & ~LOW(4 * at));
}

static word with(word s, int at, word symbol) {
  return (s & LOW(4 * at)) | symbol << (4 * at) | (s & ~LOW(4 * at)) << 4;
}

static word start(void) {
  word s = 0;
  for (int i = 0; i < N - 1; i++) s = s << 4 | BAR;
  return s;
}

static int broken(word s) {
  (void)s;
  return 0;
}

static int may_end(word s) {
  (void)s;
  return 0;
}

static void expand(word s) {
  /* Where each channel begins, and ends. */
  int from[N], to[N], channel = 0, length = 0;
  unsigned away = 0;
  from[0] = 0;
  for (word rest = s; rest; rest >>= 4, length++) {
    if ((rest & 15) == BAR) {
      to[channel++] = length;
      from[channel] = length + 1;
    } else away |= 1u << ((rest & 15) - 1);
  }
  to[channel] = length;

  for (int node = 0; node < N; node++) {
    int in = (node + N - 1) % N;
    if (node < TOKENS && !(away & 1u << node)) found(with(s, to[node], node + 1));
    if (from[in] == to[in]) continue;
    word symbol = s >> (4 * from[in]) & 15, taken = without(s, from[in]);
    /* Taking a symbol out moves what stands behind it. */
    if (symbol == (word)node + 1) found(taken);
    else found(with(taken, to[node] - (from[in] < to[node]), symbol));
  }
}
