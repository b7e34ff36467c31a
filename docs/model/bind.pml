/*
 * The bind by card, as a model that `spin` checks in every order in which its steps can happen. README.md says what is
 * checked and what is left out.
 *
 * Who acts: two carriers (the partner's bind, and its repeat on another instance), the jobs of an instance (they finish
 * abandoned binds, give money back and sweep card payments), the card processor, and time.
 *
 * Promela in five constructs:
 *   do :: guard -> steps :: ... od   runs one branch whose guard holds, again and again. Where several hold, spin tries
 *                                    EVERY one: that is how this file says "or". Where none holds, the process waits.
 *   if :: guard -> steps :: ... fi   the same, once. `else` holds when no other branch does.
 *   atomic { ... }                   nobody else acts in between: one SQL statement, or a call being sent or answered.
 *                                    Between two of them, anybody else may do anything.
 *   inline name() { ... }            a piece of text with a name, put in where it is called.
 *   (test -> a : b)                  a if the test holds, else b.
 *
 * Each of our processes is a loop over `next`, the step that it takes next. Steps have the names of
 * src/flows/points.ts, and each prints its name, so that an error reads as a story.
 */

mtype:who = { nobody, bind, repeat, job };
mtype:row = { free, running, bound, released };                     /* bind.state; free: there is no row yet */
mtype:status = { authorized, binding, captured, lapsing, lapsed, reversing, reversed };  /* card_payment.status */
mtype:owed = { none, due, given };                                  /* reversal.state */
mtype:card = { held, taken, closed };                               /* what the processor has under the payment's key */
mtype:request = { idle, sent, forgotten, done, refused, notSent };  /* a charge; forgotten: nobody waits for it */
mtype:step = { begin, intent, charge, answer, ask, issue, release, release_card, abandon, give_up, stray,
               reverse, refund, enter, over };

/* In PostgreSQL */
mtype:row claim = free;
mtype:who owner = nobody;          /* the fencing token */
bool leaseOver = false;            /* lease_until < now() */
bool intended = false;             /* step = 'charging' */
bool settled = false;              /* step_at is longer ago than the settle time */
mtype:status payment = authorized;
mtype:owed reversal = none;
mtype:who trying = nobody;         /* trying_until: who has the present try at the reversal */
byte policies = 0;

/* At the processor, and on the way to it */
mtype:card hold = held;
mtype:request call[5] = idle;      /* by who sent it; each carrier charges once */
bool refundSent = false;
byte refunds = 0;                  /* the processor does not keep a second one from happening: our rules must */

/* What may go wrong. Besides, any charge may be refused, not sent, late or without an answer. */
byte deaths = 2;
byte losses = 2;                   /* look-ups and refunds without an answer, tries begun too late: all of that ends */

mtype:step at[5] = begin;
#define next at[me]
#define rest (me == job -> begin : over)
#define kept (hold == taken && refunds == 0)
#define isUnderWay(who) (call[who] == sent || call[who] == forgotten)

#ifdef NO_FENCE                    /* planted error: a write does not look whose the claim is */
#define ours true
#else
#define ours (claim == running && owner == me)
#endif

#ifdef INTENT_AFTER_CALL           /* planted error: the intent is committed when the charge is on its way */
#define after_claim charge
#define after_charge intent
#define after_intent answer
#else
#define after_claim intent
#define after_intent charge
#define after_charge answer
#endif

bool wentOn = false;               /* for a check of the sweep: a repeat did not wait until the settle time was over */

/* Of a claim that is over, nobody looks at owner, lease and step any more. */
inline end_claim(how) { claim = how; owner = nobody; leaseOver = false; intended = false; settled = false }

/* Enters what is to be given back, for one who has the first try. */
inline owe(who) { reversal = due; trying = who; payment = reversing; wentOn = false }

/* Whoever sent a charge waits for it no more. */
inline forget() { call[me] = (call[me] == sent -> forgotten : idle) }

/* A carrier runs once; the jobs take turn after turn. */
proctype Instance(mtype:who me) {
  bool believes;                   /* "nothing moved" may be believed */
  bool goesOn;                     /* a carrier that took over binds anew with the same payment, under the same key */
  byte tries = 2;                  /* how often a carrier may take over */
  do
  /* claim: one row, one holder. It takes the card payment along. */
  :: atomic { next == begin && me != job && (claim == free || claim == released) && payment == authorized ->
       printf("%e: claim\n", me); claim = running; owner = me; payment = binding; goesOn = false; next = after_claim }

  /* take over: the lease has run out. The age of the intent is read now, before the processor is asked. Without an
     intent nothing was sent. A repeat need not wait until the settle time is over. */
  :: atomic { next == begin && claim == running && leaseOver && (me == job || tries > 0) ->
       printf("%e: take over\n", me); tries = (me == job -> tries : tries - 1); owner = me; leaseOver = false;
       goesOn = (me != job); believes = (settled || goesOn); wentOn = (wentOn || (intended && !settled && goesOn));
       next = (intended -> ask : release) }

  /* Bound already: told so. Carried by somebody, or the card payment is over: refused. */
  :: atomic { next == begin && me != job && claim == bound ->
       printf("%e: replay\n", me); assert(policies == 1); next = over }
  :: atomic { next == begin && me != job && claim == running && (!leaseOver || tries == 0) -> next = over }
  :: atomic { next == begin && me != job && claim != running && claim != bound && payment != authorized -> next = over }

  /* intent: committed before the call. From here on money may have moved. */
  :: atomic { next == intent ->
       if :: ours -> printf("%e: intent\n", me); intended = true; next = after_intent :: else -> next = over fi }

  /* charge: only while the lease is held by the own clock. Then it is on its way, however long that takes. */
  :: atomic { next == charge ->
       if
       :: ours && !leaseOver -> printf("%e: charge\n", me); call[me] = sent; next = after_charge
       :: else -> next = over
       fi }
  :: atomic { next == answer && call[me] == done -> call[me] = idle; next = issue }
  :: atomic { next == answer && call[me] == refused -> call[me] = idle; next = release_card }
  :: atomic { next == answer && call[me] == notSent -> call[me] = idle; next = release }
  /* answer lost, or the processor acts late: unknown is not no. */
  :: atomic { next == answer -> printf("%e: answer lost, or it acts late\n", me); forget(); believes = false;
#ifdef UNKNOWN_IS_NO
       next = release              /* planted error */
#else
       next = ask
#endif
     }

  /* ask: what moved? */
#ifdef ASK_SKIPPED
  :: atomic { next == ask -> next = (believes -> release : abandon) }  /* planted error */
#else
  :: atomic { next == ask && kept -> printf("%e: ask: charged\n", me); next = issue }
  :: atomic { next == ask && !kept -> printf("%e: ask: nothing\n", me); next = (believes -> release : abandon) }
  :: atomic { next == ask && losses > 0 -> printf("%e: ask: answer lost\n", me); losses--; next = abandon }
#endif

  /* issue: the policy and all that belongs to it, in one statement. Or it can't be issued, and never will be. */
  :: atomic { next == issue ->
       if
       :: ours -> printf("%e: issue\n", me); assert(policies == 0 && kept); policies++;
          end_claim(bound); payment = captured; wentOn = false; next = rest
       :: else -> next = stray
       fi }
  :: atomic { next == issue -> next = give_up }

  /* release: nothing moved; the application is quoted again. A card that said no is over. */
  :: atomic { next == release || next == release_card ->
       if
       :: ours -> printf("%e: release\n", me); end_claim(released); payment = (next == release -> authorized : lapsing)
       :: else
       fi;
       next = (goesOn -> begin : rest) }

  /* Nobody knows: left to whoever comes next, at once. */
  :: atomic { next == abandon -> if :: ours -> leaseOver = true :: else fi; next = rest }

  /* give-up: what moved is owed, and the application is quoted again. */
  :: atomic { next == give_up ->
       if
       :: ours -> printf("%e: give-up\n", me); assert(reversal == none && kept); end_claim(released); owe(me);
          next = reverse
       :: else -> next = stray
       fi }

  /* The claim was lost meanwhile: the money is owed, unless a running or bound claim has it. One reversal for a key. */
  :: atomic { next == stray ->
       if
       :: claim == released && reversal == none -> printf("%e: stray money\n", me); owe(me); next = reverse
       :: else -> next = rest
       fi }

  /* reverse: one try at a time. Whoever finds its time over does not begin; who begins looks first if it is done. */
  :: atomic { next == begin && me == job && reversal == due && trying == nobody -> trying = me; next = reverse }
  :: atomic { next == reverse && trying == me && refunds == 0 -> printf("%e: reverse\n", me);
       assert(!refundSent); refundSent = true; next = refund }
  :: atomic { next == reverse && trying == me && refunds > 0 -> next = enter }
  :: atomic { next == reverse && trying != me -> next = rest }
  :: atomic { next == refund && refunds > 0 -> next = enter }
  :: atomic { next == refund && refunds == 0 && !refundSent -> next = rest }
  :: atomic { next == refund && losses > 0 -> printf("%e: answer lost, or it acts late\n", me); losses--; next = rest }
  :: atomic { next == enter ->
       if :: reversal == due -> reversal = given; trying = nobody; payment = reversed :: else fi; next = rest }

  /* The sweep: an authorization lapses. First no bind can reach it any more; then its hold is closed or, where that
     can't be because it was taken, the charge is owed. */
  :: atomic { next == begin && me == job && payment == authorized -> printf("job: lapse\n"); payment = lapsing }
  :: atomic { next == begin && me == job && payment == lapsing && hold != taken ->
       printf("job: close the hold\n"); hold = closed; payment = lapsed; wentOn = false }
  :: atomic { next == begin && me == job && payment == lapsing && hold == taken ->
       printf("job: sweep finds a charge\n"); assert(claim == released && reversal == none);
#ifndef ANY_LATENESS
       assert(wentOn);             /* Nothing but a repeat that did not wait leaves money to the sweep. */
#endif
       owe(nobody) }

  /* Everybody waits, and nothing will happen any more: the books. */
  :: me == job && timeout ->
     assert(claim != running && reversal != due && hold != held && kept == (policies == 1)); next = over

  /* dies: a carrier for good; the jobs begin anew, and have nothing to lose between two turns. */
  :: atomic { deaths > 0 && next != rest && next != over -> printf("%e dies\n", me); deaths--;
       if :: next == answer -> forget() :: else fi; next = rest }
  :: next == over -> break
  od
}

/* Acts on a charge at any moment after it was sent. Under its key a hold is taken once; a closed one can't be. */
inline act(who) {
  if
  :: hold == held -> printf("processor: charges\n"); hold = taken; call[who] = (call[who] == sent -> done : idle)
  :: hold == taken -> call[who] = (call[who] == sent -> done : idle)
  :: hold != taken -> call[who] = (call[who] == sent -> refused : idle)
  :: call[who] = (call[who] == sent -> notSent : idle)
  fi
}

active proctype Processor() {
end:
  do
  :: atomic { isUnderWay(bind) -> act(bind) }
  :: atomic { isUnderWay(repeat) -> act(repeat) }
  :: atomic { refundSent -> refundSent = false;
       if
       :: printf("processor: refunds\n"); assert(refunds == 0 && policies == 0); refunds++
       :: losses > 0 -> losses--
       fi }
  od
}

/* lease runs out: at any moment, for its carrier may stand still. When that one wakes, its owner is stale. */
active proctype LeaseRunsOut() {
end: do :: atomic { claim == running && !leaseOver -> printf("lease runs out\n"); leaseOver = true } od
}

/* The settle time is longer than a carrier with a lease takes to send its charge, and the charge to act.
   ANY_LATENESS does without that. */
active proctype SettleTimePasses() {
end:
  do
#ifdef ANY_LATENESS
  :: atomic { intended && !settled -> settled = true }
#else
  :: atomic { intended && !settled && (leaseOver || owner == job) && !isUnderWay(bind) && !isUnderWay(repeat) ->
       settled = true }
#endif
  od
}

/* The time of a try is longer than its refund can be under way. */
active proctype TryTimePasses() {
end:
  do
  :: atomic { trying != nobody && !refundSent && (at[trying] == begin || at[trying] == over) -> trying = nobody }
  :: atomic { trying != nobody && !refundSent && losses > 0 -> losses--; trying = nobody }
  od
}

/* What happens in the end, as long as whoever can act does so at some time. */
ltl claim_ends { [] (claim == running -> <> (claim != running)) }
ltl money_ends { [] (hold == taken -> <> (policies == 1 || reversal == given)) }

/* Of the partner's two calls, `bind` is the one that claims first. */
init {
  atomic { run Instance(job); run Instance(bind) }
end: claim != free -> run Instance(repeat)
}
