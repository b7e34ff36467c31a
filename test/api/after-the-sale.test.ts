import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { customerAt, refusedCards } from '../kit/sale/unpaid.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService } from '../kit/service/service.ts';

/*
 * What a partner can provoke after the sale, through the interface alone: cancellations of every kind, and everything
 * that can go wrong with their money. Each test starts with the seller as new.
 */
const service = await startTestService({ clock: clockAt(noon).clock });
const saleClient = await openSaleClient(service);
const { token } = saleClient.quoteClient;
const bind = binder(service, token);

const get = async (path: string): Promise<Answer['body']> => (await service.call('GET', path, { token })).body;
const post = (path: string, body: Json, fault?: string): Promise<Answer> =>
  service.call('POST', path, { token, body, ...(fault !== undefined && { headers: { 'sandbox-fault': fault } }) });

beforeEach(async () => {
  assert.equal((await post('/sandbox/reset', {})).status, 200);
});

/** Moves the clock, or sets it to the same day. Returns how many charges ran. */
async function moveTo(today: string, fault?: string): Promise<number> {
  const moved = await post('/sandbox/clock', { today }, fault);
  assert.equal(moved.status, 200, moved.text);
  assert.equal(moved.body.today, today);
  return moved.body.chargesRun;
}

interface Sale {
  readonly policyNumber: string;
  readonly applicationId: string;
  readonly total: number;
  readonly look: () => Promise<Answer['body']>;
  readonly ledger: () => Promise<Answer['body']>;
  readonly events: () => Promise<Json[]>;
  readonly ask: (effectiveDate: string, changes?: Json) => Promise<Answer['body']>;
  readonly decide: (decision: string, fault?: string) => Promise<Answer>;
  /** Asks for a cancellation and accepts it. Returns the answer to the decision. */
  readonly cancel: (effectiveDate: string, fault?: string) => Promise<Answer['body']>;
}

interface SaleChoices {
  readonly by?: 'card' | 'loan' | 'reference';
  readonly effectiveDate?: string;
  readonly cardNumber?: string;
}

async function sell({ by = 'card', effectiveDate = noonDay, cardNumber }: SaleChoices = {}): Promise<Sale> {
  const quoted = await saleClient.quote({ effectiveDate });
  const choice = quoted.choose('Replacement', 3);
  const paid = {
    card: async () =>
      byCard(await authorizedPayment(saleClient, choice, cardNumber === undefined ? {} : { cardNumber })),
    loan: async () => byLoan(effectiveDate),
    reference: async () => byReferral,
  };
  const { policyNumber } = assertBound(await bind({ ...choice, ...(await paid[by]()) }));
  const { applicationId } = choice;
  const ask: Sale['ask'] = async (day, changes = {}) => {
    const body = { reason: 'VehicleSold', effectiveDate: day, ...changes };
    const asked = await post(`/v1/policies/${policyNumber}/cancellation-request`, body);
    assert.equal(asked.status, 200, asked.text);
    return asked.body;
  };
  const decide: Sale['decide'] = (decision, fault) =>
    post('/sandbox/cancellation-requests/decide', { policyNumber, decision }, fault);
  return {
    policyNumber,
    applicationId,
    total: quoted.totalCents(choice) / 100,
    look: () => get(`/v1/policies/${policyNumber}`),
    ledger: () => get(`/sandbox/ledger?applicationId=${applicationId}`),
    events: async () => {
      const { events } = await get('/v1/events?limit=100');
      return events.filter((event: Json) => event.policyNumber === policyNumber);
    },
    ask,
    decide,
    cancel: async (day, fault) => {
      await ask(day);
      const decided = await decide('Accept', fault);
      assert.equal(decided.status, 200, decided.text);
      return decided.body;
    },
  };
}

const moneyOf = ({ status, moneyStatus }: Answer['body']) => [status, moneyStatus];
const toCard = (amount: number, doneOn: string | null) => [
  { payer: 'Processor', payee: 'Card', amount, status: doneOn === null ? 'Pending' : 'Done', doneOn },
];
const typesOf = (events: readonly Json[]) => events.map(({ type }) => type);
const kindsOf = ({ documents }: Answer['body']) => documents.map(({ kind }: Json) => kind);

/** The events of a sale once they are published. */
const eventsUntil = (sale: Sale, type: string) => until(sale.events, (events) => typesOf(events).includes(type));

test('a request is decided as an operator would; one that is not open or not the seller’s is refused', async () => {
  const sale = await sell();
  const decide = '/sandbox/cancellation-requests/decide';
  const unknown = { policyNumber: 'NB000000000', decision: 'Accept' };
  assertRefused(await post(decide, unknown), ['PolicyNotFound policyNumber']);
  assertRefused(await post(decide, { decision: 'Accept' }), ['PolicyNumberRequired policyNumber']);
  assertRefused(await sale.decide('Accept'), ['CancellationRequestNotOpen policyNumber']);
  await sale.ask(noonDay, { isPreview: true });
  assertRefused(await sale.decide('Accept'), ['CancellationRequestNotOpen policyNumber']);
  await sale.ask(noonDay);
  assertRefused(await sale.decide('Perhaps'), ['DecisionInvalid decision']);
  assertRefused(await sale.decide(''), ['DecisionRequired decision']);
  const others = await service.login('alberta');
  const body = { policyNumber: sale.policyNumber, decision: 'Accept' };
  const foreign = await service.call('POST', decide, { token: others, body });
  assertRefused(foreign, ['PolicyNotFound policyNumber']);

  const declined = await sale.decide('Decline');
  assert.deepEqual(declined.body, {
    isValid: true,
    errors: [],
    policyNumber: sale.policyNumber,
    decision: 'Decline',
    status: 'InForce',
    moneyStatus: 'Paid',
    cancellation: null,
    refunds: [],
  });
  assertRefused(await sale.decide('Decline'), ['CancellationRequestNotOpen policyNumber']);
  const [event] = (await eventsUntil(sale, 'cancellation.declined')).slice(-1) as Answer['body'][];
  assert.equal(event.data.declineReason, 'Decided in the sandbox.');

  await sale.ask(noonDay);
  const accepted = await sale.decide('accept');
  assert.equal(accepted.status, 200, accepted.text);
  const { cancellation, refunds, ...rest } = await sale.look();
  assert.deepEqual(cancellation, {
    effectiveDate: noonDay,
    requestedBy: 'Seller',
    reason: 'VehicleSold',
    status: 'InEffect',
    refundAmount: sale.total,
  });
  assert.deepEqual(refunds, toCard(sale.total, noonDay));
  assert.deepEqual([accepted.body.cancellation, accepted.body.refunds], [cancellation, refunds]);
  assert.deepEqual(moneyOf(accepted.body), ['Cancelled', 'Refunded']);
  assert.deepEqual(moneyOf(rest), ['Cancelled', 'Refunded']);
  const again = await post(`/v1/policies/${sale.policyNumber}/cancellation-request`, {
    reason: 'Other',
    effectiveDate: noonDay,
  });
  assertRefused(again, ['PolicyAlreadyCancelled policyNumber']);
});

test('a fault that the call can’t have is refused, and names those it can', async () => {
  const ofAll = ['InternalError', 'ServiceUnavailable', 'RateLimitExceeded'];
  const ofClock = ['CardChargeUnknown', 'CardPaymentReplyLost', 'CardPaymentUnavailable'];
  for (const [method, path, fault, allowed] of [
    ['GET', '/v1/policies', 'CardPaymentLost', ofAll],
    ['GET', '/v1/policies', 'FinancingDeclined', ofAll],
    ['POST', '/sandbox/clock', 'SlowBind', [...ofClock, ...ofAll]],
    ['GET', '/v1/quote/dealers', 'SlowBind', ofAll],
  ] as const) {
    const headers = { 'sandbox-fault': fault };
    const answer = await service.call(method, path, { token, headers, ...(method === 'POST' && { body: {} }) });
    assertRefused(answer, ['SandboxFaultUnknown']);
    assert.deepEqual(answer.body.errors[0].params, { allowed });
    assert.match(answer.body.errors[0].message, /: .*ServiceUnavailable/);
  }
  const inCapitals = await service.call('GET', '/v1/policies', {
    token,
    headers: { 'sandbox-fault': 'INTERNALERROR' },
  });
  assert.equal(inCapitals.status, 500);
  const bare = await service.call('GET', '/v1/policies', { token, headers: { 'sandbox-fault': '' } });
  assert.equal(bare.status, 200);
  const french = await service.call('GET', '/v1/policies', {
    token,
    headers: { 'sandbox-fault': 'x', 'accept-language': 'fr' },
  });
  assert.match(french.body.errors[0].message, /panne.*ServiceUnavailable/);
});

test('a charge that nobody knows of is never taken for nothing: it is asked about, found and given back', async () => {
  const day = addDays(noonDay, 5);
  const sale = await sell({ effectiveDate: day });
  assert.equal(await moveTo(day, 'CardChargeUnknown'), 0);
  assert.deepEqual(moneyOf(await sale.look()), ['InForce', 'Scheduled']);
  const { charges } = await sale.ledger();
  assert.deepEqual(
    charges.map(({ amount, status, refunded }: Json) => ({ amount, status, refunded })),
    [{ amount: sale.total, status: 'Captured', refunded: 0 }],
  );

  const decided = await sale.cancel(day);
  assert.deepEqual(moneyOf(decided), ['Cancelled', 'RefundPending']);
  assert.deepEqual(decided.refunds, toCard(sale.total, null));
  // The processor says nothing as long as the fault is asked for.
  assert.equal(await moveTo(day, 'CardChargeUnknown'), 0);
  assert.deepEqual(moneyOf(await sale.look()), ['Cancelled', 'RefundPending']);
  assert.equal((await sale.ledger()).charges[0].refunded, 0);

  assert.equal(await moveTo(day), 1);
  const policy = await sale.look();
  assert.deepEqual(moneyOf(policy), ['Cancelled', 'Refunded']);
  assert.deepEqual(policy.refunds, toCard(sale.total, day));
  assert.ok(kindsOf(policy).includes('RefundReceipt'), kindsOf(policy).join());
  const ledger = await sale.ledger();
  assert.deepEqual(
    ledger.charges.map(({ status, refunded }: Json) => ({ status, refunded })),
    [{ status: 'Reversed', refunded: sale.total }],
  );

  const receipt = policy.documents.find(({ kind }: Json) => kind === 'RefundReceipt');
  const { messages } = await until(
    () => get('/sandbox/outbox'),
    (outbox) => outbox.messages.some(({ attachments }: Answer['body']) => carries(attachments, receipt.downloadId)),
  );
  assert.ok(messages.length > 0);
  const pdf = await service.call('GET', `/v1/document/${receipt.downloadId}`, { token });
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');

  const events = (await eventsUntil(sale, 'payment.refunded')) as Answer['body'][];
  const told = events.map(({ type, data }) => [type, data.status, data.moneyStatus]);
  assert.deepEqual(told, [
    ['policy.issued', 'NotStarted', 'Scheduled'],
    ['cancellation.requested', 'InForce', 'Scheduled'],
    ['policy.cancelled', 'Cancelled', 'RefundPending'],
    ['payment.captured', 'Cancelled', 'RefundPending'],
    ['payment.refunded', 'Cancelled', 'Refunded'],
  ]);
  assert.deepEqual(events.at(-1).data.refunds, toCard(sale.total, day));
});

const carries = (attachments: readonly Json[], id: string) => attachments.some(({ downloadId }) => downloadId === id);

test('every charge that falls due meets the fault, and each is known after the next move', async () => {
  const day = addDays(noonDay, 5);
  const sales = [
    await sell({ effectiveDate: day }),
    await sell({ effectiveDate: day }),
    await sell({ effectiveDate: day }),
  ];
  assert.equal(await moveTo(day, 'CardChargeUnknown'), 0);
  for (const sale of sales) assert.equal((await sale.ledger()).charges.length, 1);
  assert.equal(await moveTo(addDays(day, 1)), 3);
  for (const sale of sales) {
    assert.equal((await sale.look()).moneyStatus, 'Paid');
    assert.equal((await sale.ledger()).charges.length, 1);
  }
});

for (const [fault, charges] of [
  ['CardPaymentReplyLost', 1],
  ['CardPaymentUnavailable', 0],
] as const) {
  test(`a scheduled charge with ${fault} is made once, as the next move of the clock finds`, async () => {
    const day = addDays(noonDay, 5);
    const sale = await sell({ effectiveDate: day });
    assert.equal(await moveTo(day, fault), 0);
    assert.equal((await sale.ledger()).charges.length, charges);
    assert.equal((await sale.look()).moneyStatus, 'Scheduled');
    // Nobody has to move the clock again: the minute's job takes what is due soon.
    const [asked] = await inDatabase(
      service.databaseUrl,
      `SELECT due_at < now() + interval '11 seconds' AS "isSoon" FROM due_charge WHERE policy_number = $1`,
      [sale.policyNumber],
    );
    assert.equal(asked!.isSoon, fault === 'CardPaymentReplyLost');
    assert.equal(await moveTo(day, fault), charges); // Only questions about lost replies are answered.
    assert.equal(await moveTo(day), 1 - charges);
    assert.deepEqual(moneyOf(await sale.look()), ['InForce', 'Paid']);
    assert.equal((await sale.ledger()).charges.length, 1);
  });

  test(`a refund with ${fault} stays pending and is made once`, async () => {
    const sale = await sell();
    const decided = await sale.cancel(noonDay, fault);
    assert.deepEqual(moneyOf(decided), ['Cancelled', 'RefundPending']);
    assert.deepEqual(decided.refunds, toCard(sale.total, null));
    await moveTo(noonDay);
    const policy = await sale.look();
    assert.deepEqual(moneyOf(policy), ['Cancelled', 'Refunded']);
    assert.deepEqual(policy.refunds, toCard(sale.total, noonDay));
    const [charge] = (await sale.ledger()).charges;
    assert.deepEqual([charge.status, charge.refunded], ['Reversed', sale.total]);
    assert.equal(kindsOf(policy).filter((kind: string) => kind === 'RefundReceipt').length, 1);
  });
}

test('a refund with CardRefundDeclined is refused whenever it is tried', async () => {
  const sale = await sell();
  const decided = await sale.cancel(noonDay, 'CardRefundDeclined');
  assert.deepEqual(moneyOf(decided), ['Cancelled', 'RefundPending']);
  await moveTo(noonDay);
  assert.deepEqual(moneyOf(await sale.look()), ['Cancelled', 'RefundPending']);
  const [charge] = (await sale.ledger()).charges;
  assert.deepEqual([charge.status, charge.refunded], ['Captured', 0]);
});

test('a charge that could not be sent is stopped by a cancellation, and nothing is owed', async () => {
  const day = addDays(noonDay, 5);
  const sale = await sell({ effectiveDate: day });
  await moveTo(day, 'CardPaymentUnavailable');
  const decided = await sale.cancel(day);
  assert.deepEqual(moneyOf(decided), ['Cancelled', 'NothingOwed']);
  assert.deepEqual(decided.refunds, []);
  assert.equal(await moveTo(addDays(day, 1)), 0);
  assert.deepEqual((await sale.ledger()).charges, []);
});

for (const [fault, isCancelledThere] of [
  ['FinancingReplyLost', true],
  ['FinancingUnavailable', false],
] as const) {
  test(`a loan runs until the day of its cancellation, and with ${fault} is cancelled once`, async () => {
    const sale = await sell({ by: 'loan' });
    // Before the first installment: what the loan does not take, the seller has as the down payment.
    const day = addDays(noonDay, 10);
    const decided = await sale.cancel(day, fault);
    assert.deepEqual([decided.status, decided.cancellation.status], ['InForce', 'Scheduled']);
    const [before] = (await sale.ledger()).loans;
    assert.deepEqual([before.status, before.cancelledOn, before.refunded], ['Active', null, 0]);

    await moveTo(addDays(day, -1));
    assert.equal((await sale.look()).status, 'InForce');
    assert.equal((await sale.ledger()).loans[0].status, 'Active');
    await moveTo(day);
    const pending = await sale.look();
    assert.deepEqual(moneyOf(pending), ['Cancelled', 'RefundPending']);
    assert.equal(pending.refunds.find(({ payee }: Json) => payee === 'Lender').status, 'Pending');
    const [hit] = (await sale.ledger()).loans;
    assert.equal(hit.status, isCancelledThere ? 'Cancelled' : 'Active');

    await moveTo(day);
    const policy = await sale.look();
    const [loan] = (await sale.ledger()).loans;
    const toLender = policy.refunds.find(({ payee }: Json) => payee === 'Lender');
    assert.deepEqual(toLender, {
      payer: 'Operator',
      payee: 'Lender',
      amount: loan.refunded,
      status: 'Done',
      doneOn: day,
    });
    assert.deepEqual([loan.status, loan.cancelledOn], ['Cancelled', day]);
    assert.ok(loan.refunded > 0 && loan.refunded <= loan.amount);
    assert.deepEqual(moneyOf(policy), ['Cancelled', 'PartRefunded']);
    const events = (await eventsUntil(sale, 'loan.cancelled')) as Answer['body'][];
    assert.deepEqual(events.at(-1).data.refunds, policy.refunds);
  });
}

test('of a loan that is paid back in part, what the lender does not take is the seller’s and the operator’s to give', async () => {
  const sale = await sell({ by: 'loan' });
  const day = addDays(noonDay, 30);
  const { refunds: planned, refundMethod } = await sale.ask(day, { isPreview: true });
  assert.equal(refundMethod, 'Lender');
  await sale.cancel(day);
  await moveTo(day);
  const { moneyStatus, refunds } = await sale.look();
  assert.deepEqual(
    refunds.map(({ payer, payee, amount, status }: Json) => ({ payer, payee, amount, status })),
    planned.map(({ payer, payee, amount }: Json) => ({
      payer,
      payee,
      amount,
      status: payee === 'Lender' ? 'Done' : 'Pending',
    })),
  );
  assert.deepEqual(
    refunds.map(({ payer, payee }: Json) => `${payer} ${payee}`),
    ['Operator Lender', 'Seller Customer', 'Operator Customer'],
  );
  assert.equal(moneyStatus, 'RefundPending', 'the operator has not paid its part');
});

test('a cancellation that is ahead changes neither cover nor loan nor card before its day', async () => {
  const sale = await sell();
  const day = addDays(noonDay, 10);
  const preview = await sale.ask(day, { isPreview: true });
  assert.deepEqual([preview.refundMethod, preview.refunds], ['Card', toCard(preview.refundAmount, null)]);
  const decided = await sale.cancel(day);
  assert.deepEqual([decided.status, decided.cancellation.status], ['InForce', 'Scheduled']);
  assert.deepEqual(decided.refunds, preview.refunds);
  const events = (await eventsUntil(sale, 'policy.cancelled')) as Answer['body'][];
  const { data } = events.at(-1);
  assert.deepEqual([data.status, data.cancellation.status], ['InForce', 'Scheduled']);

  await moveTo(addDays(day, -1));
  assert.deepEqual([(await sale.look()).status, (await sale.ledger()).charges[0].refunded], ['InForce', 0]);
  await moveTo(day);
  const policy = await sale.look();
  assert.deepEqual(
    [policy.status, policy.moneyStatus, policy.cancellation.status],
    ['Cancelled', 'PartRefunded', 'InEffect'],
  );
  assert.deepEqual(policy.refunds, toCard(preview.refundAmount, day));
  assert.equal((await sale.ledger()).charges[0].refunded, preview.refundAmount);
});

test('a clock that passes a charge and a cancellation in one move does both in their order', async () => {
  const sale = await sell({ effectiveDate: addDays(noonDay, 5) });
  const day = addDays(noonDay, 35);
  const { refundAmount } = await sale.ask(day, { isPreview: true });
  await sale.cancel(day);
  assert.equal(await moveTo(addDays(day, 10)), 1);
  const policy = await sale.look();
  assert.deepEqual(moneyOf(policy), ['Cancelled', 'PartRefunded']);
  const [charge] = (await sale.ledger()).charges;
  assert.deepEqual([charge.amount, charge.refunded], [sale.total, refundAmount]);
});

test('a policy that the partner collected stays so: what it gives back nobody tells us', async () => {
  const sale = await sell({ by: 'reference' });
  const decided = await sale.cancel(noonDay);
  assert.deepEqual(moneyOf(decided), ['Cancelled', 'CollectedByPartner']);
  assert.deepEqual(decided.refunds, [
    { payer: 'Seller', payee: 'Customer', amount: sale.total, status: 'Pending', doneOn: null },
  ]);
});

test('a refused charge has a page on which the customer pays, in the policy and in the mail', async () => {
  const day = addDays(noonDay, 5);
  const sale = await sell({ effectiveDate: day, cardNumber: refusedCards.tomorrow });
  assert.equal((await sale.look()).paymentUrl, null);
  assert.equal(await moveTo(day), 1);
  const { moneyStatus, paymentUrl } = await sale.look();
  assert.equal(moneyStatus, 'Unpaid');
  const customer = customerAt(service, paymentUrl);
  const page = await customer.look();
  assert.equal(page.status, 200);
  assert.match(page.html, new RegExp(sale.policyNumber));
  const { messages } = await until(
    () => get('/sandbox/outbox'),
    (outbox) => outbox.messages.some(({ text }: Answer['body']) => text.includes('/pay/')),
  );
  assert.ok(messages.length > 0);
  await customer.pay();
  await moveTo(addDays(day, 1));
  const paid = await sale.look();
  assert.deepEqual([paid.moneyStatus, paid.paymentUrl], ['Paid', null]);
});

test('an unpaid policy whose used days are given up is written off; one that never began owes nothing', async () => {
  const day = addDays(noonDay, 5);
  const used = await sell({ effectiveDate: day, cardNumber: refusedCards.never });
  const unused = await sell({ effectiveDate: addDays(noonDay, 20) });
  await moveTo(day);
  assert.deepEqual(moneyOf(await unused.cancel(day)), ['Cancelled', 'NothingOwed']);
  await moveTo(addDays(day, 30));
  const decided = await used.cancel(addDays(day, 30));
  assert.deepEqual([...moneyOf(decided), decided.refunds], ['Cancelled', 'WrittenOff', []]);
  assert.equal((await used.look()).paymentUrl, null);
});

test('a customer who pays within the notice of a non-payment keeps the cover, and the partner hears of it', async () => {
  const day = addDays(noonDay, 5);
  const sale = await sell({ effectiveDate: day, cardNumber: refusedCards.never });
  await moveTo(day);
  const operator = await signInOperator(service);
  const path = `/api/policies/${sale.policyNumber}/cancellation`;
  const asked = { kind: 'pro-rata', cancelledOn: addDays(day, 60), requestedBy: 'insurer', ground: 'NonPayment' };
  const { body: preview, text } = await operator.post(`${path}/preview`, asked);
  assert.ok('refundCents' in preview, text);
  const shown = { refundCents: preview.refundCents, route: preview.plan.route };
  const made = await operator.post(path, { ...asked, reason: 'stays unpaid', shown });
  assert.equal(made.status, 200, made.text);

  const noticed = await sale.look();
  assert.deepEqual(moneyOf(noticed), ['InForce', 'Unpaid']);
  assert.deepEqual(noticed.cancellation, {
    effectiveDate: asked.cancelledOn,
    requestedBy: 'Insurer',
    reason: 'NonPayment',
    status: 'Scheduled',
    refundAmount: 0,
  });
  await moveTo(addDays(asked.cancelledOn, -1));
  await customerAt(service, (await sale.look()).paymentUrl).pay();
  await moveTo(addDays(asked.cancelledOn, 1));
  const kept = await sale.look();
  assert.deepEqual([...moneyOf(kept), kept.cancellation, kept.refunds], ['InForce', 'Paid', null, []]);
  const told = typesOf(await eventsUntil(sale, 'payment.captured'));
  assert.deepEqual(told.slice(-3), ['policy.cancelled', 'cancellation.withdrawn', 'payment.captured']);
});

test('an event tells the policy as it stood: issued and cancelled at once, it was in force when it was issued', async () => {
  const sale = await sell();
  await sale.cancel(noonDay);
  const events = (await eventsUntil(sale, 'policy.cancelled')) as Answer['body'][];
  const of = (type: string) => events.find((event) => event.type === type).data;
  const issued = of('policy.issued');
  assert.deepEqual(
    [issued.status, issued.moneyStatus, issued.cancellation, issued.refunds],
    ['InForce', 'Paid', null, []],
  );
  assert.equal(of('cancellation.requested').cancellation.status, 'Requested');
  const cancelled = of('policy.cancelled');
  assert.deepEqual([cancelled.status, cancelled.moneyStatus], ['Cancelled', 'RefundPending']);
  assert.deepEqual(cancelled.refunds, toCard(sale.total, null));
});
