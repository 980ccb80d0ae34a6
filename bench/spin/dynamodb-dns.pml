/*
 * models/dynamodb-dns, design recheck-on-apply, clean-up in one batch.
 * E Enactors, G generations, AGE, K endpoints. Each step is a d_step, so nothing is stored between.
 */
byte latest = 1;
short store = 1;                /* plan p is bit p - 1 */
byte record[K] = 1;             /* the plan each endpoint names */

#define EXISTS(e) (store & (1 << (record[e] - 1)))
#if K == 1
#define RESOLVES EXISTS(0)
#define IS_NEWER (latest > record[0])
#elif K == 2
#define RESOLVES (EXISTS(0) && EXISTS(1))
#define IS_NEWER (latest > record[0] && latest > record[1])
#elif K == 3
#define RESOLVES (EXISTS(0) && EXISTS(1) && EXISTS(2))
#define IS_NEWER (latest > record[0] && latest > record[1] && latest > record[2])
#endif

active [E] proctype enactor() {
  byte plan;                    /* 0: idle */
  byte endpoint;                /* the one it writes next; K: it cleans up */
end:
  do
  :: d_step { plan == 0 && RESOLVES && IS_NEWER -> plan = latest }
  :: d_step { plan != 0 && endpoint < K && RESOLVES ->
       if
       :: plan > record[endpoint] -> record[endpoint] = plan
       :: else
       fi;
       endpoint++;
       assert(RESOLVES) }
  :: d_step { plan != 0 && endpoint == K ->
       if
       :: plan > AGE -> store = store & ~((1 << (plan - AGE)) - 1)
       :: else
       fi;
       plan = 0;
       endpoint = 0;
       assert(RESOLVES) }
  od
}

active proctype planner() {
end:
  do
  :: d_step { latest < G -> store = store | (1 << latest); latest++ }
  od
}
