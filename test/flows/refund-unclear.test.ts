import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before } from 'node:test';
import { makeMoneris } from '../../src/adapters/moneris/moneris.ts';
import type { ReversalId } from '../../src/domain/ids.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import { type SendRefundParts, tryDueReversals } from '../../src/flows/refund/send-refund.ts';
import { retryWork, settleWork } from '../../src/flows/work/settle-work.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import type { CallContext, Outcome } from '../../src/ports/outcome.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { type BindHarness, cardForm, dieAt, openBindHarness } from '../kit/sale/bind-harness.ts';
import { authorizedPayment } from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type Started } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';
import { holdProfile, verifyProfile } from '../ports/moneris-books.ts';
import { type MonerisStandIn, startMonerisStandIn } from '../ports/moneris-stand-in.ts';

/** A processor that makes every refund it is sent, and whose look-up may be late to show one. */
let moneris: MonerisStandIn;
let cards: CardProcessor;
let harness: BindHarness;
let databaseUrl: string;
const context: CallContext = { requestId: 'test', fault: null };

before(async () => {
  databaseUrl = await cloneDatabase();
  harness = await openBindHarness(databaseUrl);
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const saleClient = await openSaleClient(service);
  const sales: { readonly choice: Choice; readonly payment: Started }[] = [];
  for (let count = 0; count < 6; count += 1) {
    const choice = (await saleClient.quote()).choose('Replacement', 2);
    sales.push({ choice, payment: await authorizedPayment(saleClient, choice) });
  }
  await service.close(); // With its jobs, so that only the test gives money back.
  for (const { choice, payment } of sales) owed.push(await oweReversal(choice, payment));
  moneris = await startMonerisStandIn();
  afterwards(moneris.close);
  cards = makeMoneris({
    storeId: 'store5',
    apiToken: 'yesguy',
    holdCheckoutId: holdProfile,
    verifyCheckoutId: verifyProfile,
    environment: 'qa',
    checkoutUrl: moneris.checkoutUrl,
    gatewayUrl: moneris.gatewayUrl,
    timeouts: { callMs: 1_000 },
  });
});

const actor = { kind: 'account', name: 'sam' } as const;
const owed: ReversalId[] = [];

/** A bind that failed after the charge, with its reversal due. Returns the reversal's id. */
async function oweReversal(choice: Choice, payment: Started): Promise<ReversalId> {
  await harness.bind(
    { form: cardForm(choice, payment) },
    {
      cards: { ...harness.parts.cards, refund: async () => ({ kind: 'not-sent', cause: 'away' }) },
      failpoint: async (point) => {
        if (point === 'before issue') throw new IssueRefused();
      },
    },
  );
  const [{ id }] = await inDatabase(databaseUrl, 'SELECT id FROM reversal WHERE application_id = $1', [
    choice.applicationId,
  ]);
  return id;
}

/** Lets the reversal be of a charge at Moneris, of which a part is to be given back at once. Returns its key. */
async function owePart(id: string): Promise<string> {
  const key = `pay-${randomUUID()}`;
  const opening = { key, customerReference: 'a', amountCents: 100_00, language: 'en', ticketMinutes: 30 } as const;
  const { ticket } = done(await cards.openCheckout(opening, context));
  moneris.customerPays(ticket);
  const card = done(await cards.readCheckout({ key, ticket }, context));
  assert.ok(card.kind === 'approved');
  const { reference } = done(await cards.capture({ key, reference: card.reference, amountCents: 100_00 }, context));
  await inDatabase(
    databaseUrl,
    `WITH moved AS (
       UPDATE card_payment SET processor = 'moneris' FROM reversal WHERE card_payment.id = card_payment_id AND reversal.id = $1
     )
     UPDATE reversal
     SET key = $2, reference = $3, amount_cents = 4000, due_at = now(), lease_until = NULL
     WHERE id = $1`,
    [id, key, reference],
  );
  return key;
}

/** Time passes for this reversal alone; all others wait. */
async function passSeconds(id: string, seconds: number): Promise<void> {
  await inDatabase(
    databaseUrl,
    `UPDATE reversal
     SET due_at = due_at - make_interval(secs => $2), lease_until = lease_until - make_interval(secs => $2)
     WHERE id = $1`,
    [id, seconds],
  );
  await inDatabase(
    databaseUrl,
    `UPDATE reversal SET due_at = now() + interval '1 day' WHERE id <> $1 AND due_at IS NOT NULL`,
    [id],
  );
}

const turn = (changes: Partial<SendRefundParts> = {}) => tryDueReversals({ ...harness.parts, cards, ...changes });
const refundsSent = (key: string) =>
  moneris.requests.filter(({ what, fields }) => what === 'refund' && fields.order_id === key).length;
const stateOf = async (id: string) =>
  (await inDatabase(databaseUrl, 'SELECT progress FROM reversal WHERE id = $1', [id]))[0].progress;

test('a refund without an answer is left alone, by the job and by a person, until its look-up would show it', async () => {
  const id = owed[0]!;
  const key = await owePart(id);
  await passSeconds(id, 0);
  moneris.next({ on: 'refund', how: 'late' });
  assert.equal(await turn(), 1);
  for (const seconds of [15, 100]) {
    await passSeconds(id, seconds);
    assert.equal(await turn(), 0);
    const asked = { kind: 'reversals', id, reason: 'the customer called', reference: 'cheque 1' } as const;
    assert.equal((await retryWork({ ...harness.parts, now: new Date() }, actor, asked))?.code, 'ReversalUnderWay');
    assert.equal((await settleWork({ ...harness.parts, now: new Date() }, actor, asked))?.code, 'ReversalUnderWay');
  }
  moneris.catchUp();
  await passSeconds(id, 300);
  await turn();
  assert.equal(await stateOf(id), 'done');
  assert.equal(refundsSent(key), 1);
});

test('so is a refund whose carrier died before it knew the answer', async () => {
  const id = owed[1]!;
  const key = await owePart(id);
  await passSeconds(id, 0);
  moneris.next({ on: 'refund', how: 'late' });
  await assert.rejects(turn({ failpoint: dieAt('after reverse') }));
  await passSeconds(id, 90);
  assert.equal(await turn(), 0);
  moneris.catchUp();
  await passSeconds(id, 600);
  await turn();
  assert.equal(await stateOf(id), 'done');
  assert.equal(refundsSent(key), 1);
});

test('a refund that was not sent, because nobody answered the question before it, is tried again soon', async () => {
  const id = owed[2]!;
  const key = await owePart(id);
  await passSeconds(id, 0);
  for (let times = 0; times < 3; times += 1) moneris.next({ on: 'status:preauth', how: 'lose' });
  assert.equal(await turn(), 1);
  assert.equal(refundsSent(key), 0);
  await passSeconds(id, 25);
  await turn();
  assert.equal(await stateOf(id), 'done');
  assert.equal(refundsSent(key), 1);
});

/** A turn that stands still when it is about to give back, until it is woken. */
async function heldTurn(refund: CardProcessor['refund']): Promise<() => Promise<number>> {
  const held = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  afterwards(woken.resolve); // So that a failed test leaves nothing waiting.
  const late = turn({
    cards: {
      ...cards,
      refund: async (...asked) => {
        held.resolve();
        await woken.promise;
        return refund(...asked);
      },
    },
  });
  await held.promise;
  return () => {
    woken.resolve();
    return late;
  };
}

test('a try that stood still until the next one began does not shorten the wait for that one', async () => {
  const id = owed[3]!;
  const key = await owePart(id);
  await passSeconds(id, 0);
  const wake = await heldTurn(async () => ({ kind: 'not-sent', cause: 'nobody answered the question before it' }));
  await passSeconds(id, 360);
  moneris.next({ on: 'refund', how: 'late' });
  assert.equal(await turn(), 1);
  assert.equal(await wake(), 1);
  await passSeconds(id, 15);
  assert.equal(await turn(), 0);
  moneris.catchUp();
  await passSeconds(id, 330);
  await turn();
  assert.equal(await stateOf(id), 'done');
  assert.equal(refundsSent(key), 1);
});

test('a try that stood still for too long sends nothing', async (t) => {
  const id = owed[4]!;
  const key = await owePart(id);
  await passSeconds(id, 0);
  const now = performance.now.bind(performance);
  const failpoint: SendRefundParts['failpoint'] = async () =>
    void t.mock.method(performance, 'now', () => now() + 60_000);
  assert.equal(await turn({ failpoint }), 1);
  t.mock.restoreAll();
  assert.equal(refundsSent(key), 0);
  await passSeconds(id, 360);
  await turn();
  assert.equal(await stateOf(id), 'done');
  assert.equal(refundsSent(key), 1);
});

test('a refund that comes through after a person has given it back by hand is shown to a person', async () => {
  const id = owed[5]!;
  await owePart(id);
  await passSeconds(id, 0);
  const wake = await heldTurn(cards.refund);
  await passSeconds(id, 360);
  const asked = { kind: 'reversals', id, reason: 'account closed', reference: 'cheque 2' } as const;
  assert.equal(await settleWork({ ...harness.parts, now: new Date() }, actor, asked), null);
  await wake();
  assert.equal(await stateOf(id), 'done');
  const shown = await inDatabase(
    databaseUrl,
    `SELECT by_hand.failure FROM reversal JOIN reversal AS by_hand ON by_hand.id = reversal.replaced_by
     WHERE reversal.id = '${id}' AND by_hand.given_up_at IS NOT NULL`,
  );
  assert.deepEqual(shown, [{ failure: 'to-collect' }]);
});

function done<T>(outcome: Outcome<T>): T {
  assert.ok(outcome.kind === 'done', JSON.stringify(outcome));
  return outcome.value;
}
