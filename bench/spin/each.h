/* EACH(STEP): STEP(0) to STEP(N - 1), as alternatives of a loop. */
#if N == 1
#define EACH(STEP) STEP(0)
#elif N == 2
#define EACH(STEP) STEP(0) STEP(1)
#elif N == 3
#define EACH(STEP) STEP(0) STEP(1) STEP(2)
#elif N == 4
#define EACH(STEP) STEP(0) STEP(1) STEP(2) STEP(3)
#elif N == 5
#define EACH(STEP) STEP(0) STEP(1) STEP(2) STEP(3) STEP(4)
#elif N == 6
#define EACH(STEP) STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5)
#elif N == 7
#define EACH(STEP) STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6)
#elif N == 8
#define EACH(STEP) STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7)
#elif N == 9
#define EACH(STEP) STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8)
#endif
