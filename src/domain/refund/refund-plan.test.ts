import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { CancellationKind } from '../cancellation/cancellation-asked.ts';
import type { Collected } from './collected.ts';
import { givenByUsCents, moneyAfter, planRefund, type RefundAsked, type UsedDays } from './refund-plan.ts';

const day = '2027-01-10';
const paid = { by: 'processor', toComeOn: null } as const;

function asked(collected: Collected, change: Partial<RefundAsked> = {}): RefundAsked {
  const terms = { kind: 'pro-rata', cancelledOn: day, totalCents: 157_200, refundCents: 150_000 } as const;
  return { ...terms, usedDays: 'write-off', today: day, collected, ...change };
}

const money = (of: RefundAsked, isPending: boolean) => moneyAfter(planRefund(of), of, isPending);

test('who has taken the money gives it back, and we only where we have it', () => {
  const owed = (collected: Collected) => planRefund(asked(collected)).owed;
  assert.deepEqual(owed({ by: 'seller' }), [{ payer: 'Seller', payee: 'Customer', amountCents: 150_000 }]);
  assert.deepEqual(owed(paid), [{ payer: 'Processor', payee: 'Card', amountCents: 150_000 }]);
  assert.deepEqual(owed({ by: 'operator' }), [{ payer: 'Operator', payee: 'Customer', amountCents: 150_000 }]);
  assert.deepEqual(owed({ by: 'nobody' }), []);
  assert.deepEqual(owed({ by: 'used days' }), []);
  assert.equal(givenByUsCents({ owed: owed({ by: 'seller' }) }), 0);
});

test('a loan is paid first; the seller gives back the down payment it took, and the operator what is more', () => {
  const lent = (owedCents: number, downPaymentCents: number) =>
    planRefund(asked({ by: 'lender', owedCents, downPaymentCents })).owed.map(
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
  assert.equal(route({ by: 'operator' }), 'operator');
  assert.equal(route({ by: 'lender', owedCents: 1, downPaymentCents: 0 }), 'loan');
  assert.equal(route({ by: 'nobody' }), 'not charged');
  assert.equal(route({ by: 'used days' }), 'nothing');
  assert.deepEqual([route(paid, 0), route({ by: 'operator' }, 0)], ['nothing', 'nothing']);
});

test('a charge that was made is over, and one that comes before the cancellation is made on its day', () => {
  const charge = (collected: Collected) => {
    const plan = planRefund(asked(collected, { today: '2027-01-04' }));
    return [plan.charge, plan.chargedFirstOn];
  };
  assert.deepEqual(charge(paid), ['none', null]);
  assert.deepEqual(charge({ by: 'used days' }), ['none', null]);
  assert.deepEqual(charge({ by: 'processor', toComeOn: '2027-01-05' }), ['runs', '2027-01-05']);
});

test('of a loan, what goes to the lender and what the operator gives is ours, the down payment is the seller’s', () => {
  const { owed } = planRefund(asked({ by: 'lender', owedCents: 100_000, downPaymentCents: 20_000 }));
  assert.equal(givenByUsCents({ owed }), 130_000);
  assert.equal(givenByUsCents(planRefund(asked(paid))), 150_000);
});

test('what is not known is asked, and never called nothing', () => {
  const unknown = asked({ by: 'unknown' });
  const plan = planRefund(unknown);
  assert.deepEqual([plan.route, plan.charge, plan.writtenOffCents], ['ask first', 'asked', 0]);
  assert.deepEqual(plan.owed, [{ payer: 'Processor', payee: 'Card', amountCents: 150_000 }]);
  assert.equal(money(unknown, true), 'RefundPending');
  assert.equal(money(unknown, false), 'RefundPending');
  assert.equal(money(asked({ by: 'unknown' }, { refundCents: 0 }), false), null, 'nothing to give back');
});

test('an unpaid charge runs until the day, waits if nothing is to be covered, and ends on the day', () => {
  const fate = (kind: CancellationKind, today: string, usedDays: UsedDays = 'write-off') =>
    planRefund(asked({ by: 'nobody' }, { kind, today, usedDays, refundCents: kind === 'flat' ? 157_200 : 150_000 }))
      .charge;
  assert.equal(fate('pro-rata', '2027-01-09'), 'runs');
  assert.equal(fate('flat', '2027-01-09'), 'waits');
  assert.equal(fate('pro-rata', day), 'stopped');
  assert.equal(fate('pro-rata', day, 'owe'), 'reduced');
  assert.equal(fate('flat', day, 'owe'), 'stopped');
});

test('what the used days cost and nobody has paid is written off or owed, on the day and not before', () => {
  const used = (usedDays: UsedDays, today: string) => {
    const { writtenOffCents, stillOwedCents } = planRefund(asked({ by: 'nobody' }, { usedDays, today }));
    return [writtenOffCents, stillOwedCents];
  };
  assert.deepEqual(used('write-off', day), [7_200, 0]);
  assert.deepEqual(used('owe', day), [0, 7_200]);
  assert.deepEqual(used('write-off', '2027-01-09'), [0, 0]);
});

test('the money status says that money is back only once it is, and nothing of money that was never taken', () => {
  assert.equal(money(asked(paid), true), 'RefundPending');
  assert.equal(money(asked(paid), false), 'PartRefunded');
  assert.equal(money(asked(paid, { refundCents: 157_200 }), false), 'Refunded');
  assert.equal(money(asked(paid, { refundCents: 0 }), false), 'Paid');
  assert.equal(money(asked({ by: 'operator' }), true), 'RefundPending');
  assert.equal(money(asked({ by: 'operator' }), false), 'PartRefunded');
  assert.equal(
    money(asked({ by: 'lender', owedCents: 0, downPaymentCents: 0 }, { refundCents: 0 }), false),
    'Financed',
  );
  assert.equal(money(asked({ by: 'nobody' }), false), 'WrittenOff');
  assert.equal(money(asked({ by: 'nobody' }, { usedDays: 'owe' }), false), null);
  assert.equal(money(asked({ by: 'nobody' }, { refundCents: 157_200 }), false), 'NothingOwed');
  assert.equal(money(asked({ by: 'nobody' }, { today: '2027-01-09' }), false), null);
  assert.equal(money(asked({ by: 'processor', toComeOn: '2027-01-05' }, { today: '2027-01-04' }), true), null);
  assert.equal(money(asked({ by: 'seller' }), true), 'CollectedByPartner');
  assert.equal(money(asked({ by: 'used days' }), false), 'Paid');
});

test('never more is given back than was taken, and what is owed comes to the refund, however it was collected', () => {
  const collected = fc.oneof(
    ...(['seller', 'operator', 'unknown', 'nobody', 'used days'] as const).map((by) => fc.constant({ by })),
    fc.constant(paid),
    fc
      .record({ owedCents: fc.nat(200_000), downPaymentCents: fc.nat(50_000) })
      .map((one) => ({ by: 'lender', ...one }) as const),
  );
  fc.assert(
    fc.property(collected, fc.nat(157_200), fc.boolean(), (by, refundCents, isOwed) => {
      const of = asked(by, { refundCents, usedDays: isOwed ? 'owe' : 'write-off' });
      const { owed, writtenOffCents, stillOwedCents } = planRefund(of);
      const sum = owed.reduce((total, { amountCents }) => total + amountCents, 0);
      assert.equal(sum, by.by === 'nobody' || by.by === 'used days' ? 0 : refundCents);
      assert.equal(writtenOffCents + stillOwedCents, by.by === 'nobody' ? 157_200 - refundCents : 0);
      assert.ok(owed.every(({ amountCents }) => amountCents > 0));
    }),
  );
});
