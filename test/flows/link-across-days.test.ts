import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { declineLimitsOf } from '../../src/domain/card/declines.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { requestCancellation, withdrawRequest } from '../../src/flows/cancellation/request-cancellation.ts';
import { takeEffect } from '../../src/flows/cancellation/take-effect.ts';
import { sweepCardPayments } from '../../src/flows/card/sweep-card-payments.ts';
import { openSecret } from '../../src/flows/unpaid/ensure-link.ts';
import { confirmLinkCheckout, startLinkCheckout, viewLink } from '../../src/flows/unpaid/pay-by-link.ts';
import { sendPaymentLink } from '../../src/flows/unpaid/send-link.ts';
import { settleWork } from '../../src/flows/work/settle-work.ts';
import { type CardProcessor, refusedByIssuer } from '../../src/ports/card-processor.ts';
import { submitCard } from '../../src/sandbox/card-processor/customer-actions.ts';
import { listPolicies, readPolicy } from '../../src/store/policy/policy-view.ts';
import { readSellers } from '../../src/store/reference/sellers.ts';
import { cancelAsShown } from '../kit/sale/cancelling.ts';
import { loadDearerTax } from '../kit/sale/dearer-tax.ts';
import { inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { openScheduled, type Scheduled, type ScheduledSale } from '../kit/sale/scheduled.ts';

/*
 * A form by which a customer pays, opened before something changed: the tax, the day, what is due. What the form said is
 * charged or nothing, and a card that was held for it is let go.
 */

let scheduled: Scheduled;
const actor = { kind: 'account', name: 'sam' } as const;
const dueDay = 5;
const [noticeDay, lastDay] = [10, 45];
const context = { requestId: 'test', fault: null };
const on = (day: number, hours = 0) => new Date(Date.parse(noon) + day * 86_400_000 + hours * 3_600_000);
const partsOn = (day: number) => ({
  ...scheduled.harness.parts,
  clock: () => on(day),
  cardTicketMinutes: 30,
  declineLimits: declineLimitsOf(true),
});

before(async () => {
  scheduled = await openScheduled([[dueDay, 15]]);
  await scheduled.chargeOn(dueDay, { chargeSavedCard: async () => refusedByIssuer({ isFinal: true }) });
});

interface Unpaid {
  readonly sale: ScheduledSale;
  readonly applicationId: string;
  readonly policyNumber: string;
  readonly sellerId: string;
  readonly totalCents: number;
  readonly secret: string;
}

async function unpaidAt(place: number): Promise<Unpaid> {
  const sale = scheduled.sales.get(dueDay)![place]!;
  const { applicationId } = sale.choice;
  const [row] = await inDatabase(
    scheduled.databaseUrl,
    `SELECT policy_number, policy.seller_id, total_cents, sealed_secret
     FROM policy JOIN payment_link USING (policy_number) WHERE policy.application_id = $1`,
    [applicationId],
  );
  const secret = openSecret(scheduled.harness.parts.linkBox, row.sealed_secret)!;
  const { policy_number: policyNumber, seller_id: sellerId, total_cents: totalCents } = row;
  return { sale, applicationId, policyNumber, sellerId, totalCents, secret };
}

/** It stays open: the processor's own clock is that of the first day. */
const openForm = async ({ secret, applicationId }: Unpaid, day: number): Promise<string> => {
  const started = await startLinkCheckout(partsOn(day), { secret, language: null, now: on(day) }, context);
  assert.ok(started?.kind === 'opened', JSON.stringify(started));
  await inDatabase(
    scheduled.databaseUrl,
    `UPDATE sandbox_cards.payment SET ticket_expires_at = $2 WHERE customer_reference = $1 AND status = 'open'`,
    [applicationId, on(day + 2)],
  );
  return started.ticket;
};

async function typeCard(ticket: string, now: Date): Promise<void> {
  const typed = { cardNumber: '4242424242424242', expiry: '12/30', cvv: '123' };
  const { kind } = await submitCard(scheduled.harness.parts.database, { ticket, typed, now });
  assert.equal(kind, 'approved');
}

const confirm = ({ secret }: Unpaid, ticket: string, day: number, cards: Partial<CardProcessor> = {}) =>
  confirmLinkCheckout(
    { ...partsOn(day), cards: { ...scheduled.harness.parts.cards, ...cards } },
    { secret, ticket, now: on(day) },
    context,
  );

const pageOn = async ({ secret }: Unpaid, day: number) =>
  (await viewLink(partsOn(day), { secret, language: null, now: on(day) }))!;

/** What the processor has, and holds, of the cards of a sale. */
async function atProcessor({ applicationId }: Unpaid): Promise<readonly string[]> {
  const rows = await inDatabase(
    scheduled.databaseUrl,
    `SELECT status FROM sandbox_cards.payment WHERE customer_reference = $1 AND mode = 'hold' ORDER BY status`,
    [applicationId],
  );
  return rows.map(({ status }) => status);
}

/** Until nothing is left to be decided. */
async function sweepOn(day: number): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await sweepCardPayments(partsOn(day), on(day));
}

async function endForNonPayment({ policyNumber }: Unpaid, usedDays: 'owe' | 'write-off'): Promise<void> {
  await cancelAsShown({ ...partsOn(noticeDay), now: on(noticeDay) }, policyNumber, {
    kind: 'pro-rata',
    cancelledOn: addDays(noonDay, lastDay),
    usedDays,
    requestedBy: 'insurer',
    ground: 'NonPayment',
  });
}

const effectOn = async (day: number): Promise<number> => {
  const sellers = [...(await readSellers(scheduled.harness.parts.database)).byId.values()];
  return takeEffect(partsOn(day), sellers, on(day));
};

async function moneyOn({ sellerId, policyNumber }: Unpaid, day: number) {
  const view = await readPolicy(scheduled.harness.parts.database, sellerId, policyNumber, addDays(noonDay, day));
  const { status, moneyStatus, amountDueCents } = view!;
  return { status, moneyStatus, amountDueCents };
}

/** The state of the cover, that of the cancellation, and whether the seller's list has the policy among the cancelled. */
async function coverOn({ sellerId, policyNumber }: Unpaid, day: number) {
  const { database } = scheduled.harness.parts;
  const today = addDays(noonDay, day);
  const { status, cancellation } = (await readPolicy(database, sellerId, policyNumber, today))!;
  const cancelled = await listPolicies(database, [{ sellerId, today }], {
    partnerReference: null,
    vin: null,
    status: 'Cancelled',
    moneyStatus: null,
    boundFrom: null,
    boundTo: null,
    boundWithin: null,
    after: null,
    limit: 100,
  });
  return [status, cancellation?.status, cancelled.some(({ policy }) => policy.policyNumber === policyNumber)];
}

const mailsOf = ({ policyNumber }: Unpaid) =>
  inDatabase(scheduled.databaseUrl, 'SELECT kind, facts FROM mail WHERE policy_number = $1 ORDER BY id', [
    policyNumber,
  ]);

test('a cancellation whose day comes while a rescission is to be decided waits for that', async () => {
  const { policyNumber, sellerId } = await unpaidAt(14);
  const seller = (await readSellers(scheduled.harness.parts.database)).byId.get(sellerId)!;
  const [askedOn, cancelledOn] = [dueDay + 1, dueDay + 2];
  await cancelAsShown({ ...partsOn(askedOn), now: on(askedOn) }, policyNumber, {
    kind: 'pro-rata',
    cancelledOn: addDays(noonDay, cancelledOn),
    usedDays: 'owe',
  });
  const wish = { policyNumber, ground: 'Rescission', effectiveDate: addDays(noonDay, askedOn), note: null } as const;
  assert.ok(!('code' in (await requestCancellation(scheduled.harness.parts, seller, wish, on(askedOn)))));
  const now = async () => {
    await inDatabase(scheduled.databaseUrl, 'UPDATE cancellation SET due_at = now() WHERE due_at IS NOT NULL');
    await effectOn(cancelledOn);
    const sql =
      'SELECT in_effect_at IS NOT NULL AS "isInEffect", last_error AS cause FROM cancellation WHERE policy_number = $1';
    return (await inDatabase(scheduled.databaseUrl, sql, [policyNumber]))[0];
  };
  const waiting = await now();
  assert.equal(waiting.isInEffect, false);
  assert.match(waiting.cause, /^a rescission was asked for/);
  assert.equal(await withdrawRequest(scheduled.harness.parts, seller, policyNumber, on(cancelledOn)), null);
  assert.equal((await now()).isInEffect, true);
});

test('while a rescission is asked for nothing is taken on the page, also by a form that was opened before; once it is taken back, the page is open', async () => {
  const unpaid = await unpaidAt(13);
  const [day, { policyNumber, sellerId }] = [dueDay + 1, unpaid];
  const seller = (await readSellers(scheduled.harness.parts.database)).byId.get(sellerId)!;
  const ticket = await openForm(unpaid, day);
  await typeCard(ticket, on(day));
  const wish = { policyNumber, ground: 'Rescission', effectiveDate: addDays(noonDay, day), note: null } as const;
  assert.ok(!('code' in (await requestCancellation(scheduled.harness.parts, seller, wish, on(day)))));
  assert.equal(await confirm(unpaid, ticket, day), 'read');
  assert.equal((await pageOn(unpaid, day)).state, 'held');
  const started = await startLinkCheckout(
    partsOn(day),
    { secret: unpaid.secret, language: null, now: on(day) },
    context,
  );
  assert.equal(started?.kind, 'closed');
  await sweepOn(day + 3);
  assert.deepEqual(await atProcessor(unpaid), ['released'], 'the hold is let go');
  assert.equal(await withdrawRequest(scheduled.harness.parts, seller, policyNumber, on(day)), null);
  assert.equal((await pageOn(unpaid, day)).state, 'open');
});

test('a form that was opened before midnight charges nothing once only the used days are owed, and its hold is released', async () => {
  const unpaid = await unpaidAt(0);
  const asked = { kind: 'pro-rata', cancelledOn: addDays(noonDay, lastDay), usedDays: 'owe' } as const;
  await cancelAsShown({ ...partsOn(noticeDay), now: on(noticeDay) }, unpaid.policyNumber, asked);
  const ticket = await openForm(unpaid, lastDay - 1);
  assert.equal(await effectOn(lastDay), 1);
  const { amountDueCents } = await moneyOn(unpaid, lastDay);
  assert.ok(amountDueCents > 0 && amountDueCents < unpaid.totalCents);
  await typeCard(ticket, on(lastDay));
  assert.equal(await confirm(unpaid, ticket, lastDay), 'read');
  assert.deepEqual(await atProcessor(unpaid), ['held']);
  assert.equal((await pageOn(unpaid, lastDay)).state, 'open', 'what is due now can be paid');
  assert.deepEqual(await moneyOn(unpaid, lastDay), { status: 'Cancelled', moneyStatus: 'Unpaid', amountDueCents });
  await sweepOn(lastDay + 2);
  assert.deepEqual(await atProcessor(unpaid), ['released']);
});

test('a card that was typed within the notice and read after it pays in time: the cancellation waits for it', async () => {
  const [confirmed, swept] = [await unpaidAt(6), await unpaidAt(7)];
  for (const unpaid of [confirmed, swept]) {
    await endForNonPayment(unpaid, 'owe');
    await typeCard(await openForm(unpaid, lastDay - 1), on(lastDay - 1));
  }
  assert.equal(await effectOn(lastDay), 0);
  const ticket = await openForm(confirmed, lastDay).catch(() => null);
  assert.equal(ticket, null, 'the card that was given is read first, and pays');
  await sweepOn(lastDay);
  await scheduled.chargeOn(lastDay, {});
  for (const unpaid of [confirmed, swept]) {
    const paid = { status: 'InForce', moneyStatus: 'Paid', amountDueCents: 0 };
    assert.deepEqual(await moneyOn(unpaid, lastDay), paid);
    assert.deepEqual(await atProcessor(unpaid), ['captured']);
  }
});

test('a form of the notice in which no card was typed holds the cancellation back only until it is over', async () => {
  const unpaid = await unpaidAt(8);
  await endForNonPayment(unpaid, 'owe');
  await openForm(unpaid, lastDay - 1);
  assert.equal(await effectOn(lastDay), 0);
  await sweepOn(lastDay);
  await inDatabase(
    scheduled.databaseUrl,
    'UPDATE cancellation SET due_at = now(), lease_until = NULL, owner = NULL WHERE policy_number = $1',
    [unpaid.policyNumber],
  );
  assert.equal(await effectOn(lastDay), 1);
  assert.equal((await moneyOn(unpaid, lastDay)).status, 'Cancelled');
});

test('a policy that ends on its expiry day owes its whole price, and its page asks for that', async () => {
  const unpaid = await unpaidAt(1);
  const [{ expiry }] = await inDatabase(
    scheduled.databaseUrl,
    `SELECT (policy.snapshot ->> 'expiryDate')::date - $2::date AS expiry FROM policy WHERE policy_number = $1`,
    [unpaid.policyNumber, noonDay],
  );
  const day = Number(expiry);
  await cancelAsShown({ ...partsOn(day), now: on(day) }, unpaid.policyNumber, {
    kind: 'pro-rata',
    cancelledOn: addDays(noonDay, day),
    usedDays: 'owe',
  });
  assert.deepEqual(await moneyOn(unpaid, day), {
    status: 'Cancelled',
    moneyStatus: 'Unpaid',
    amountDueCents: unpaid.totalCents,
  });
  assert.equal((await pageOn(unpaid, day)).state, 'open');
});

test('a card of a link that a cheque has made needless is let go', async () => {
  const unpaid = await unpaidAt(2);
  const ticket = await openForm(unpaid, noticeDay);
  await typeCard(ticket, on(noticeDay));
  const away: CardProcessor['capture'] = async () => ({ kind: 'not-sent', cause: 'away' });
  await confirm(unpaid, ticket, noticeDay, { capture: away });
  assert.deepEqual(await atProcessor(unpaid), ['held']);
  const [{ id }] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT card_payment_id AS id FROM policy WHERE policy_number = $1',
    [unpaid.policyNumber],
  );
  const settling = { kind: 'charges', id, reason: 'paid', reference: 'cheque 5' } as const;
  assert.equal(await settleWork({ ...partsOn(noticeDay), now: on(noticeDay) }, actor, settling), null);
  assert.equal((await moneyOn(unpaid, noticeDay)).moneyStatus, 'Paid');
  await sweepOn(noticeDay + 1);
  assert.deepEqual(await atProcessor(unpaid), ['released']);
});

test('one charge of the processor’s settles one of ours, also where two operators say so at the same moment', async () => {
  const [first, second] = [await unpaidAt(3), await unpaidAt(4)];
  for (const { policyNumber } of [first, second])
    await inDatabase(
      scheduled.databaseUrl,
      `UPDATE due_charge SET due_at = now(), given_up_at = NULL, is_refused_for_good = false, lease_until = now() - interval '1 second',
                             unclear_since = now() - interval '25 hours' WHERE policy_number = $1`,
      [policyNumber],
    );
  const settle = async ({ sale }: Unpaid) => {
    const id = sale.payment.asked.paymentId;
    const settling = { kind: 'charges', id, reason: 'seen there', reference: 'R-4711', by: 'processor' } as const;
    return (await settleWork({ ...partsOn(noticeDay), now: on(noticeDay) }, actor, settling))?.code ?? null;
  };
  const codes = await Promise.all([settle(first), settle(second)]);
  assert.deepEqual(codes.toSorted(), ['ProcessorReferenceInvalid', null]);
});

test('while a payment of the notice is unknown the cover goes on; refused, the customer is told of the end and of what is due', async () => {
  const [owing, writtenOff] = [await unpaidAt(9), await unpaidAt(10)];
  const lose: CardProcessor['capture'] = async () => ({ kind: 'unknown', cause: 'no answer' });
  for (const [unpaid, usedDays] of [
    [owing, 'owe'],
    [writtenOff, 'write-off'],
  ] as const) {
    await endForNonPayment(unpaid, usedDays);
    const ticket = await openForm(unpaid, lastDay - 1);
    await typeCard(ticket, on(lastDay - 1));
    await confirm(unpaid, ticket, lastDay - 1, { capture: lose });
  }
  assert.equal(await effectOn(lastDay), 0);
  assert.deepEqual(await coverOn(owing, lastDay + 2), ['InForce', 'Scheduled', false]);
  const policyNumbers = [owing.policyNumber, writtenOff.policyNumber];
  await inDatabase(
    scheduled.databaseUrl,
    `UPDATE due_charge SET due_at = now(), lease_until = now() - interval '1 second'
     WHERE policy_number = ANY ($1) AND state = 'charging'`,
    [policyNumbers],
  );
  const before = (await mailsOf(owing)).length;
  await scheduled.chargeOn(lastDay + 2, { capture: async () => refusedByIssuer({ isFinal: true }) });
  assert.deepEqual(await coverOn(owing, lastDay + 2), ['Cancelled', 'InEffect', true]);
  const { amountDueCents: dueCents } = await moneyOn(owing, lastDay + 2);
  assert.ok(dueCents > 0 && dueCents < owing.totalCents, 'only the used days');
  const told = ({ totalCents }: Unpaid) => ({ amountCents: totalCents, cancelledOn: addDays(noonDay, lastDay) });
  const ofEnd = (mails: Awaited<ReturnType<typeof mailsOf>>) =>
    mails.map(({ kind, facts: { amountCents, cancelledOn, dueCents } }) => [
      kind,
      { amountCents, cancelledOn, dueCents },
    ]);
  assert.deepEqual(ofEnd((await mailsOf(owing)).slice(before)), [['cover ended', { ...told(owing), dueCents }]]);
  assert.deepEqual(ofEnd((await mailsOf(writtenOff)).slice(before)), [
    ['cover ended', { ...told(writtenOff), dueCents: 0 }],
  ]);
  assert.deepEqual(await coverOn(writtenOff, lastDay + 2), ['Cancelled', 'InEffect', true]);
});

test('the page that a notice names is there as long as the notice says, whatever link an operator had sent', async () => {
  const unpaid = await unpaidAt(11);
  const asked = { policyNumber: unpaid.policyNumber, reason: 'asked for it', chargeOn: null, days: 3, isShown: true };
  const sent = await sendPaymentLink({ ...partsOn(noticeDay), now: on(noticeDay) }, actor, asked);
  assert.ok(!isOperatorRefusal(sent));
  await endForNonPayment(unpaid, 'owe');
  const [link] = await inDatabase(
    scheduled.databaseUrl,
    'SELECT expires_at, revoked_at FROM payment_link WHERE policy_number = $1',
    [unpaid.policyNumber],
  );
  assert.deepEqual([link.expires_at, link.revoked_at], [null, null]);
});

test('a notice across a change of tax says the last day on which its price can be paid, and what came after it is recorded', async () => {
  const unpaid = await unpaidAt(12);
  const change = 25;
  await loadDearerTax(scheduled.databaseUrl, addDays(noonDay, change));
  await scheduled.harness.parts.refreshReference();
  await endForNonPayment(unpaid, 'owe');
  const [{ terms, facts, id }] = await inDatabase(
    scheduled.databaseUrl,
    `SELECT terms, facts, card_payment_id AS id
     FROM cancellation JOIN mail USING (policy_number) JOIN policy USING (policy_number)
     WHERE policy_number = $1 AND mail.kind = 'cancellation'`,
    [unpaid.policyNumber],
  );
  const lastDayToPay = addDays(noonDay, change - 1);
  assert.deepEqual([terms.payableUntil, facts.payableUntil], [lastDayToPay, lastDayToPay]);
  assert.equal((await pageOn(unpaid, change - 1)).state, 'open');
  assert.equal((await pageOn(unpaid, change)).state, 'expired');
  const cheque = { kind: 'charges', id, reason: 'paid', reference: 'cheque 6', on: addDays(noonDay, change) } as const;
  assert.equal(await settleWork({ ...partsOn(change), now: on(change) }, actor, cheque), null);
  const paid = { status: 'InForce', moneyStatus: 'Paid', amountDueCents: 0 };
  assert.deepEqual(await moneyOn(unpaid, change), paid);
});

test('a form that was opened before a change of tax charges nothing after it, and its page says why', async () => {
  const unpaid = await unpaidAt(5);
  await endForNonPayment(unpaid, 'owe');
  const ticket = await openForm(unpaid, noticeDay);
  await typeCard(ticket, on(noticeDay));
  await loadDearerTax(scheduled.databaseUrl);
  await scheduled.harness.parts.refreshReference();
  assert.equal(await confirm(unpaid, ticket, noticeDay), 'read');
  assert.equal((await pageOn(unpaid, noticeDay)).state, 'expired');
  assert.equal((await moneyOn(unpaid, noticeDay)).moneyStatus, 'Unpaid');
  assert.deepEqual(await atProcessor(unpaid), ['held']);
  await sweepOn(noticeDay + 2);
  assert.deepEqual(await atProcessor(unpaid), ['released']);
});
