import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import type { CancellationAsked } from '../../src/domain/cancellation/cancellation-asked.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { previewCancellation } from '../../src/flows/cancellation/cancel-policy.ts';
import { chargeDue } from '../../src/flows/card/charge-due.ts';
import { recordCharge } from '../../src/flows/card/record-charge.ts';
import { type CardProcessor, type Charge, type FoundPayment, refusedByIssuer } from '../../src/ports/card-processor.ts';
import { type CallContext, refusedBy } from '../../src/ports/outcome.ts';
import { transact } from '../../src/store/database.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled } from '../kit/sale/scheduled.ts';
import { listening } from '../kit/service/heard-log.ts';

/*
 * What each end of a scheduled charge leaves behind: the charge itself, the log, the audit, the mail, the event, and
 * what the processor was asked. One policy, whose charge is set back for each test; what is recorded for good has its
 * own.
 */
const day = 5;
const scheduled = await openScheduled([[day, 7]]);
const { harness, databaseUrl } = scheduled;
const sellers = [...(await readSellers(harness.parts.database)).byId.values()];

async function saleAt(place: number) {
  const { choice, payment } = scheduled.sales.get(day)![place]!;
  const sql = 'SELECT policy_number, seller_id, total_cents FROM policy WHERE application_id = $1';
  const [policy] = await inDatabase(databaseUrl, sql, [choice.applicationId]);
  return {
    id: payment.asked.paymentId,
    applicationId: choice.applicationId,
    sellerId: policy.seller_id as string,
    policyNumber: policy.policy_number as string,
    amountCents: policy.total_cents as number,
  };
}

const sale = await saleAt(0);
const cancelled = await saleAt(1);
const endingLater = await saleAt(2);
const charged = await saleAt(3);
const cancelledMeanwhile = [await saleAt(4), await saleAt(5), await saleAt(6)];
const { id, policyNumber, amountCents } = sale;

interface Begun {
  readonly of?: typeof sale;
  readonly tries?: number;
  /** A call of this try may have arrived, so many hours ago. */
  readonly unclearHours?: number;
  /** Its card is held, not saved. */
  readonly isHold?: boolean;
}

async function setBack({ of = sale, tries = 1, unclearHours, isHold = false }: Begun): Promise<void> {
  const { id, policyNumber, amountCents } = of;
  const ago = (hours: number): string => `now() - interval '${hours} hours'`;
  await inDatabase(
    databaseUrl,
    `UPDATE due_charge
     SET due_at = now(), owner = NULL, attempts = 0, failure = NULL, last_error = NULL, given_up_at = NULL, charge = NULL, charged_cents = NULL,
         tries = $2, due_on = $3, lease_until = ${unclearHours === undefined ? 'NULL' : `now() - interval '1 second'`},
         unclear_since = ${unclearHours === undefined ? 'NULL' : ago(unclearHours)}
     WHERE card_payment_id = $1`,
    [id, tries, addDays(noonDay, day)],
  );
  await inDatabase(databaseUrl, 'UPDATE card_payment SET hold_cents = $2 WHERE id = $1', [
    id,
    isHold ? amountCents : 0,
  ]);
  await inDatabase(databaseUrl, `DELETE FROM mail WHERE policy_number = $1 AND kind = 'refusal'`, [policyNumber]);
}

type Charged = Awaited<ReturnType<CardProcessor['chargeSavedCard']>>;
type Looked = Awaited<ReturnType<CardProcessor['find']>>;

interface Parties {
  readonly charge?: Charged;
  /** What a look-up answers depends on the number of the try. */
  readonly found?: (tries: number) => Looked;
  readonly name?: string;
  /** What happens while the processor is asked, or while it is charging. */
  readonly whileAsked?: () => unknown;
  readonly whileCharging?: () => unknown;
}

const nothing: Looked = { kind: 'done', value: { kind: 'nothing' } };
const chargedBy = (charge: Charge): FoundPayment => ({
  kind: 'charged',
  charge,
  refundedCents: 0,
  reference: charge.reference,
  cardToken: null,
  maskedCardNumber: '4242********4242',
  cardType: 'Visa',
});
const declined = refusedBy('issuer', 'declined');

/** Runs the job, and returns everything that came of it. */
async function run(begun: Begun, parties: Parties = {}) {
  const { charge = declined, found = () => nothing, name, whileAsked, whileCharging } = parties;
  const { id, policyNumber, applicationId } = begun.of ?? sale;
  await setBack(begun);
  const [{ audit, event }] = await inDatabase(
    databaseUrl,
    `SELECT (SELECT coalesce(max(id), 0) FROM audit) AS audit, (SELECT max(id::text) FROM event) AS event`,
  );
  const { logged, log } = listening();
  const asked: string[] = [];
  const contexts: CallContext[] = [];
  const send =
    (how: string) =>
    async ({ key }: { readonly key: string }, context: CallContext) => {
      asked.push(`${how} ${key.replace(id, '')}`);
      contexts.push(context);
      await whileCharging?.();
      return charge;
    };
  const cards: CardProcessor = {
    ...harness.parts.cards,
    ...(name !== undefined && { name }),
    find: async (key) => {
      asked.push(`find ${key.replace(id, '')}`);
      await whileAsked?.();
      return found(Number(/\.(\d+)$/.exec(key)?.[1] ?? 0));
    },
    chargeSavedCard: send('charge'),
    capture: send('capture'),
  };
  const now = new Date(Date.parse(noon) + day * 86_400_000);
  const ended = await chargeDue({ ...harness.parts, cards, log }, sellers, now, undefined, { only: id });
  const [row] = await inDatabase(
    databaseUrl,
    `SELECT state, tries, failure, last_error AS cause, due_on::text AS "dueOn",
            round(extract(epoch FROM due_at - now()) / 60)::int AS minutes, unclear_since IS NOT NULL AS "isUnclear",
            round(extract(epoch FROM now() - unclear_since) / 3600)::int AS "unclearHours"
     FROM due_charge WHERE card_payment_id = $1`,
    [id],
  );
  const audits = await inDatabase(
    databaseUrl,
    'SELECT event, facts FROM audit WHERE application_id = $1 AND id > $2 ORDER BY id',
    [applicationId, audit],
  );
  const events = await inDatabase(
    databaseUrl,
    `SELECT type, coalesce((body -> 'data' -> 'nextAttemptOn')::text, 'absent') AS next, body -> 'data' ->> 'status' AS status FROM event WHERE policy_number = $1 AND id::text > $2 ORDER BY turn`,
    [policyNumber, event],
  );
  const mails = await inDatabase(
    databaseUrl,
    `SELECT number, facts FROM mail WHERE policy_number = $1 AND kind = 'refusal'`,
    [policyNumber],
  );
  return { ended, row, logged, asked, contexts, audits, events, mails };
}

test('a refusal is told to the customer, the partner and the audit, with the day of the next try', async (t) => {
  const { ended, row, logged, asked, contexts, audits, events, mails } = await run({});
  const nextDay = addDays(noonDay, day + 1);
  assert.equal(ended, 1);
  assert.deepEqual([row.state, row.tries, row.dueOn], ['due', 2, nextDay]);
  assert.deepEqual([row.failure, row.cause], ['refused', 'refused: declined']);
  assert.deepEqual(logged, [['warn', 'scheduled charge refused', { policyNumber, tries: 1, nextDay, isFinal: false }]]);
  assert.deepEqual(asked, ['find .0', 'charge .1', 'find .1']);
  assert.equal(contexts[0]!.requestId, `charge-due-${id}`);
  assert.equal(contexts[0]!.mayStillSend!(), true);
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 300_000);
  assert.equal(contexts[0]!.mayStillSend!(), false, 'its time is over');
  t.mock.restoreAll();
  assert.deepEqual(audits[0], { event: 'scheduled card refused', facts: { policyNumber, tries: 1, nextDay } });
  assert.deepEqual(events, [{ type: 'payment.refused', next: `"${nextDay}"`, status: 'InForce' }]);
  assert.equal(mails.length, 1);
  const { amountCents: cents, nextDay: told, isCancelled } = mails[0].facts;
  assert.deepEqual([mails[0].number, cents, told, isCancelled], [1, amountCents, nextDay, false]);
});

test('the last refusal, and one for good, leave it to a person', async () => {
  const last = await run({ tries: 4 });
  assert.deepEqual([last.row.state, last.row.cause, last.events[0].next], ['refused', 'refused: declined', 'null']);
  assert.deepEqual(last.asked, ['find .0', 'find .1', 'find .2', 'find .3', 'charge .4', 'find .4']);
  const never = await run({}, { charge: refusedByIssuer({ isFinal: true }) });
  assert.deepEqual([never.row.state, never.row.failure], ['refused', 'refused-for-good']);
  assert.match(never.row.cause, /^refused for good: the issuer says that this card must never be charged again\./);
  assert.deepEqual(never.logged, [
    ['warn', 'scheduled charge refused', { policyNumber, tries: 1, nextDay: null, isFinal: true }],
  ]);
  assert.equal(never.mails[0].facts.nextDay, null);
});

test('only the last four tries are looked up', async () => {
  const { asked } = await run({ tries: 9 });
  assert.deepEqual(asked, ['find .5', 'find .6', 'find .7', 'find .8', 'charge .9', 'find .9']);
});

test('a hold is captured once: refused, the customer needs another link', async () => {
  const { row, asked, events, logged } = await run({ isHold: true });
  assert.deepEqual(
    [row.state, row.failure, row.cause],
    ['refused', 'refused', 'refused: declined. Send the customer another payment link.'],
  );
  assert.deepEqual(
    asked.map((one) => one.split(' ')[0]),
    ['capture', 'find'],
  );
  assert.equal(events[0].next, 'null');
  assert.deepEqual((logged[0] as unknown[])[2], { policyNumber, tries: 1, nextDay: null, isFinal: true });
});

test('a try that was refused for good before, as a look-up tells, is not made again', async () => {
  const found = (tries: number): Looked =>
    tries === 1 ? { kind: 'done', value: { kind: 'declined', isFinal: true } } : nothing;
  const { row, asked } = await run({ tries: 2 }, { found });
  assert.deepEqual(asked, ['find .0', 'find .1']);
  assert.equal(row.state, 'refused');
  assert.match(row.cause, /never be charged again/);
  const notFinal = (tries: number): Looked => (tries === 1 ? { kind: 'done', value: { kind: 'declined' } } : nothing);
  assert.deepEqual((await run({ tries: 2 }, { found: notFinal })).asked, [
    'find .0',
    'find .1',
    'charge .2',
    'find .2',
  ]);
});

test('an unclear charge is asked about after two minutes, and after a day every ten', async () => {
  const lost = { kind: 'unknown', cause: 'no answer' } as const;
  const first = await run({}, { charge: lost });
  const { state, cause, minutes, isUnclear } = first.row;
  assert.deepEqual([first.ended, state, cause, minutes, isUnclear], [0, 'charging', 'unknown: no answer', 2, true]);
  assert.deepEqual(first.logged, [
    ['warn', 'scheduled charge unclear', { policyNumber, tries: 1, cause: 'no answer' }],
  ]);
  const away = (): Looked => ({ kind: 'unknown', cause: 'away' });
  assert.deepEqual(first.asked, ['find .0', 'charge .1'], 'a lost answer is not asked about at once');
  const again = await run({ unclearHours: 3 }, { charge: lost });
  assert.deepEqual([again.asked.at(-1), again.row.unclearHours], ['charge .1', 3], 'since the first of its calls');
  const later = await run({ unclearHours: 25 }, { found: away });
  assert.deepEqual([later.row.cause, later.row.minutes], ['unknown: not known yet', 10]);
  assert.deepEqual(later.asked, ['find .0', 'find .1']);
});

test('what was not sent is as it was before, and nobody is told that it may have been made', async () => {
  const away = { kind: 'not-sent', cause: 'away' } as const;
  const charge = await run({}, { charge: away });
  assert.deepEqual([charge.row.state, charge.row.failure, charge.row.cause], ['due', 'unavailable', 'not sent: away']);
  // Only earlier tries were asked about.
  const looked = await run({}, { found: () => away });
  const lookedCause = 'not sent: it is not known yet what became of the tries before';
  assert.deepEqual([looked.row.state, looked.row.cause, looked.asked], ['due', lookedCause, ['find .0']]);
  const begun = await run({ unclearHours: 1 }, { charge: away });
  assert.deepEqual([begun.row.state, begun.row.failure], ['charging', 'unknown'], 'an earlier call may have arrived');
});

test('whoever stood still while the processor was asked sends nothing', async (t) => {
  const now = performance.now.bind(performance);
  const stand = () => t.mock.method(performance, 'now', () => now() + 300_000);
  const { asked, row, logged } = await run({}, { whileAsked: stand });
  t.mock.restoreAll();
  assert.deepEqual([asked, row.state, row.tries], [['find .0'], 'due', 1]);
  assert.equal((logged[0] as readonly string[])[1], 'scheduled charge unclear');
});

test('whoever has lost the charge to another run meanwhile sends nothing anew', async () => {
  const takeAway = () =>
    inDatabase(databaseUrl, 'UPDATE due_charge SET owner = gen_random_uuid() WHERE card_payment_id = $1', [id]);
  const { asked, ended, events } = await run({ unclearHours: 25 }, { whileAsked: takeAway });
  assert.deepEqual([asked, ended, events], [['find .0', 'find .1'], 0, []]);
});

test('it is not sent again in the half day before a person may say what became of it', async () => {
  const lost = { kind: 'unknown', cause: 'no answer' } as const;
  for (const [unclearHours, isSent, cause] of [
    [11, true, 'no answer'],
    [13, false, 'it may still come'],
    [25, true, 'no answer'],
  ] as const) {
    const { asked, row } = await run({ unclearHours }, { charge: lost });
    assert.deepEqual([asked.includes('charge .1'), row.cause], [isSent, `unknown: ${cause}`], `${unclearHours} hours`);
  }
});

test('another amount than ours is no charge of ours: nobody charges again', async () => {
  const charge = { reference: 'r', amountCents: amountCents + 1, authorizationNumber: 'a', chargedAt: noon };
  const found = (tries: number): Looked => (tries === 1 ? { kind: 'done', value: chargedBy(charge) } : nothing);
  const { row, asked } = await run({ unclearHours: 1 }, { found });
  assert.deepEqual(
    [row.state, row.cause, asked],
    ['charging', 'unknown: another amount was charged', ['find .0', 'find .1']],
  );
});

test('a charge at another processor that may have been made is not given up', async () => {
  const begun = await run({ unclearHours: 1 }, { name: 'other' });
  assert.deepEqual([begun.ended, begun.row.state, begun.row.minutes], [0, 'charging', 10]);
  assert.equal(begun.row.failure, 'unknown');
  assert.match(begun.row.cause, /^unknown: It belongs to the card processor/);
  assert.deepEqual([begun.asked, begun.logged], [[], []]);
  const fresh = await run({}, { name: 'other' });
  assert.equal(fresh.row.state, 'refused');
  const [level, words, facts] = fresh.logged[0] as [string, string, object];
  assert.deepEqual([level, words], ['error', 'scheduled charge given up']);
  assert.deepEqual(facts, { policyNumber, tries: 1, cause: fresh.row.cause });
});

test('a charge of a payment that nobody knows is not recorded', async () => {
  const made = {
    cardPaymentId: '00000000-0000-4000-8000-000000000000' as typeof id,
    applicationId: sale.applicationId as never,
    policyNumber,
    sellerId: sale.sellerId,
    amountCents,
    tryTaken: 1,
    tries: 1,
    key: 'k',
    processorReference: 'r',
    recordedBy: 'processor' as const,
    charge: { amountCents, authorizationNumber: 'a', chargedAt: noon },
    today: noonDay,
    now: new Date(noon),
  };
  assert.equal(await transact(harness.parts.database, (tx) => recordCharge({ ...harness.parts, tx }, made)), false);
});

test('a charge that a look-up shows is entered once, whoever finds it', async () => {
  const of = charged;
  const { policyNumber, amountCents } = of;
  const charge = { reference: `told-${policyNumber}`, amountCents, authorizationNumber: 'A1', chargedAt: noon };
  const found = (tries: number): Looked => (tries === 1 ? { kind: 'done', value: chargedBy(charge) } : nothing);
  const first = await run({ of, unclearHours: 1 }, { found });
  assert.deepEqual([first.ended, first.row.state, first.logged], [1, 'charged', []]);
  assert.deepEqual(first.asked, ['find .0', 'find .1']);
  assert.deepEqual(first.audits[0], {
    event: 'scheduled card charged',
    facts: { policyNumber, amountCents },
  });
  assert.deepEqual(
    first.events.map(({ type }) => type),
    ['payment.captured'],
  );
  const again = await run({ of, unclearHours: 1 }, { found });
  assert.deepEqual([again.ended, again.audits, again.events], [0, [], []]);
  // It is recorded, and so it is no outcome of the try that asks.
  const unclear = { policyNumber, tries: 1, cause: 'it may still come' };
  assert.deepEqual(again.logged, [['warn', 'scheduled charge unclear', unclear]]);
});

test('a refusal of this try that a look-up shows is believed, and not asked for again', async () => {
  const found = (tries: number): Looked => (tries === 1 ? { kind: 'done', value: { kind: 'declined' } } : nothing);
  const { ended, row, asked } = await run({ unclearHours: 1 }, { found });
  assert.deepEqual([ended, row.state, row.tries, row.cause], [1, 'due', 2, 'refused: declined']);
  assert.deepEqual(asked, ['find .0', 'find .1']);
});

/** It stays cancelled when a test is run once more. */
/** Once: the tests are repeated on what they leave behind. */
async function cancelOnce(of: typeof sale, asked: CancellationAsked): Promise<void> {
  const now = new Date(Date.parse(noon) + day * 86_400_000);
  const at = { ...harness.parts, now };
  if (isOperatorRefusal(await previewCancellation(at, of.policyNumber, asked))) return;
  await cancelAsShown(at, of.policyNumber, asked);
}

async function cancelSecond(): Promise<void> {
  await setBack({ of: cancelled, unclearHours: 1 });
  await cancelOnce(cancelled, { kind: 'flat', cancelledOn: addDays(noonDay, day) });
}

test('the customer of a policy that is to end is not told that unpaid cover may be ended', async () => {
  await cancelOnce(endingLater, { kind: 'pro-rata', cancelledOn: addDays(noonDay, day + 20) });
  const { row, mails } = await run({ of: endingLater, tries: 4 });
  assert.equal(row.state, 'refused');
  assert.deepEqual([mails[0].facts.isCancelled, mails[0].facts.nextDay], [true, null]);
});

test('a charge of a cancelled policy is asked about for a day, and never sent', async () => {
  const of = cancelled;
  await cancelSecond();
  const early = await run({ of, unclearHours: 1 });
  assert.deepEqual([early.ended, early.row.state, early.row.cause], [0, 'charging', 'unknown: it may still come']);
  const refused = (tries: number): Looked => (tries === 1 ? { kind: 'done', value: { kind: 'declined' } } : nothing);
  for (const ending of [await run({ of, unclearHours: 25 }), await run({ of, unclearHours: 1 }, { found: refused })]) {
    assert.deepEqual([ending.ended, ending.row.state, ending.asked], [1, 'stopped', ['find .0', 'find .1']]);
    const facts = { policyNumber: of.policyNumber };
    assert.deepEqual(ending.logged, [['info', 'scheduled charge stopped', { ...facts, tries: 1 }]]);
    assert.deepEqual(ending.audits[0], { event: 'scheduled card not charged', facts });
    assert.deepEqual(ending.events.at(-1), { type: 'payment.refused', next: 'null', status: 'Cancelled' });
    assert.deepEqual(ending.mails, []);
  }
});

test('a charge that another run has taken meanwhile is not stopped by this one', async () => {
  const of = cancelled;
  await cancelSecond();
  const sql = 'UPDATE due_charge SET owner = gen_random_uuid() WHERE card_payment_id = $1';
  const whileAsked = () => inDatabase(databaseUrl, sql, [of.id]);
  const { ended, audits, events } = await run({ of, unclearHours: 25 }, { whileAsked });
  assert.deepEqual([ended, audits, events], [0, [], []]);
});

test('a policy that is cancelled while its card is charged: nothing taken, nothing asked for', async () => {
  const away = { kind: 'not-sent', cause: 'away' } as const;
  const flat = { kind: 'flat', cancelledOn: addDays(noonDay, day) } as const;
  for (const [place, charge] of [away, declined].entries()) {
    const of = cancelledMeanwhile[place]!;
    const { ended, ...left } = await run({ of }, { charge, whileCharging: () => cancelOnce(of, flat) });
    assert.deepEqual([left.row.state, left.mails, ended], ['stopped', [], charge === away ? 0 : 1], charge.kind);
    const facts = { policyNumber: of.policyNumber };
    assert.deepEqual(left.audits.at(-1), { event: 'scheduled card not charged', facts });
    assert.deepEqual(left.events.at(-1), { type: 'payment.refused', next: 'null', status: 'Cancelled' });
  }
  const of = cancelledMeanwhile[2]!;
  const begun = await run({ of, unclearHours: 1 }, { charge: away, whileCharging: () => cancelOnce(of, flat) });
  assert.deepEqual([begun.row.state, begun.row.failure], ['charging', 'unknown'], 'an earlier call may have arrived');
});
