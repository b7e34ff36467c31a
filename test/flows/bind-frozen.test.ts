import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { BindForm } from '../../src/domain/bind/judge-bind.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { parseId } from '../../src/domain/ids.ts';
import { type BindParts, type BindResult, finishAbandoned } from '../../src/flows/bind/bind.ts';
import { sweepCardPayments } from '../../src/flows/card/sweep-card-payments.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import type { SavedCardCharge } from '../../src/ports/card-processor.ts';
import { readSale } from '../../src/store/quote/sale.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { type Books, brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import {
  type BindHarness,
  cardForm,
  dieAt,
  died,
  freezeAt,
  loanForm,
  openBindHarness,
  referralForm,
} from '../kit/sale/bind-harness.ts';
import { authorizedPayment } from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type SaleClient, type Started } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';

/*
 * A carrier that stands still for longer than its lease (a frozen machine, a long pause) and then goes on as if nothing
 * had happened. Another instance has decided meanwhile: what the late one writes must find no row, and what it moves
 * must not stay moved. The service's own jobs do not run here; each test runs them itself.
 */
let databaseUrl: string;
let harness: BindHarness;
let saleClient: SaleClient;

before(async () => {
  databaseUrl = await cloneDatabase();
  harness = await openBindHarness(databaseUrl);
  ahead = await holdAhead();
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  saleClient = await openSaleClient(service);
  sales = await Promise.all(
    Array.from({ length: 13 }, async () => {
      const choice = (await saleClient.quote()).choose('Replacement', 2);
      return { choice, payment: await authorizedPayment(saleClient, choice) };
    }),
  );
  tomorrow = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const choice = (await saleClient.quote({ effectiveDate: addDays(noonDay, 1) })).choose('Replacement', 2);
      return { choice, payment: await authorizedPayment(saleClient, choice) };
    }),
  );
  await service.close(); // This also stops its jobs.
  // The sweeps below run on the next day: the holds of this one shall outlast them.
  await inDatabase(databaseUrl, `UPDATE card_payment SET expires_at = '2100-01-01'`);
});

let sales: { readonly choice: Choice; readonly payment: Started }[] = [];
/** Bound on the next day, when their saved cards are due. */
let tomorrow: typeof sales = [];
const nextMorning = '2026-11-16T15:00:00Z';
/** Held for the next day, by an instance whose clock is there already. */
let ahead: (typeof sales)[number];

async function holdAhead(): Promise<typeof ahead> {
  const { clock } = clockAt(nextMorning);
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock });
  const early = await openSaleClient(service);
  const choice = (await early.quote({ effectiveDate: addDays(noonDay, 1) })).choose('Replacement', 2);
  const payment = await authorizedPayment(early, choice);
  await service.close();
  return { choice, payment };
}

const nextSale = () => sales.pop()!;

async function settled(choice: Choice): Promise<Books> {
  await harness.letTimePass();
  await harness.runJobs();
  const books = await readBooks(databaseUrl, choice.applicationId);
  assert.deepEqual(brokenPromises(books), []);
  return books;
}

function assertBound(result: BindResult): void {
  assert.equal(result.kind, 'bound', JSON.stringify(result));
}

function assertRefused(result: BindResult, code: string): void {
  assert.deepEqual(result.kind === 'refused' && result.refusals.map((one) => one.code), [code]);
}

for (const method of ['charge', 'loan'] as const) {
  test(`frozen after the ${method}, the bind is finished by another carrier; the late one leaves it alone`, async () => {
    const { choice, payment } = nextSale();
    const form = method === 'charge' ? cardForm(choice, payment) : loanForm(choice);
    const frozen = await freezeAt(harness, 'before issue', { form });
    await harness.letTimePass();
    assertBound(await harness.bind({ form }));
    assertRefused(await frozen.wake(), 'BindInProgress');
    const books = await settled(choice);
    assert.equal(books.policies.length, 1);
    assert.equal(books.reversals.length, 0);
  });

  test(`frozen before the ${method}, its late ${method} does not stay when the application was bound otherwise`, async () => {
    const { choice, payment } = nextSale();
    const form = method === 'charge' ? cardForm(choice, payment) : loanForm(choice);
    const frozen = await freezeAt(harness, `before ${method}`, { form });
    await harness.letTimePass();
    assertBound(await harness.bind({ form: referralForm(choice) }));
    // Not the party's "no", which would let the partner sell anew: the application is bound.
    assertRefused(await frozen.wake(), 'BindInProgress');
    const books = await settled(choice);
    assert.equal(books.policies[0]!.method, 'REF');
    assert.equal(books.charges.length + books.loans.length, 0, 'the hold and the number were closed before');
  });
}

test('frozen before the charge, its late charge is the one that the next carrier of the same payment uses', async () => {
  const { choice, payment } = nextSale();
  const form = cardForm(choice, payment);
  const frozen = await freezeAt(harness, 'before charge', { form });
  await harness.letTimePass();
  const second = await freezeAt(harness, 'before charge', { form });
  assertRefused(await frozen.wake(), 'BindInProgress');
  assertBound(await second.wake());
  assert.equal((await settled(choice)).charges.length, 1);
});

for (const point of ['after loan', 'before release'] as const) {
  test(`a loan that somebody else has under the policy number is left alone by whoever finishes a bind that died ${point}`, async () => {
    const { choice } = nextSale();
    const asked = { form: loanForm(choice), fault: 'PolicyNumberInUseByLender' };
    await died(harness.bind(asked, { failpoint: dieAt(point) }));
    const { bind: abandoned } = await readBooks(databaseUrl, choice.applicationId);
    await harness.letTimePass();
    await harness.runJobs();
    assert.equal(await activeLoansUnder(abandoned!.policyNumber), 1);
    assertBound(await harness.bind({ form: loanForm(choice) }));
    assert.notEqual((await settled(choice)).policies[0]!.number, abandoned!.policyNumber);
    assert.equal(await activeLoansUnder(abandoned!.policyNumber), 1);
  });
}

async function activeLoansUnder(policyNumber: string): Promise<number> {
  const sql = `SELECT count(*)::int AS active FROM sandbox_lender.contract WHERE policy_number = $1 AND cancelled_at IS NULL`;
  const [{ active }] = await inDatabase(databaseUrl, sql, [policyNumber]);
  return active;
}

test('a hold that was placed by a clock ahead of ours is captured, not put off to a day without a saved card', async () => {
  const { choice, payment } = ahead;
  assertBound(await harness.bind({ form: cardForm(choice, payment) }));
  const books = await settled(choice);
  assert.equal(books.charges.length, 1);
  assert.deepEqual(books.laterCharges, []);
});

test('a payment named in capitals is the same payment to a late carrier', async () => {
  const { choice, payment } = nextSale();
  const form: BindForm = { ...cardForm(choice, payment), paymentId: parseId(payment.asked.paymentId.toUpperCase()) };
  const frozen = await freezeAt(harness, 'before issue', { form });
  await harness.letTimePass();
  assertBound(await harness.bind({ form }));
  await frozen.wake();
  assert.equal((await settled(choice)).reversals.length, 0);
});

test('a late charge that is being given back can’t be bound by the next carrier', async () => {
  const { choice, payment } = nextSale();
  const form = cardForm(choice, payment);
  const frozen = await freezeAt(harness, 'before charge', { form });
  await harness.letTimePass();
  // The next carrier finds nothing moved, judges the payment good, and stands still just before it claims.
  const second = await freezeAt(harness, 'before claim', { form });
  // The late charge comes through while no bind holds the claim: it is given back.
  assertRefused(await frozen.wake(), 'BindInProgress');
  assertRefused(await second.wake(), 'CardPaymentAlreadyUsed');
  const books = await settled(choice);
  assert.deepEqual(books.policies, []);
  assert.deepEqual(
    books.payments.map(({ status }) => status),
    ['Reversed'],
  );
});

for (const canIssue of [true, false]) {
  const what = canIssue ? 'has been overtaken' : 'can’t issue';
  test(`a saved card can’t be closed: a late carrier that ${what} gives its charge back`, async () => {
    const { choice, payment } = tomorrow.pop()!;
    const asked = { form: cardForm(choice, payment), now: nextMorning };
    const frozen = await freezeAt(harness, 'before charge', asked, async (point) => {
      if (point === 'before issue' && !canIssue) throw new IssueRefused();
    });
    await harness.letTimePass();
    assertBound(await harness.bind({ ...asked, form: referralForm(choice) }));
    assertRefused(await frozen.wake(), 'BindInProgress');
    const { policies, charges } = await settled(choice);
    assert.equal(policies[0]!.method, 'REF');
    assert.deepEqual(
      charges.map(({ cents, refundedCents }) => cents - refundedCents),
      [0],
    );
  });
}

/**
 * A saved card whose charge had no answer and was not to be found, so that the partner turned to another way to pay.
 */
async function turnAway() {
  const { choice, payment } = tomorrow.pop()!;
  const asked = { form: cardForm(choice, payment), now: nextMorning };
  const sent: SavedCardCharge[] = [];
  const chargeSavedCard: BindParts['cards']['chargeSavedCard'] = async (request) => {
    sent.push(request);
    return { kind: 'unknown', cause: 'no answer' };
  };
  assertRefused(await harness.bind(asked, { cards: { ...harness.parts.cards, chargeSavedCard } }), 'BindIncomplete');
  await harness.letTimePass();
  assertBound(await harness.bind({ ...asked, form: referralForm(choice) }));
  return {
    choice,
    comeThrough: () => harness.parts.cards.chargeSavedCard(sent[0]!, { requestId: 'late', fault: null }),
  };
}

test('a party that stays away for long does not count against the bind: when it is back, the policy is issued', async () => {
  const { choice, payment } = nextSale();
  await died(harness.bind({ form: cardForm(choice, payment) }, { failpoint: dieAt('after charge') }));
  const away = { ...harness.parts.cards, find: async () => ({ kind: 'unknown', cause: 'away' }) as const };
  for (let turn = 0; turn < 15; turn += 1) {
    await harness.letTimePass();
    await harness.runJobs({ cards: away });
  }
  const books = await settled(choice);
  assert.equal(books.policies.length, 1);
});

test('whoever has read an attempt takes over no later one, which may be of a revised quote', async () => {
  const { choice } = nextSale();
  const begin = () => died(harness.bind({ form: referralForm(choice) }, { failpoint: dieAt('after claim') }));
  await begin();
  await harness.letTimePass();
  const database = harness.parts.database;
  const seller = [...(await readSellers(database)).byId.values()].find(({ username }) => username === 'ontario')!;
  const sale = (await readSale(database, seller.id, choice.applicationId))!;
  assert.equal(sale.claim, 'abandoned');
  await harness.runJobs();
  await begin();
  await harness.letTimePass();
  const finished = await finishAbandoned(
    harness.parts,
    { seller, sale, repeat: null },
    { requestId: 'test', fault: null },
  );
  assert.ok(finished.kind === 'refused' && finished.refusals[0]!.code === 'BindInProgress');
  assert.equal((await settled(choice)).bind!.attempt, 2);
});

test('a policy that fails to be issued again and again has its money given back', async () => {
  const { choice, payment } = nextSale();
  await died(harness.bind({ form: cardForm(choice, payment) }, { failpoint: dieAt('after charge') }));
  for (let turn = 0; turn < 12; turn += 1) {
    await harness.letTimePass();
    await harness.runJobs({ failpoint: dieAt('before issue') }).catch(() => undefined);
  }
  const books = await settled(choice);
  assert.deepEqual(books.policies, []);
  assert.equal(books.reversals.length, 1);
  const rows = await inDatabase(databaseUrl, 'SELECT state FROM bind WHERE application_id = $1', [
    choice.applicationId,
  ]);
  assert.deepEqual(rows, [{ state: 'released' }], 'the application is quoted again');
});

test('a bind whose twin gets done between two of its reads answers with the twin’s policy', async () => {
  const { choice, payment } = nextSale();
  const form = cardForm(choice, payment);
  const { database } = harness.parts;
  let reads = 0;
  const overtaken = Object.create(database, {
    query: {
      value: async (asked: string) => {
        const answer = await database.query(asked);
        reads += 1;
        if (reads === 1) assertBound(await harness.bind({ form }));
        return answer;
      },
    },
  }) as typeof database;
  const result = await harness.bind({ form }, { database: overtaken });
  assert.equal(result.kind, 'replayed', JSON.stringify(result));
  assert.equal((await settled(choice)).charges.length, 1);
});

/**
 * The sweep, so many minutes from now. The quotes are of another day, so it ends every other hold: these tests are the
 * last, and both sales are turned away before the first sweep.
 */
const sweep = (minutes: number) => {
  return sweepCardPayments(harness.parts, new Date(Date.now() + minutes * 60_000));
};

let alsoTurnedAway: Awaited<ReturnType<typeof turnAway>>;

test('a saved card’s charge that comes through after the sweep has asked is found by a later turn and given back', async () => {
  const { choice, comeThrough } = await turnAway();
  alsoTurnedAway = await turnAway();
  for (const minutes of [1, 30]) await sweep(minutes);
  assert.equal((await comeThrough()).kind, 'done');
  await sweep(45);
  const { charges, payments } = await settled(choice);
  assert.deepEqual(
    [charges.map(({ cents, refundedCents }) => cents - refundedCents), payments.map(({ status }) => status)],
    [[0], ['Reversed']],
  );
});

test('a saved card’s charge that has not come through within the hour is over', async () => {
  const { choice } = alsoTurnedAway;
  await sweep(59);
  const { payments } = await settled(choice);
  assert.equal(payments[0]!.status, 'Releasing');
  await sweep(61);
  assert.equal((await settled(choice)).payments[0]!.status, 'Released');
});
