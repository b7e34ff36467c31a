import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { openApiDocument } from '@northbind/contract/openapi.ts';
import { en, fr } from '../../console/src/words/dictionary.ts';
import { compose } from '../../src/documents/compose.ts';
import { sampleIssuer } from '../../src/documents/issuer.ts';
import { addDays, daysBetween } from '../../src/domain/calendar.ts';
import { judgeCancellation } from '../../src/domain/cancellation/cancellation.ts';
import { kindOfRequest } from '../../src/domain/cancellation/cancellation-request.ts';
import { isOperatorRefusal } from '../../src/domain/operator/operator-refusal.ts';
import { writeMail } from '../../src/flows/mail/mail-text.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, type Json, noon, noonDay, type SellerName } from '../kit/sale/quoting.ts';
import { quebecSale, sampleCancellation, samplePolicy } from '../kit/sale/sample-policy.ts';
import { commandsHere, northbind } from '../kit/service/command-line.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

const { clock } = clockAt(noon);
let service: TestService;
let support: TestOperator;

before(async () => {
  service = await startTestService({ clock });
  support = await signInOperator(service, 'support');
});

async function sell(how: 'REF' | 'PFF' | 'CC', { seller = 'ontario', effectiveDate = noonDay }: Sale = {}) {
  const saleClient = await openSaleClient(service, seller);
  const quoted = await saleClient.quote({ effectiveDate });
  const choice = quoted.choose('Replacement', 3);
  const paid: Json =
    how === 'CC'
      ? byCard(await authorizedPayment(saleClient, choice))
      : how === 'PFF'
        ? byLoan(effectiveDate)
        : byReferral;
  const { policyNumber } = assertBound(await binder(service, saleClient.quoteClient.token)({ ...choice, ...paid }));
  return { saleClient, policyNumber, total: quoted.totalCents(choice) / 100 };
}

interface Sale {
  readonly seller?: SellerName;
  readonly effectiveDate?: string;
}

function ask(saleClient: SaleClient, policyNumber: string, body: Json, fault?: string): Promise<Answer> {
  return service.call('POST', `/v1/policies/${policyNumber}/cancellation-request`, {
    token: saleClient.quoteClient.token,
    body,
    ...(fault !== undefined && { headers: { 'sandbox-fault': fault } }),
  });
}

const sold = { reason: 'VehicleSold', effectiveDate: noonDay };
const preview = { ...sold, isPreview: true };
const look = async (saleClient: SaleClient, policyNumber: string): Promise<Json> =>
  (await saleClient.quoteClient.get(`/v1/policies/${policyNumber}`)).body;
const eventsOf = async (saleClient: SaleClient, policyNumber: string): Promise<Json[]> => {
  const { events } = (await saleClient.quoteClient.get('/v1/events?limit=100')).body;
  return events.filter((event: Json) => event.policyNumber === policyNumber);
};
const sumOf = (lines: readonly Json[]) =>
  Math.round(lines.reduce((sum, { refundAmount }) => sum + Number(refundAmount) * 100, 0)) / 100;

test('a preview says what is given back and how, line by line, and writes nothing', async () => {
  for (const [how, method] of [
    ['CC', 'Card'],
    ['PFF', 'Lender'],
    ['REF', 'Partner'],
  ] as const) {
    const { saleClient, policyNumber, total } = await sell(how);
    const { status, body } = await ask(saleClient, policyNumber, {
      ...preview,
      effectiveDate: addDays(noonDay, 200),
    });
    assert.equal(status, 200, how);
    assert.deepEqual([body.status, body.effectiveDate, body.refundMethod], ['Preview', addDays(noonDay, 200), method]);
    assert.equal(sumOf(body.lines), body.refundAmount);
    assert.ok(how === 'REF' ? body.refundAmount === 0 : body.refundAmount > 0 && body.refundAmount < total);
    assert.equal((await look(saleClient, policyNumber)).cancellation, null);
    assert.equal((await eventsOf(saleClient, policyNumber)).length, 1, 'only that it was issued');
  }
  const later = await sell('CC', { seller: 'alberta', effectiveDate: addDays(noonDay, 5) });
  const { body } = await ask(later.saleClient, later.policyNumber, preview);
  assert.deepEqual([body.refundMethod, body.refundAmount], ['NotCharged', 0]);
  assert.ok(body.lines.every(({ paid }: Json) => paid === 0));
});

test('the days from the effective date on are given back; a rescission in time gives back everything', async () => {
  const { saleClient, policyNumber, total } = await sell('CC');
  const amount = async (reason: string, day: string) =>
    (await ask(saleClient, policyNumber, { reason, effectiveDate: day, isPreview: true })).body.refundAmount;
  assert.equal(await amount('Other', noonDay), total);
  assert.ok((await amount('Other', addDays(noonDay, 1))) < total);
  assert.equal(await amount('Rescission', addDays(noonDay, 10)), total);
  assert.ok((await amount('Rescission', addDays(noonDay, 11))) < total);
  const bound = { ...samplePolicy(), boundOn: '2026-11-15', effectiveDate: '2026-11-15' };
  const kindOn = (countsFrom: string) =>
    kindOfRequest(bound, { ground: 'Rescission', effectiveDate: '2026-11-20', countsFrom });
  assert.equal(kindOn('2026-11-25'), 'flat');
  assert.equal(kindOn('2026-11-26'), 'pro-rata', 'a day of the past does not make a late request one in time');
});

test('a request is open until it is decided, is told, and answers its repeat', async () => {
  const { saleClient, policyNumber } = await sell('CC');
  const note = 'Sold to a neighbour.';
  const first = await ask(saleClient, policyNumber, {
    ...sold,
    effectiveDate: `${addDays(noonDay, 30)}T09:00:00Z`,
    note,
  });
  assert.equal(first.status, 200, first.text);
  assert.deepEqual([first.body.status, first.body.effectiveDate], ['Requested', addDays(noonDay, 30)]);
  const again = await ask(saleClient, policyNumber, { ...sold, effectiveDate: addDays(noonDay, 30), note });
  assert.deepEqual(again.body, first.body);
  const { status, moneyStatus, cancellation, refunds } = await look(saleClient, policyNumber);
  assert.deepEqual([status, moneyStatus, refunds], ['InForce', 'Paid', []], 'what is asked for changes nothing yet');
  assert.deepEqual(cancellation, {
    effectiveDate: addDays(noonDay, 30),
    requestedBy: 'Seller',
    reason: 'VehicleSold',
    refundAmount: first.body.refundAmount,
    status: 'Requested',
  });
  const [, event, ...others] = await eventsOf(saleClient, policyNumber);
  assert.deepEqual([event!.type, others], ['cancellation.requested', []]);
  assert.deepEqual((event!.data as Json).cancellation, cancellation);
  const { rows } = (await support.get('/api/needs-person/requests')).body;
  const row = rows.find((one: Json) => one.policyNumber === policyNumber);
  assert.deepEqual([row.what, row.cause, row.request.cancelledOn], ['VehicleSold', note, addDays(noonDay, 30)]);
  assert.match(row.customer.phoneNumber, /\d/);
  assert.match(row.customer.card, /4242$/);
  const viewer = await signInOperator(service, 'viewer');
  const masked = (await viewer.get('/api/needs-person/requests')).text;
  assert.ok(!masked.includes(note) && !masked.includes(row.customer.name));
});

test('who has seen a customer under what needs attention is recorded, in the console and at the terminal', async () => {
  const { saleClient, policyNumber } = await sell('REF');
  await ask(saleClient, policyNumber, sold);
  await (await signInOperator(service, 'viewer')).get('/api/needs-person/requests');
  const views = async (): Promise<readonly string[]> => {
    const { body } = await support.get(`/api/acts?subject=${policyNumber}&withViews=true`);
    return body.rows.filter(({ action }: Json) => action === 'view sale').map(({ actorKind }: Json) => actorKind);
  };
  assert.deepEqual(await views(), []);
  await support.get('/api/needs-person/requests');
  assert.deepEqual(await views(), ['account']);
  await northbind({ DATABASE_URL: service.databaseUrl }, 'stuck', 'list', '--kind', 'requests');
  assert.deepEqual([...(await views())].sort(), ['account', 'command line']);
});

test('the same request many times at once makes one; different ones leave the last one open', async () => {
  const { saleClient, policyNumber } = await sell('REF');
  await Promise.all([1, 2, 3, 4, 5].map(() => ask(saleClient, policyNumber, sold)));
  assert.equal((await eventsOf(saleClient, policyNumber)).length, 2);
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map((days) => ask(saleClient, policyNumber, { ...sold, effectiveDate: addDays(noonDay, days) })),
  );
  assert.deepEqual([...new Set(answers.map(({ status, body }) => `${status} ${body.status}`))], ['200 Requested']);
  const events = await eventsOf(saleClient, policyNumber);
  assert.equal(events.length, 7, 'each is told');
  const { cancellation } = await look(saleClient, policyNumber);
  assert.deepEqual((events.at(-1)!.data as Json).cancellation, cancellation, 'the last one told is the open one');
  const { rows } = (await support.get('/api/needs-person/requests')).body;
  assert.equal(rows.filter((one: Json) => one.policyNumber === policyNumber).length, 1);
});

test('the operator declines it with a reason that the partner reads; then it may be asked again', async () => {
  const { saleClient, policyNumber } = await sell('REF');
  await ask(saleClient, policyNumber, sold);
  const path = `/api/policies/${policyNumber}/cancellation/decline`;
  assert.deepEqual((await support.post(path, { reason: 'x' })).codes, ['ReasonRequired']);
  const reason = 'The customer has called and keeps it.';
  assert.equal((await support.post(path, { reason })).status, 204);
  assert.deepEqual((await support.post(path, { reason })).codes, ['RequestNotOpen']);
  const events = await eventsOf(saleClient, policyNumber);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['policy.issued', 'cancellation.requested', 'cancellation.declined'],
  );
  const data = events[2]!.data as Json;
  assert.deepEqual([data.declineReason, data.cancellation], [reason, null]);
  const next = await ask(saleClient, policyNumber, { ...sold, effectiveDate: addDays(noonDay, 3) });
  assert.equal(next.body.effectiveDate, addDays(noonDay, 3));
});

test('a cancellation accepts what was asked, and who asked is kept', async () => {
  const { saleClient, policyNumber, total } = await sell('CC');
  await ask(saleClient, policyNumber, sold);
  const run = commandsHere(service.databaseUrl, clock);
  const done = await run('policy', 'accept-request', policyNumber, '--reason', 'as asked', '--yes');
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /First day without cover +2026-11-15/);
  const { status, cancellation } = await look(saleClient, policyNumber);
  assert.equal(status, 'Cancelled');
  assert.deepEqual(cancellation, {
    effectiveDate: noonDay,
    requestedBy: 'Seller',
    reason: 'VehicleSold',
    refundAmount: total,
    status: 'InEffect',
  });
  const [kept] = await inDatabase(
    service.databaseUrl,
    `SELECT requested_by, ground, decision FROM cancellation JOIN cancellation_request USING (policy_number, ground)
     WHERE policy_number = $1`,
    [policyNumber],
  );
  assert.deepEqual(kept, { requested_by: 'seller', ground: 'VehicleSold', decision: 'accepted' });
  assertRefused(await ask(saleClient, policyNumber, sold), ['PolicyAlreadyCancelled policyNumber']);
  assertRefused(await ask(saleClient, policyNumber, preview), ['PolicyAlreadyCancelled policyNumber']);
  assert.equal((await run('policy', 'decline-request', policyNumber, '--reason', 'too late')).code, 3);
});

test('a fault has the operator cancel just before', async () => {
  const { saleClient, policyNumber } = await sell('REF');
  const answer = await ask(saleClient, policyNumber, sold, 'PolicyAlreadyCancelled');
  assertRefused(answer, ['PolicyAlreadyCancelled policyNumber']);
  assert.equal((await look(saleClient, policyNumber)).status, 'Cancelled');
});

test('what is unknown, another seller’s, malformed or out of the cover is refused', async () => {
  const { saleClient, policyNumber } = await sell('REF');
  const manitoba = await openSaleClient(service, 'manitoba');
  assertRefused(await ask(manitoba, policyNumber, sold), ['PolicyNotFound policyNumber']);
  assertRefused(await ask(saleClient, 'NB000000000', sold), ['PolicyNotFound policyNumber']);
  assertRefused(await ask(saleClient, policyNumber, {}), [
    'ReasonRequired reason',
    'EffectiveDateRequired effectiveDate',
  ]);
  assertRefused(await ask(saleClient, policyNumber, { reason: 'Bored', effectiveDate: '2027-02-30' }), [
    'ReasonInvalid reason',
    'EffectiveDateInvalid effectiveDate',
  ]);
  for (const [effectiveDate, code] of [
    [addDays(noonDay, -1), 'EffectiveDateBackDate'],
    ['2029-11-16', 'CancellationDateOutOfRange'],
  ])
    assertRefused(await ask(saleClient, policyNumber, { ...sold, effectiveDate }), [`${code} effectiveDate`]);
  const form = { grant_type: 'client_credentials', scope: 'read seller:ontario' };
  const granted = await fetch(`${service.url}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('northbind-sandbox-oauth:sandbox-oauth-secret').toString('base64')}`,
    },
    body: new URLSearchParams(form),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const small = await service.call('POST', `/v1/policies/${policyNumber}/cancellation-request`, { token, body: sold });
  assert.deepEqual([small.status, small.codes], [403, ['ScopeInsufficient']]);
});

test('within its days a rescission refunds everything at once, and after them it is refused with the way to go', async () => {
  const seller = { seller: 'quebec' } as const;
  const [first, second, third] = [await sell('CC', seller), await sell('CC', seller), await sell('REF', seller)];
  const run = commandsHere(service.databaseUrl, clock);
  const { saleClient } = first;
  const moveTo = (today: string) =>
    service.call('POST', '/sandbox/clock', { token: saleClient.quoteClient.token, body: { today } });
  const rescission = (policyNumber: string) => `/api/policies/${policyNumber}/rescission`;
  const { applicationId } = await look(saleClient, first.policyNumber);
  const { policy } = (await support.get(`/api/sales/${applicationId}`)).body;
  assert.equal(policy.rescindableUntil, addDays(noonDay, 10));

  await moveTo(addDays(noonDay, 10));
  const { refundCents, plan } = (await support.post(`${rescission(first.policyNumber)}/preview`, {})).body;
  assert.deepEqual([refundCents / 100, plan.route], [first.total, 'card']);
  const shown = { refundCents, route: plan.route };
  const less = await support.post(rescission(first.policyNumber), { shown: { ...shown, refundCents: 1 } });
  assert.deepEqual(less.codes, ['CancellationChanged']);
  const viewer = await signInOperator(service, 'viewer');
  assert.equal((await viewer.post(rescission(first.policyNumber), { shown })).status, 403);
  const made = await support.post(rescission(first.policyNumber), { shown });
  assert.equal(made.status, 200, made.text);
  const { kind, requestedBy, ground } = made.body;
  assert.deepEqual([kind, requestedBy, ground], ['flat', 'customer', 'Rescission']);
  const { status, cancellation } = await look(saleClient, first.policyNumber);
  assert.deepEqual([status, (cancellation as Json).refundAmount], ['Cancelled', first.total]);
  const sql = `SELECT action FROM operator_act WHERE subject = $1 AND action LIKE '%policy'`;
  assert.deepEqual(await inDatabase(service.databaseUrl, sql, [first.policyNumber]), [{ action: 'rescind policy' }]);
  assert.deepEqual((await support.post(rescission(first.policyNumber), { shown })).codes, ['PolicyAlreadyCancelled']);

  const byCommand = await run('policy', 'rescind', third.policyNumber, '--yes');
  assert.equal(byCommand.code, 0, byCommand.stderr);
  assert.equal((await look(saleClient, third.policyNumber)).status, 'Cancelled');

  await moveTo(addDays(noonDay, 11));
  assert.match((await run('policy', 'rescind', second.policyNumber, '--yes')).stderr, /pro-rata, or flat if/);
  for (const path of ['/preview', '']) {
    const over = await support.post(rescission(second.policyNumber) + path, path === '' ? { shown } : {});
    assert.deepEqual(over.codes, ['RescissionOver'], over.text);
  }
  assert.equal((await look(saleClient, second.policyNumber)).cancellation, null);
});

test('a rescission in time takes the place of a cancellation that is still ahead', async () => {
  const { saleClient, policyNumber, total } = await sell('CC', { seller: 'alberta' });
  const later = { reason: 'VehicleSold', effectiveDate: addDays(noonDay, 9) };
  const run = commandsHere(service.databaseUrl, clock);
  await ask(saleClient, policyNumber, later);
  const accepted = await run('policy', 'accept-request', policyNumber, '--reason', 'as asked', '--yes');
  assert.equal(accepted.code, 0, accepted.stderr);
  assertRefused(await ask(saleClient, policyNumber, later), ['PolicyAlreadyCancelled policyNumber']);
  const asked = await ask(saleClient, policyNumber, { reason: 'Rescission', effectiveDate: noonDay });
  assert.deepEqual([asked.status, asked.body.refundAmount], [200, total], asked.text);
  const again = await run('policy', 'accept-request', policyNumber, '--reason', 'rescinded in time', '--yes');
  assert.equal(again.code, 0, again.stderr);
  const { status, cancellation, refunds } = await look(saleClient, policyNumber);
  assert.deepEqual(
    [status, (cancellation as Json).reason, (cancellation as Json).refundAmount, (cancellation as Json).status],
    ['Cancelled', 'Rescission', total, 'InEffect'],
  );
  assert.equal(sumOf((refunds as Json[]).map(({ amount }) => ({ refundAmount: amount }))), total);
  const books = await run('books', 'check');
  assert.equal(books.code, 0, books.stdout);
});

/** Its charge was disputed, and the dispute lost: the customer owes it again. */
async function sellUnpaid(sale: Sale = {}): Promise<string> {
  const { saleClient, policyNumber } = await sell('CC', sale);
  for (const outcome of ['Opened', 'Lost']) {
    const body = { policyNumber, outcome };
    const told = await service.call('POST', '/sandbox/disputes', { token: saleClient.quoteClient.token, body });
    assert.deepEqual(told.body, { isValid: true, errors: [] });
  }
  return policyNumber;
}

test('the insurer gives the notice that the province asks for', async () => {
  const policyNumber = await sellUnpaid();
  const draft = (day: string, ground: string) =>
    support.post(`/api/policies/${policyNumber}/cancellation/preview`, {
      kind: 'pro-rata',
      cancelledOn: day,
      requestedBy: 'insurer',
      ground,
    });
  assert.deepEqual((await draft(addDays(noonDay, 14), 'Other')).codes, ['InsurerNoticeTooShort']);
  assert.equal((await draft(addDays(noonDay, 15), 'Other')).body.noticeDays, 15);
  assert.deepEqual((await draft(addDays(noonDay, 29), 'NonPayment')).codes, ['InsurerNoticeTooShort']);
  assert.equal((await draft(addDays(noonDay, 30), 'NonPayment')).body.noticeDays, 30);
});

test('the notice is judged by the rate book in force on its day, and kept with the cancellation', async () => {
  const admin = await signInOperator(service, 'admin');
  const { policyNumber } = await sell('REF');
  const path = `/api/policies/${policyNumber}/cancellation`;
  const order = { kind: 'pro-rata', requestedBy: 'insurer', ground: 'Other' };
  const { document: sample } = (await admin.get('/api/rate-books/sample-1')).body;
  const law = { provinces: ['ON'], until: noonDay, days: 21, basis: 'O. Reg. 1/26' };
  const later = { provinces: ['ON'], from: addDays(noonDay, 1), days: 40, basis: 'O. Reg. 2/26' };
  const isReplaced = (rule: Json) => (rule.provinces as string[])?.includes('ON') && rule.isForNonPayment !== true;
  const others = sample.insurerNotices.filter((rule: Json) => !isReplaced(rule));
  const document = { ...sample, version: 'notices', insurerNotices: [...others, law, later] };
  const compared = (await admin.post('/api/rate-books/compare', { document })).body;
  assert.deepEqual(
    compared.noticeChanges.map((row: Json) => [row.province, row.isForNonPayment, (row.to as Json).days]),
    [
      ['ON', false, 21],
      ['ON', false, 21],
    ],
  );
  const faulty = { ...document, insurerNotices: [{ days: 0, basis: '' }] };
  const { faults } = (await admin.post('/api/rate-books/check', { document: faulty })).body;
  assert.deepEqual(
    faults.map(({ path: where }: Json) => where),
    ['insurerNotices[0].days', 'insurerNotices[0].basis'],
  );
  const loaded = await admin.post('/api/rate-books', { document, activeFrom: noonDay, reason: 'the law changed' });
  assert.equal(loaded.status, 200, loaded.text);

  const early = await support.post(`${path}/preview`, { ...order, cancelledOn: addDays(noonDay, 20) });
  assert.deepEqual(early.codes, ['InsurerNoticeTooShort']);
  assert.deepEqual([early.body.errors[0].details.days, early.body.errors[0].details.basis], ['21', 'O. Reg. 1/26']);
  const asked = { ...order, cancelledOn: addDays(noonDay, 21) };
  const { body } = await support.post(`${path}/preview`, asked);
  const shown = { refundCents: body.refundCents, settlement: body.settlement };
  assert.equal((await support.post(path, { ...asked, reason: 'risk', shown })).status, 200);
  const [kept] = await inDatabase(
    service.databaseUrl,
    `SELECT notice_days, terms -> 'noticeRule' AS rule FROM cancellation WHERE policy_number = $1`,
    [policyNumber],
  );
  const rule = { basis: 'O. Reg. 1/26', isSample: false, rateBook: 'notices' };
  assert.deepEqual(kept, { notice_days: 21, rule });
  await admin.post('/api/rate-books/go-back', { reason: 'the test is over' });
});

test('the day of a cancellation is the first day without cover, in words, wherever it is told', async () => {
  const cancelledOn = '2027-11-15';
  const english = samplePolicy();
  const quebec = samplePolicy(quebecSale);
  const terms = judgeCancellation(english, { kind: 'pro-rata', cancelledOn });
  assert.ok(!isOperatorRefusal(terms));
  // The refund counts that day as one without cover.
  const { daysUnused, daysTotal } = terms.lines[0]!;
  assert.equal(daysTotal - daysUnused, daysBetween(english.effectiveDate, cancelledOn));
  // A flat cancellation has covered nothing.
  const flat = judgeCancellation(english, { kind: 'flat', cancelledOn });
  assert.ok(!isOperatorRefusal(flat) && flat.cancelledOn === english.effectiveDate);

  const collected = { by: 'seller' } as const;
  const cancellation = sampleCancellation(quebec, { kind: 'pro-rata', cancelledOn, madeOn: cancelledOn, collected });
  const notice = JSON.stringify(
    compose({ kind: 'cancellation', policy: quebec, cancellation, language: ['fr', 'en'] }, sampleIssuer),
  );
  const mail = writeMail(
    { kind: 'cancellation', facts: cancellation, link: null, filenames: [] },
    quebec,
    sampleIssuer,
  ).text;
  for (const text of [notice, mail]) {
    assert.match(text, /first day without cover is November\s15,\s2027/i);
    assert.match(text, /premier jour sans couverture est le 15\snovembre\s2027/i);
  }
  assert.match(notice, /"First day without cover"/);
  assert.match(notice, /"Premier jour sans couverture"/);
  for (const words of [en.labels.cancelledOn, en.labels.cancelledOn]) assert.equal(words, 'First day without cover');
  for (const words of [fr.labels.cancelledOn, fr.labels.cancelledOn])
    assert.equal(words, 'Premier jour sans couverture');
  const { schemas } = openApiDocument().components;
  for (const name of ['PolicyCancellation', 'CancellationRequest', 'CancellationRequestAnswer'])
    assert.match(schemas[name]!.properties!.effectiveDate!.description!, /^The first day without cover/, name);
  const { policyNumber } = await sell('REF');
  const shown = ['policy', 'cancel', policyNumber, '--kind', 'pro-rata', '--on', cancelledOn, '--preview'];
  const { stdout } = await commandsHere(service.databaseUrl, clock)(...shown);
  assert.match(stdout, /First day without cover +2027-11-15/);
});

test('after 60 days in Quebec the insurer cancels for non-payment or an aggravated risk alone', async () => {
  const seller = 'quebec';
  const { token } = (await openSaleClient(service, seller)).quoteClient;
  const move = (today: string) => service.call('POST', '/sandbox/clock', { token, body: { today } });
  const effectiveDate = addDays(noonDay, 40);
  await move(effectiveDate);
  const { saleClient, policyNumber } = await sell('REF', { seller, effectiveDate });
  const unpaid = await sellUnpaid({ seller, effectiveDate });
  const path = `/api/policies/${policyNumber}/cancellation`;
  const today = addDays(effectiveDate, 61);
  await move(today);
  const operator = support;
  const order = (ground: string, requestedBy = 'insurer') => ({
    kind: 'pro-rata',
    requestedBy,
    ground,
    cancelledOn: addDays(today, 30),
  });
  const refused = await operator.post(`${path}/preview`, order('Other'));
  assert.deepEqual(refused.codes, ['InsurerGroundNotAllowed']);
  assert.equal(refused.body.errors[0].details.basis, 'Automobile Insurance Act, s. 91');
  assert.equal((await operator.post(`${path}/preview`, order('Other', 'customer'))).status, 200);
  assert.deepEqual((await operator.post(`${path}/preview`, order('NonPayment'))).codes, ['NonPaymentNotAllowed']);
  const ended = await operator.post(`/api/policies/${unpaid}/cancellation/preview`, order('NonPayment'));
  assert.equal(ended.body.noticeDays, 30);
  const asked = order('AggravatedRisk');
  const { body } = await operator.post(`${path}/preview`, asked);
  assert.equal(body.noticeRule.basisFrench, 'Loi sur l’assurance automobile, art. 91');
  const shown = { refundCents: body.refundCents };
  const made = await operator.post(path, { ...asked, reason: 'rented out by the day', shown });
  assert.equal(made.status, 200, made.text);
  const { cancellation } = await look(saleClient, policyNumber);
  assert.equal((cancellation as Json).reason, 'Other', 'the contract has no word for it');
});
