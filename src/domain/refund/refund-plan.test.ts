import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { collectedByCard, collectedByHand, notCollected } from '../../../test/kit/sale/sample-policy.ts';
import type { CancellationKind } from '../cancellation/cancellation-asked.ts';
import type { UsedDays } from '../cancellation/used-days.ts';
import type { Collected } from './collected.ts';
import { givenByUsCents, owedInAnyCase, planRefund, type RefundAsked, refundOfUnknownCharge } from './refund-plan.ts';

const day = '2027-01-10';
const totalCents = 157_200;
const paid = collectedByCard(totalCents);
const paidByHand = collectedByHand(totalCents);
/** Just what the used days cost. */
const paidUsedDays = collectedByCard(7_200);

function asked(collected: Collected, change: Partial<RefundAsked> = {}): RefundAsked {
  const terms = { kind: 'pro-rata', cancelledOn: day, totalCents, refundCents: 150_000 } as const;
  return { ...terms, usedDays: 'write-off', today: day, collected, ...change };
}

test('who has taken the money gives it back, and we only where we have it', () => {
  const owed = (collected: Collected) => planRefund(asked(collected)).owed;
  assert.deepEqual(owed({ by: 'seller' }), [{ payer: 'Seller', payee: 'Customer', amountCents: 150_000 }]);
  assert.deepEqual(owed(paid), [{ payer: 'Processor', payee: 'Card', amountCents: 150_000 }]);
  assert.deepEqual(owed(paidByHand), [{ payer: 'Operator', payee: 'Customer', amountCents: 150_000 }]);
  assert.deepEqual(owed(notCollected), []);
  assert.deepEqual(owed(paidUsedDays), []);
  assert.equal(givenByUsCents({ owed: owed({ by: 'seller' }) }), 0);
});

test('a loan is paid first; the seller gives back the down payment it took, and the operator what is more', () => {
  const lent = (owedCents: number, downPaymentCents: number) =>
    planRefund(asked({ by: 'lender', owedCents, byLenderCents: 0, downPaymentCents })).owed.map(
      ({ payer, payee, amountCents }) => `${payer} ${payee} ${amountCents}`,
    );
  assert.deepEqual(lent(200_000, 20_000), ['Operator Lender 150000']);
  assert.deepEqual(lent(140_000, 20_000), ['Operator Lender 140000', 'Seller Customer 10000']);
  assert.deepEqual(lent(100_000, 20_000), [
    'Operator Lender 100000',
    'Seller Customer 20000',
    'Operator Customer 30000',
  ]);
  assert.deepEqual(lent(0, 0), ['Operator Customer 150000']);
});

test('the way of the refund follows from who has the money, and there is none where nothing is given back', () => {
  const route = (collected: Collected, refundCents?: number) =>
    planRefund(asked(collected, refundCents === undefined ? {} : { refundCents })).route;
  assert.equal(route({ by: 'seller' }), 'seller');
  assert.equal(route(paid), 'card');
  assert.equal(route(paidByHand), 'operator');
  assert.equal(route({ by: 'lender', owedCents: 1, byLenderCents: 0, downPaymentCents: 0 }), 'loan');
  assert.equal(route(notCollected), 'not charged');
  assert.equal(route(paidUsedDays), 'nothing');
  assert.deepEqual([route(paid, 0), route(paidByHand, 0)], ['nothing', 'nothing']);
});

test('a charge that was made is over, and one that comes before the cancellation is made on its day', () => {
  const charge = (collected: Collected) => {
    const plan = planRefund(asked(collected, { today: '2027-01-04' }));
    return [plan.charge, plan.chargedFirstOn];
  };
  assert.deepEqual(charge(paid), ['none', null]);
  assert.deepEqual(charge(paidUsedDays), ['none', null]);
  assert.deepEqual(charge({ ...notCollected, by: 'card to come', on: '2027-01-05', chargeCents: totalCents }), [
    'runs',
    '2027-01-05',
  ]);
});

test('of a loan, what goes to the lender and what the operator gives is ours, the down payment is the seller’s', () => {
  const { owed } = planRefund(asked({ by: 'lender', owedCents: 100_000, byLenderCents: 0, downPaymentCents: 20_000 }));
  assert.equal(givenByUsCents({ owed }), 130_000);
  assert.equal(givenByUsCents(planRefund(asked(paid))), 150_000);
});

test('what is not known is asked, and never called nothing', () => {
  const unknown = asked({ ...notCollected, by: 'unknown', chargeCents: totalCents });
  const plan = planRefund(unknown);
  assert.deepEqual([plan.route, plan.charge, plan.writtenOffCents], ['ask first', 'asked', 0]);
  assert.deepEqual(plan.owed, [{ payer: 'Processor', payee: 'Card', amountCents: 150_000, isOfUnknownCharge: true }]);
});

test('an unpaid charge runs until the day, waits if nothing is to be covered, and ends on the day', () => {
  const fate = (kind: CancellationKind, today: string, usedDays: UsedDays = 'write-off') =>
    planRefund(asked(notCollected, { kind, today, usedDays, refundCents: kind === 'flat' ? 157_200 : 150_000 })).charge;
  assert.equal(fate('pro-rata', '2027-01-09'), 'runs');
  assert.equal(fate('flat', '2027-01-09'), 'waits');
  assert.equal(fate('pro-rata', day), 'stopped');
  assert.equal(fate('pro-rata', day, 'owe'), 'reduced');
  assert.equal(fate('flat', day, 'owe'), 'stopped');
});

test('what the used days cost and nobody has paid is written off or owed, on the day and not before', () => {
  const used = (usedDays: UsedDays, today: string) => {
    const { writtenOffCents, stillOwedCents } = planRefund(asked(notCollected, { usedDays, today }));
    return [writtenOffCents, stillOwedCents];
  };
  assert.deepEqual(used('write-off', day), [7_200, 0]);
  assert.deepEqual(used('owe', day), [0, 7_200]);
  assert.deepEqual(used('write-off', '2027-01-09'), [0, 0]);
});

test('what was paid beyond the used days is given back, the latest payment first and by the way it came', () => {
  const byCard = collectedByCard(100_000);
  const both = { ...byCard, payments: [...byCard.payments, ...collectedByHand(57_200).payments] };
  const owed = (refundCents: number) =>
    planRefund(asked(both, { refundCents })).owed.map(({ payer, payee, amountCents }) => [payer, payee, amountCents]);
  assert.deepEqual(owed(50_000), [['Operator', 'Customer', 50_000]]);
  assert.deepEqual(owed(150_000), [
    ['Operator', 'Customer', 57_200],
    ['Processor', 'Card', 92_800],
  ]);
  assert.equal(planRefund(asked(both)).route, 'card');
});

test('of what was paid in part, only what is beyond the used days comes back, and what they cost more is unpaid', () => {
  const plan = (paidCents: number) => planRefund(asked(collectedByHand(paidCents)));
  assert.deepEqual(
    [plan(50_000).owed, plan(50_000).route],
    [[{ payer: 'Operator', payee: 'Customer', amountCents: 42_800 }], 'operator'],
  );
  assert.deepEqual([plan(5_000).owed, plan(5_000).route, plan(5_000).writtenOffCents], [[], 'not charged', 2_200]);
});

test('what goodwill gave counts toward what a cancellation gives back, and what it gave beyond that stays given', () => {
  const plan = (refundCents: number) =>
    planRefund(asked({ ...collectedByCard(totalCents - 7_000), goodwillCents: 7_000 }, { refundCents }));
  const back = (refundCents: number) => {
    const { route, goodwillCents, owed } = plan(refundCents);
    return [route, givenByUsCents({ owed }), goodwillCents];
  };
  assert.deepEqual(back(totalCents), ['card', totalCents - 7_000, 7_000]);
  assert.deepEqual(back(150_000), ['card', 143_000, 7_000]);
  for (const cents of [7_000, 5_000, 0]) assert.deepEqual(back(cents), ['nothing', 0, cents]);
  const paidTwice = collectedByHand(5_000).payments;
  const both = {
    by: 'customer',
    payments: [...collectedByCard(totalCents - 7_000).payments, ...paidTwice],
    goodwillCents: 7_000,
  } as const;
  for (const [refundCents, cents] of [
    [0, 5_000],
    [6_000, 5_000],
    [8_000, 6_000],
  ] as const)
    assert.equal(givenByUsCents(planRefund(asked(both, { refundCents }))), cents);
});

test('never more is given back than was taken, and what is owed comes to the refund, however it was collected', () => {
  const inFull = fc.oneof(
    fc.constant({ by: 'seller' } as const),
    fc.constantFrom(paid, paidByHand, { ...notCollected, by: 'unknown', chargeCents: totalCents } as const),
    fc
      .record({ owedCents: fc.nat(200_000), downPaymentCents: fc.nat(50_000) })
      .map((one) => ({ by: 'lender', byLenderCents: 0, ...one }) as const),
  );
  const sumOf = (of: RefundAsked) => planRefund(of).owed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  fc.assert(
    fc.property(inFull, fc.nat(totalCents), (by, refundCents) => {
      assert.equal(sumOf(asked(by, { refundCents })), refundCents);
    }),
  );
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(totalCents), fc.boolean(), (paidCents, refundCents, isOwed) => {
      const of = asked(paidCents === 0 ? notCollected : collectedByCard(paidCents), {
        refundCents,
        usedDays: isOwed ? 'owe' : 'write-off',
      });
      const { owed, writtenOffCents, stillOwedCents } = planRefund(of);
      assert.equal(paidCents - sumOf(of) + writtenOffCents + stillOwedCents, totalCents - refundCents);
      assert.ok(owed.every(({ amountCents }) => amountCents > 0));
    }),
  );
});

test('of a price that is paid in parts, the card gets back at most what it is charged, and the customer the rest', () => {
  const restCents = 30_000;
  const both = { ...collectedByHand(totalCents - restCents), chargeCents: restCents };
  const toCard = { payer: 'Processor', payee: 'Card', amountCents: restCents };
  const toCustomer = { payer: 'Operator', payee: 'Customer', amountCents: 150_000 - restCents };
  const toCome = planRefund(asked({ ...both, by: 'card to come', on: '2027-01-05' }, { today: '2027-01-04' }));
  assert.deepEqual([toCome.route, toCome.owed, toCome.chargedFirstCents], ['card', [toCard, toCustomer], restCents]);
  assert.deepEqual([refundOfUnknownCharge(toCome), owedInAnyCase(toCome)], [null, toCome.owed]);
  const unknown = planRefund(asked({ ...both, by: 'unknown' }));
  const toCardIfCharged = { ...toCard, isOfUnknownCharge: true };
  assert.deepEqual([refundOfUnknownCharge(unknown), owedInAnyCase(unknown)], [toCardIfCharged, [toCustomer]]);
});

test('of a cheque that came back after a part of it was refunded, the customer owes that part beside the used days', () => {
  const { payments } = collectedByHand(totalCents);
  const back = { leftCents: 0, returnedCents: totalCents - 1_000, givenBackCents: 1_000, givenTooMuchCents: 4_000 };
  const returned = { ...paidByHand, payments: payments.map((one) => ({ ...one, ...back })) };
  const { route, stillOwedCents, partPaidCents } = planRefund(asked(returned));
  assert.deepEqual([route, stillOwedCents, partPaidCents], ['not charged', 7_200 + 4_000, 0]);
});

test('while a charge is unknown, goodwill counts for what is known to be paid', () => {
  const chargeCents = totalCents - 50_000;
  const unknown = { ...notCollected, goodwillCents: 50_000, by: 'unknown', chargeCents } as const;
  const backCents = (today: string) =>
    refundOfUnknownCharge(planRefund(asked(unknown, { refundCents: 149_000, today })))?.amountCents;
  assert.equal(backCents(day), 107_200, 'on the day the used days are paid by goodwill alone');
  assert.equal(backCents('2027-01-04'), 99_000);
});
