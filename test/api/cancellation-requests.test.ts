import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { assertBound, authorizedPayment, binder, byCard, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, type Json, noon, noonDay, type SellerName } from '../kit/sale/quoting.ts';
import { commandsHere } from '../kit/service/command-line.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/* What partners do with their requests for a cancellation: read, change, take back; and the charge that waits for one. */

const { clock } = clockAt(noon);
let service: TestService;
let support: TestOperator;

before(async () => {
  service = await startTestService({ clock });
  support = await signInOperator(service, 'support');
});

interface Sold {
  readonly policyNumber: string;
  readonly total: number;
  ask(body: Json): Promise<Answer>;
  latest(): Promise<Answer>;
  takeBack(): Promise<Answer>;
  look(): Promise<Json>;
  told(): Promise<readonly string[]>;
  moveTo(today: string): Promise<Answer>;
  decide(decision: string): Promise<Answer>;
  saleClient: SaleClient;
}

async function sell(how: 'REF' | 'CC', seller: SellerName = 'ontario', effectiveDate = noonDay): Promise<Sold> {
  const saleClient = await openSaleClient(service, seller);
  const { token } = saleClient.quoteClient;
  const quoted = await saleClient.quote({ effectiveDate });
  const choice = quoted.choose('Replacement', 3);
  const paid: Json = how === 'CC' ? byCard(await authorizedPayment(saleClient, choice)) : byReferral;
  const { policyNumber } = assertBound(await binder(service, token)({ ...choice, ...paid }));
  const path = `/v1/policies/${policyNumber}/cancellation-request`;
  return {
    saleClient,
    policyNumber,
    total: quoted.totalCents(choice) / 100,
    ask: (body) => service.call('POST', path, { token, body }),
    latest: () => service.call('GET', path, { token }),
    takeBack: () => service.call('DELETE', path, { token }),
    look: async () => (await service.call('GET', `/v1/policies/${policyNumber}`, { token })).body,
    told: async () => {
      const { events } = (await service.call('GET', '/v1/events?limit=100', { token })).body;
      return events.filter((one: Json) => one.policyNumber === policyNumber).map(({ type }: Json) => type);
    },
    moveTo: (today) => service.call('POST', '/sandbox/clock', { token, body: { today } }),
    decide: (decision) =>
      service.call('POST', '/sandbox/cancellation-requests/decide', { token, body: { policyNumber, decision } }),
  };
}

const sold = { reason: 'VehicleSold', effectiveDate: addDays(noonDay, 30) };
const rescission = { reason: 'Rescission', effectiveDate: addDays(noonDay, 2) };

test('the latest request is read with its breakdown, and says what became of it', async () => {
  const sale = await sell('CC');
  assertRefused(await sale.latest(), ['CancellationRequestNotFound policyNumber']);
  const asked = await sale.ask({ ...sold, note: 'Sold privately.' });
  const { body } = await sale.latest();
  const { requestedAt, ...read } = body;
  assert.ok(Date.parse(requestedAt) > 0);
  assert.deepEqual(read, {
    ...asked.body,
    status: 'Requested',
    reason: 'VehicleSold',
    decidedAt: null,
    declineReason: null,
    note: 'Sold privately.',
  });
  await sale.decide('Decline');
  const declined = (await sale.latest()).body;
  assert.deepEqual([declined.status, declined.declineReason], ['Declined', 'Decided in the sandbox.']);
  assert.ok(Date.parse(declined.decidedAt) >= Date.parse(requestedAt));
  assert.equal((await sale.look()).cancellation, null);

  await sale.ask(sold);
  await sale.decide('Accept');
  assert.equal((await sale.latest()).body.status, 'Accepted');
  assert.equal(((await sale.look()).cancellation as Json).status, 'Scheduled');
});

test('each line says what comes back of premium and tax, whoever gives it back', async () => {
  const byCardHere = await sell('CC');
  const toPartner = await sell('REF');
  const of = async ({ ask }: Sold, body: Json): Promise<Json> => (await ask({ ...body, isPreview: true })).body;
  for (const sale of [byCardHere, toPartner]) {
    const { lines, refunds } = await of(sale, sold);
    const cents = (lines as Json[]).reduce(
      (sum, { returnedPremium, returnedTax }) =>
        sum + Math.round(Number(returnedPremium) * 100) + Math.round(Number(returnedTax) * 100),
      0,
    );
    assert.equal(cents, Math.round(Number((refunds as Json[])[0]!.amount) * 100));
    assert.ok((lines as Json[]).some(({ returnedTax }) => Number(returnedTax) > 0));
  }
  const ours = (await of(byCardHere, sold)).lines as Json[];
  const inCents = (dollars: unknown) => Math.round(Number(dollars) * 100);
  for (const { refundAmount, returnedPremium, returnedTax } of ours)
    assert.equal(inCents(refundAmount), inCents(returnedPremium) + inCents(returnedTax));
  assert.ok(((await of(toPartner, sold)).lines as Json[]).every(({ refundAmount }) => refundAmount === 0));

  const later = await sell('CC', 'alberta', addDays(noonDay, 5));
  const { lines } = await of(later, { ...sold, effectiveDate: noonDay });
  const [line] = lines as Json[];
  assert.deepEqual([line!.paid, line!.returnedPremium, line!.returnedTax], [0, 0, 0], 'nothing was charged yet');
});

test('a request for something else takes the place of the open one, and is told again', async () => {
  const sale = await sell('CC');
  await sale.ask(sold);
  const other = await sale.ask({ ...sold, effectiveDate: addDays(noonDay, 60) });
  assert.deepEqual([other.body.status, other.body.effectiveDate], ['Requested', addDays(noonDay, 60)]);
  assert.equal(((await sale.look()).cancellation as Json).effectiveDate, addDays(noonDay, 60));
  const out = await sale.ask({ ...sold, effectiveDate: '2020-01-01' });
  assertRefused(out, ['EffectiveDateBackDate effectiveDate']);
  assert.equal((await sale.latest()).body.effectiveDate, addDays(noonDay, 60), 'what is refused replaces nothing');
  assert.deepEqual(await sale.told(), ['policy.issued', 'cancellation.requested', 'cancellation.requested']);
});

test('a seller asks for a day at most 30 days back, and for none before cover began; the operator may go further', async () => {
  const today = addDays(noonDay, 60);
  const sale = await sell('REF', 'manitoba', addDays(noonDay, 20));
  const ask = (days: number, more: Json = {}) =>
    sale.ask({ ...sold, effectiveDate: addDays(today, days), isPreview: true, ...more });
  assert.equal((await sale.ask({ ...sold, effectiveDate: noonDay, isPreview: true })).status, 200, 'cover is ahead');
  await sale.moveTo(addDays(noonDay, 21));
  for (const days of [19, -1, -40]) {
    const early = await sale.ask({ ...sold, effectiveDate: addDays(noonDay, days), isPreview: true });
    assertRefused(early, ['EffectiveDateBackDate effectiveDate']);
    assert.deepEqual(early.body.errors[0].params, { earliest: addDays(noonDay, 20) });
  }
  assert.equal((await sale.ask({ ...sold, effectiveDate: addDays(noonDay, 20), isPreview: true })).status, 200);
  await sale.moveTo(today);
  assert.equal((await ask(-30)).status, 200);
  const late = await ask(-31);
  assertRefused(late, ['EffectiveDateBackDate effectiveDate']);
  assert.match(late.body.errors[0].message, new RegExp(addDays(today, -30)));
  const draft = { kind: 'pro-rata', cancelledOn: addDays(today, -31), requestedBy: 'seller', ground: 'VehicleSold' };
  assert.equal((await support.post(`/api/policies/${sale.policyNumber}/cancellation/preview`, draft)).status, 200);

  await ask(-30, { isPreview: false });
  await sale.moveTo(addDays(today, 1));
  const noted = await ask(-30, { isPreview: false, note: 'The buyer has the papers.' });
  assert.equal(noted.status, 200, 'what was asked in time may be asked with another note');
});

test('a request that gives everything back says so where it is decided', async () => {
  const [whole, part] = [await sell('REF', 'ontario', addDays(noonDay, 3)), await sell('REF')];
  await whole.ask({ ...sold, effectiveDate: noonDay });
  await part.ask(sold);
  const { rows } = (await support.get('/api/needs-person/requests')).body;
  for (const [{ policyNumber, look }, isWhole] of [
    [whole, true],
    [part, false],
  ] as const) {
    const { request } = rows.find((one: Json) => one.policyNumber === policyNumber);
    assert.equal(request.givesEverythingBack, isWhole);
    const { kind, cancelledOn, ground } = request;
    const question = { kind, cancelledOn, ground, requestedBy: 'seller' };
    const preview = await support.post(`/api/policies/${policyNumber}/cancellation/preview`, question);
    assert.equal(preview.body.givesEverythingBack, isWhole);
    const run = commandsHere(service.databaseUrl, clock);
    const shown = await run('policy', 'accept-request', policyNumber, '--preview');
    assert.equal(/the whole price is given back/.test(shown.stdout), isWhole, shown.stdout);
    const sale = (await run('policy', 'show', policyNumber)).stdout;
    assert.equal(/open: first day[^\n]*the whole price is given back/.test(sale), isWhole, sale);
    assert.equal(((await look()).cancellation as Json).status, 'Requested');
  }
});

test('an open request is taken back once: the policy goes on, and it is told', async () => {
  const sale = await sell('CC');
  assertRefused(await sale.takeBack(), ['CancellationRequestNotFound policyNumber']);
  await sale.ask(sold);
  assert.equal((await sale.takeBack()).status, 204);
  assertRefused(await sale.takeBack(), ['CancellationRequestNotFound policyNumber']);
  assert.equal((await sale.latest()).body.status, 'Withdrawn');
  const { status, cancellation } = await sale.look();
  assert.deepEqual([status, cancellation], ['InForce', null]);
  assert.deepEqual(await sale.told(), ['policy.issued', 'cancellation.requested', 'cancellation.withdrawn']);
  assertRefused(await sale.decide('Accept'), ['CancellationRequestNotOpen policyNumber']);
  assert.equal((await sale.ask(sold)).body.status, 'Requested', 'it may be asked for again');
});

test('another seller can neither read nor take back a request', async () => {
  const { policyNumber, ask, latest } = await sell('REF');
  await ask(sold);
  const manitoba = (await openSaleClient(service, 'manitoba')).quoteClient.token;
  for (const method of ['GET', 'DELETE'] as const) {
    const path = `/v1/policies/${policyNumber}/cancellation-request`;
    assertRefused(await service.call(method, path, { token: manitoba }), ['PolicyNotFound policyNumber']);
    const unknown = path.replace(policyNumber, 'NB000000000');
    assertRefused(await service.call(method, unknown, { token: manitoba }), ['PolicyNotFound policyNumber']);
  }
  assert.equal((await latest()).body.status, 'Requested');
});

test('a rescission in time counts from the day of its request, whatever was open before and however late it is decided', async () => {
  const sale = await sell('CC', 'quebec');
  const late = await sell('CC', 'quebec');
  await sale.ask(sold);
  const rescinded = await sale.ask(rescission);
  assert.deepEqual([rescinded.body.effectiveDate, rescinded.body.refundAmount], [noonDay, sale.total]);
  assert.equal(((await sale.look()).cancellation as Json).reason, 'Rescission');
  await sale.moveTo(addDays(noonDay, 20));
  const noted = await sale.ask({ ...rescission, note: 'Signed on the first day.' });
  assert.equal(noted.body.refundAmount, sale.total, 'a corrected note does not make it late');
  const other = await late.ask({ ...rescission, isPreview: true });
  assert.ok(other.body.refundAmount < late.total, 'made today it would be late');
  const { body } = await sale.decide('Accept');
  assert.deepEqual([body.status, body.moneyStatus], ['Cancelled', 'Refunded']);
  assert.equal((body.cancellation as Json).refundAmount, sale.total);
});

test('an open rescission in time holds the scheduled charge back until it is decided or taken back', async () => {
  const [declined, accepted, takenBack, kept] = await Promise.all(
    [1, 2, 3, 4].map(() => sell('CC', 'alberta', addDays(noonDay, 5))),
  );
  for (const sale of [declined!, accepted!, takenBack!]) await sale.ask(rescission);
  await kept!.ask({ ...sold, effectiveDate: addDays(noonDay, 40) });
  const chargedOn = addDays(noonDay, 6);
  await declined!.moveTo(chargedOn);
  const money = async ({ look }: Sold) => (await look()).moneyStatus;
  assert.equal(await money(kept!), 'Paid', 'another request holds nothing back');
  for (const sale of [declined!, accepted!, takenBack!]) assert.equal(await money(sale), 'Scheduled');
  await declined!.decide('Decline');
  await accepted!.decide('Accept');
  await takenBack!.takeBack();
  await declined!.moveTo(chargedOn);
  assert.equal(await money(declined!), 'Paid');
  assert.equal(await money(takenBack!), 'Paid');
  assert.equal(await money(accepted!), 'NothingOwed');
  assert.ok(!(await accepted!.told()).includes('payment.captured'));
});

test('what the operator has seen is decided, or nothing: not a request that was taken back or replaced meanwhile', async () => {
  const sale = await sell('REF');
  const seen = async (): Promise<Json> => {
    const { rows } = (await support.get('/api/needs-person/requests')).body;
    return rows.find((one: Json) => one.policyNumber === sale.policyNumber).request;
  };
  const path = `/api/policies/${sale.policyNumber}/cancellation`;
  const accept = async ({ requestId, kind, cancelledOn, ground }: Json) => {
    const question = { kind, cancelledOn, ground, requestedBy: 'seller' };
    const { refundCents } = (await support.post(`${path}/preview`, question)).body;
    return support.post(path, { ...question, requestId, reason: 'as asked', shown: { refundCents } });
  };
  await sale.ask(sold);
  const first = await seen();
  await sale.ask({ ...sold, effectiveDate: addDays(noonDay, 31) });
  const decline = (requestId: unknown) => support.post(`${path}/decline`, { reason: 'too late', requestId });
  assert.deepEqual((await accept(first)).codes, ['RequestNotOpen']);
  assert.deepEqual((await decline(first.requestId)).codes, ['RequestNotOpen']);
  const second = await seen();
  assert.notEqual(second.requestId, first.requestId);
  await sale.takeBack();
  assert.deepEqual((await accept(second)).codes, ['RequestNotOpen']);
  assert.equal((await sale.look()).cancellation, null);
  await sale.ask(sold);
  assert.equal((await accept(await seen())).status, 200);
});

test('of taking back and deciding at once one is first, and everybody is told the same', async () => {
  for (let round = 0; round < 6; round++) {
    const sale = await sell('REF');
    await sale.ask(sold);
    const decision = round % 2 === 0 ? 'Accept' : 'Decline';
    const [takenBack, decided] = await Promise.all([sale.takeBack(), sale.decide(decision)]);
    assert.deepEqual([takenBack.status, decided.status].sort(), decided.status === 200 ? [200, 422] : [204, 422]);
    const last = decided.status === 200 ? (decision === 'Accept' ? 'Accepted' : 'Declined') : 'Withdrawn';
    assert.equal((await sale.latest()).body.status, last);
    const cancellation = (await sale.look()).cancellation as Json | null;
    assert.equal(cancellation?.status ?? null, last === 'Accepted' ? 'Scheduled' : null);
    const ending = {
      Accepted: 'policy.cancelled',
      Declined: 'cancellation.declined',
      Withdrawn: 'cancellation.withdrawn',
    };
    assert.deepEqual(await sale.told(), ['policy.issued', 'cancellation.requested', ending[last]]);
  }
});
