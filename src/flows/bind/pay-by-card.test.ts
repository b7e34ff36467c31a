import assert from 'node:assert/strict';
import test from 'node:test';
import type { BindForm } from '../../domain/bind/judge-bind.ts';
import type { CardPayment } from '../../domain/card/card-payment.ts';
import type { CardProcessor, FoundPayment } from '../../ports/card-processor.ts';
import { type Outcome, refusedBy } from '../../ports/outcome.ts';
import { isChargedNow, payByCard } from './pay-by-card.ts';
import type { ClaimedBind, PaymentParts, PaymentResult } from './payment.ts';

const held = {
  id: 'pay-1',
  processor: 'moneris',
  totalCents: 113_000,
  holdCents: 113_000,
  chargeDate: '2026-11-15',
  processorReference: 'hold-7',
  cardToken: null,
} as unknown as CardPayment;
const saved = { ...held, holdCents: 0, processorReference: 'check-7', cardToken: 'card-9' } as CardPayment;
const charge = {
  reference: 'ch-1',
  amountCents: 113_000,
  authorizationNumber: 'A1',
  chargedAt: '2026-11-15T17:00:00Z',
};
const context = { requestId: 'r-1', fault: null };

const claimed = { context, sale: { applicationId: 'app-1' } } as ClaimedBind;

/** A processor that gives these answers and keeps what it was asked. */
function processor(answers: Partial<Record<'capture' | 'chargeSavedCard' | 'find' | 'release', unknown>>) {
  const asked: unknown[] = [];
  const names = ['capture', 'chargeSavedCard', 'find', 'release'] as const;
  const calls = names.map((name) => [
    name,
    async (request: unknown, given: unknown) => {
      assert.equal(given, context);
      asked.push([name, request]);
      return answers[name];
    },
  ]);
  const cards = { name: 'moneris', ...Object.fromEntries(calls) } as CardProcessor;
  return { asked, parts: { cards } as PaymentParts };
}

const move = (answer: Outcome<unknown>, payment = held) =>
  payByCard(payment).move(processor({ capture: answer }).parts, claimed);
const ask = (answer: Outcome<Partial<FoundPayment>>) => payByCard(held).ask(processor({ find: answer }).parts, claimed);
const codeOf = (result: PaymentResult): string => ('refusal' in result ? result.refusal.code : result.kind);

test('a hold is captured, a saved card is charged, each for the whole total under a key of its own', async () => {
  const one = processor({ capture: { kind: 'done', value: charge } });
  assert.deepEqual(await payByCard(held).move(one.parts, claimed), {
    kind: 'moved',
    money: { kind: 'charge', key: 'pay-1', payment: held, charge },
  });
  assert.deepEqual(one.asked, [['capture', { key: 'pay-1', reference: 'hold-7', amountCents: 113_000 }]]);
  const other = processor({ chargeSavedCard: { kind: 'done', value: charge } });
  assert.deepEqual(await payByCard(saved).move(other.parts, claimed), {
    kind: 'moved',
    money: { kind: 'charge', key: 'pay-1.0', payment: saved, charge },
  });
  const request = { key: 'pay-1.0', customerReference: 'app-1', cardToken: 'card-9', amountCents: 113_000 };
  assert.deepEqual(other.asked, [['chargeSavedCard', request]]);
});

test('a refused card is over; one that was never asked can be used again; an unknown outcome is no refusal', async () => {
  const declined = await move(refusedBy('issuer', 'declined'));
  assert.deepEqual(declined, {
    kind: 'refused',
    refusal: { code: 'CardPaymentDeclined', field: 'cardPayment.paymentId' },
    isCardOver: true,
  });
  assert.equal(
    codeOf(await move(refusedBy('party', 'the hold has lapsed', { reasonCode: 'hold-lapsed' }))),
    'CardPaymentExpired',
  );
  const notSent = await move({ kind: 'not-sent', cause: 'no connection' });
  assert.deepEqual([notSent.kind, codeOf(notSent)], ['refused', 'CardPaymentUnavailable']);
  assert.equal('isCardOver' in notSent && notSent.isCardOver, false);
  const unknown = await move({ kind: 'unknown', cause: 'no answer' });
  assert.deepEqual([unknown.kind, codeOf(unknown)], ['unclear', 'CardPaymentUnavailable']);
  assert.equal('cause' in unknown && unknown.cause, 'no answer');
});

test('a payment of another processor is not charged at ours', async () => {
  const { asked, parts } = processor({ capture: { kind: 'done', value: charge } });
  const result = await payByCard({ ...held, processor: 'other' }).move(parts, claimed);
  assert.deepEqual([result.kind, asked], ['refused', []]);
});

test('a payment that is authorized and has nothing to charge is a bug, and nothing is sent', async () => {
  for (const payment of [
    { ...held, processorReference: null },
    { ...saved, cardToken: null },
  ]) {
    const { asked, parts } = processor({});
    await assert.rejects(payByCard(payment).move(parts, claimed), /neither a hold nor a saved card/);
    assert.deepEqual(asked, []);
  }
});

test('a charge that the processor has is the one that pays', async () => {
  const { asked, parts } = processor({ find: { kind: 'done', value: { kind: 'charged', charge } } });
  assert.deepEqual(await payByCard(saved).ask(parts, claimed), {
    kind: 'moved',
    money: { kind: 'charge', key: 'pay-1.0', payment: saved, charge },
  });
  assert.deepEqual(asked, [['find', 'pay-1.0']]);
});

test('a charge of another amount is left to a person', async () => {
  for (const amountCents of [112_999, 113_001]) {
    const found = await ask({ kind: 'done', value: { kind: 'charged', charge: { ...charge, amountCents } } });
    assert.deepEqual(
      [found.kind, codeOf(found), 'cause' in found && found.cause],
      ['unclear', 'CardPaymentUnavailable', 'another amount was charged'],
    );
  }
});

test('whatever else the processor has under the key, nothing was taken', async () => {
  for (const kind of ['nothing', 'held', 'verified', 'declined', 'released', 'refunded'] as const)
    assert.deepEqual(await ask({ kind: 'done', value: { kind } }), { kind: 'nothing' });
});

test('if the processor can’t be asked, it stays unclear, and the cause is kept', async () => {
  const silent = await ask({ kind: 'unknown', cause: 'no answer' });
  assert.deepEqual([silent.kind, 'cause' in silent && silent.cause], ['unclear', 'no answer']);
  const refusing = await ask(refusedBy('party', 'no such store'));
  assert.deepEqual([refusing.kind, 'cause' in refusing && refusing.cause], ['unclear', 'no such store']);
});

test('only a partner who goes on with another payment has the hold released', async () => {
  const { asked, parts } = processor({ release: { kind: 'done', value: undefined } });
  for (const next of ['same', 'none'] as const)
    assert.deepEqual(await payByCard(held).close(parts, claimed, next), { kind: 'nothing' });
  assert.deepEqual(asked, []);
  assert.deepEqual(await payByCard(held).close(parts, claimed, 'other'), { kind: 'nothing', isCardOver: true });
  assert.deepEqual(asked, [['release', { key: 'pay-1', reference: 'hold-7' }]]);
});

test('a card that is only saved has nothing to release, but is over as well', async () => {
  const { asked, parts } = processor({});
  for (const payment of [saved, { ...held, processorReference: null }])
    assert.deepEqual(await payByCard(payment).close(parts, claimed, 'other'), {
      kind: 'nothing',
      isCardOver: true,
    });
  assert.deepEqual(asked, []);
});

test('a hold that could not be released may still be captured: that is unclear', async () => {
  const { parts } = processor({ release: { kind: 'unknown', cause: 'no answer' } });
  const result = await payByCard(held).close(parts, claimed, 'other');
  assert.deepEqual(
    [result.kind, codeOf(result), 'cause' in result && result.cause],
    ['unclear', 'CardPaymentUnavailable', 'no answer'],
  );
});

test('a repeat goes on with the same money if it names the same payment', () => {
  const repeat = (paymentId: string | null) => payByCard(held).isSamePayment({ paymentId } as BindForm);
  assert.deepEqual(['pay-1', 'pay-2', null].map(repeat), [true, false, false]);
});

test('a card is charged at the bind from its charge date on, and a hold always', () => {
  const isNow = (payment: CardPayment) =>
    ['2026-11-14', '2026-11-15', '2026-11-16'].map((day) => isChargedNow(payment, day));
  assert.deepEqual(isNow(saved), [false, true, true]);
  assert.deepEqual(isNow(held), [true, true, true]);
});
