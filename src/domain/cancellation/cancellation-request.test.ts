import assert from 'node:assert/strict';
import test from 'node:test';
import {
  collectedByCard,
  notCollected,
  sampleCancellation,
  sampleCharged,
  sampleFinanced,
  samplePolicy,
} from '../../../test/kit/sale/sample-policy.ts';
import type { PlainDate } from '../calendar.ts';
import { sumCents } from '../money.ts';
import type { Policy } from '../policy/policy.ts';
import type { Collected } from '../refund/collected.ts';
import type { RequestGround } from './cancellation-cause.ts';
import { countsFromOf, isSameRequest, kindOfRequest, requestedRefund } from './cancellation-request.ts';

/** Bound on the 15th, so that the customer may rescind until the 25th; its cover starts on the 20th. */
const policy = samplePolicy({ boundOn: '2026-11-15', effectiveDate: '2026-11-20', expiryDate: '2030-11-20' });
const kind = (ground: RequestGround, effectiveDate: PlainDate, countsFrom: PlainDate) =>
  kindOfRequest(policy, { ground, effectiveDate, countsFrom });

test('before its first day a policy has no used day, whatever the ground', () => {
  assert.equal(kind('VehicleSold', '2026-11-19', '2026-11-16'), 'flat');
  assert.equal(kind('VehicleSold', '2026-11-20', '2026-11-16'), 'pro-rata');
});

test('a customer who rescinds in time gets everything back, until the last day', () => {
  assert.equal(kind('Rescission', '2026-11-25', '2026-11-25'), 'flat');
  assert.equal(kind('Rescission', '2026-11-20', '2026-11-20'), 'flat');
  assert.equal(kind('Other', '2026-11-25', '2026-11-25'), 'pro-rata', 'only a customer who rescinds');
});

test('neither a later day nor a later request is in time, even with a day of the past', () => {
  assert.equal(kind('Rescission', '2026-11-26', '2026-11-26'), 'pro-rata');
  assert.equal(kind('Rescission', '2026-11-26', '2026-11-25'), 'pro-rata');
  assert.equal(kind('Rescission', '2026-11-25', '2026-11-26'), 'pro-rata');
});

test('a rescission that replaces another one counts from the day of the first, and what replaces another ground from its own', () => {
  const [first, later] = ['2026-11-20', '2026-12-02'] as const;
  const rescission = { ground: 'Rescission', countsFrom: first } as const;
  assert.equal(countsFromOf(null, { ground: 'Rescission' }, later), later);
  assert.equal(countsFromOf(rescission, { ground: 'Rescission' }, later), first);
  assert.equal(countsFromOf(rescission, { ground: 'VehicleSold' }, later), later);
  assert.equal(countsFromOf({ ...rescission, ground: 'VehicleSold' }, { ground: 'Rescission' }, later), later);
});

test('a repeat is one that asks for the same, for the same day, with the same note', () => {
  const open = { ground: 'VehicleSold', effectiveDate: '2026-12-01', note: 'Sold.' } as const;
  assert.ok(isSameRequest(open, { ...open }));
  for (const other of [{ ground: 'Other' }, { effectiveDate: '2026-12-02' }, { note: null }] as const)
    assert.ok(!isSameRequest(open, { ...open, ...other }));
});

const asked = { kind: 'pro-rata', cancelledOn: '2027-11-15', madeOn: '2027-11-15' } as const;
const refundOf = (of: Policy, collected: Collected, cancelledOn: PlainDate = asked.cancelledOn) => {
  const cancellation = sampleCancellation(of, { ...asked, cancelledOn, collected });
  return { cancellation, ...requestedRefund(cancellation) };
};

test('where we give it all back each product has what is not used of its price, and all of it was paid', () => {
  const { cancellation, refundCents, lines } = refundOf(
    sampleCharged(),
    collectedByCard(sampleCharged().totalWithTaxCents),
  );
  assert.equal(refundCents, cancellation.refundCents);
  assert.deepEqual(
    lines,
    cancellation.lines.map((line) => ({
      productType: line.productType,
      paidCents: line.premiumCents + line.taxCents,
      refundCents: line.premiumBackCents + line.taxBackCents,
      premiumBackCents: line.premiumBackCents,
      taxBackCents: line.taxBackCents,
    })),
  );
});

test('where the seller gives a part back each product has its share of ours, and they add up to it', () => {
  const loan = { by: 'lender', owedCents: 100_001, byLenderCents: 0, downPaymentCents: 1_000_000 } as const;
  const { cancellation, refundCents, lines } = refundOf(sampleFinanced(), loan);
  assert.equal(refundCents, 100_001);
  assert.equal(sumCents(lines.map((line) => line.refundCents)), 100_001);
  for (const [at, line] of lines.entries()) {
    const { premiumBackCents, taxBackCents } = cancellation.lines[at]!;
    const share = ((premiumBackCents + taxBackCents) * 100_001) / cancellation.refundCents;
    assert.ok(Math.abs(line.refundCents - share) < 1, `${line.productType}: ${line.refundCents}, ${share}`);
  }
});

test('a charge that was never made was not paid and gives nothing back', () => {
  const { refundCents, lines } = refundOf(sampleCharged(), notCollected);
  assert.equal(refundCents, 0);
  assert.ok(lines.every((line) => line.paidCents === 0 && line.refundCents === 0));
});

test('a policy without an unused day gives nothing back of what was paid', () => {
  const { refundCents, lines } = refundOf(
    sampleCharged(),
    collectedByCard(sampleCharged().totalWithTaxCents),
    '2030-11-15',
  );
  assert.equal(refundCents, 0);
  assert.deepEqual(
    lines.map((line) => [line.paidCents, line.refundCents]),
    sampleCharged().products.map((product) => [product.totalWithTaxCents, 0]),
  );
});
