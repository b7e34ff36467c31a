import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import {
  assertBound,
  authorizedPayment,
  binder,
  byCard,
  byLoan,
  byReferral,
  cardRefusedAtCharge,
  chooseFrom,
} from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import {
  assertRefused,
  changed,
  clockAt,
  inDatabase,
  type Json,
  noon,
  noonDay,
  type QuoteChanges,
  type SellerName,
} from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let ontario: SaleClient;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  ontario = await openSaleClient(service);
});

const get = (saleClient: SaleClient, path: string) => saleClient.quoteClient.get(path);

async function sold(
  saleClient: SaleClient,
  quoted: QuoteChanges,
  pay: (choice: Choice) => Promise<object> | object = () => byReferral,
) {
  const quote = await saleClient.quote(quoted);
  const choice = quote.choose('Replacement', 3);
  const body = assertBound(await binder(service, saleClient.quoteClient.token)({ ...choice, ...(await pay(choice)) }));
  return { ...body, totalWithTax: quote.totalCents(choice) / 100 };
}

async function moveClock(saleClient: SaleClient, today: string): Promise<void> {
  const { status } = await service.call('POST', '/sandbox/clock', {
    token: saleClient.quoteClient.token,
    body: { today },
  });
  assert.equal(status, 200);
}

test('a quote keeps the partner’s reference and the customer’s language, and answers them only when sent', async () => {
  const { body } = await ontario.quote({ partnerReference: 'DEAL-1', language: 'FR' });
  assert.equal(body.partnerReference, 'DEAL-1');
  assert.equal(body.language, 'fr');
  const { body: plain } = await ontario.quote();
  assert.ok(!('partnerReference' in plain) && !('language' in plain));
});

test('an application is looked up as it was last quoted', async () => {
  const quote = await ontario.quote({ partnerReference: 'DEAL-2' });
  const { id: _, ...vehicle } = quote.body.vehicle;
  const { status, body } = await get(ontario, `/v1/applications/${quote.applicationId}`);
  assert.equal(status, 200);
  const { status: state, policyNumber, language, vehicle: found, seller } = body;
  assert.equal(seller, 'ontario');
  assert.deepEqual({ state, policyNumber, language }, { state: 'Quoted', policyNumber: null, language: null });
  const { vehicle: __, ...asQuoted } = quote.body;
  assert.deepEqual(only(Object.keys(asQuoted), body), asQuoted);
  const { id, ...facts } = found;
  assert.deepEqual(facts, vehicle);

  const request = changed(await ontario.quoteClient.request(), { vehicleConfigurationId: id });
  const revision = await ontario.quoteClient.quote({ ...request, applicationId: quote.applicationId });
  assert.equal(revision.status, 200, 'the id of the vehicle can be sent with a revision');
  const choice = quote.choose('Replacement', 3);
  const bound = assertBound(await binder(service, ontario.quoteClient.token)({ ...choice, ...byReferral }));
  const after = (await get(ontario, `/v1/applications/${quote.applicationId}`)).body;
  assert.deepEqual([after.status, after.policyNumber], ['Bound', bound.policyNumber]);
  assert.equal(after.partnerReference, 'DEAL-2', 'a revision that leaves the reference out keeps it');
  assert.deepEqual(after.existingPolicies, [], 'its own policy is not another one');
});

const only = (names: readonly string[], body: Json): Json =>
  Object.fromEntries(names.map((name) => [name, body[name]]));

const everything = {
  partnerReference: 'DEAL-9',
  language: 'fr',
  producerCode: 'P-1',
  dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan@example.ca', phoneNumber: '613-555-0142' },
  vehiclePurchase: { price: 38995.5, date: '2026-11-10', condition: 'Demonstrator' },
  primaryInsurer: { name: 'Example Mutual', policyNumber: 'A-123456' },
};

test('what was asked for is read by the names of the request, and asks for the same quote when it is sent again', async () => {
  const plain = await ontario.quoteClient.request({ series: 'Plus', purchaseMethod: 'Lease' });
  const applicant = {
    ...(plain.applicant as Json),
    isCompany: false,
    addressLine2: 'Suite 4',
    businessPhone: '613-555-0143',
  };
  const request = { ...plain, ...everything, applicant };
  const quoted = await ontario.quoteClient.quote(request);
  assert.equal(quoted.status, 200, quoted.text);
  const read = await get(ontario, `/v1/applications/${quoted.body.applicationId}`);
  assert.equal(read.status, 200, read.text);
  assert.deepEqual(only(Object.keys(request), read.body), request);

  const revised = await ontario.quoteClient.quote(read.body);
  assert.equal(revised.status, 200, revised.text);
  assert.deepEqual({ ...revised.body, revision: 1 }, quoted.body);
  const again = (await get(ontario, `/v1/applications/${quoted.body.applicationId}`)).body;
  assert.deepEqual({ ...again, revision: 1 }, read.body);
});

test('what was not asked for reads as null, and can be sent again like that', async () => {
  const { body: quoted } = await ontario.quote();
  const read = (await get(ontario, `/v1/applications/${quoted.applicationId}`)).body;
  for (const name of ['dealerId', 'lienHolderId', ...Object.keys(everything)]) assert.equal(read[name], null, name);
  const revised = await ontario.quoteClient.quote(read);
  assert.equal(revised.status, 200, revised.text);
  assert.deepEqual({ ...revised.body, revision: 1 }, quoted);
});

test('a revision without a reference is answered and listed with the one before, and one of its own replaces it', async () => {
  const request = await ontario.quoteClient.request({ partnerReference: 'KEPT-1' });
  const { applicationId } = (await ontario.quoteClient.quote(request)).body;
  const revise = async (changes: Json): Promise<Json> =>
    (await ontario.quoteClient.quote(changed(request, { applicationId, ...changes }))).body;
  const listed = async (reference: string): Promise<number> =>
    (await get(ontario, `/v1/applications?partnerReference=${reference}`)).body.applications.length;
  for (const left of [undefined, null, ' '])
    assert.equal((await revise({ partnerReference: left })).partnerReference, 'KEPT-1');
  assert.equal(await listed('KEPT-1'), 1);
  assert.equal((await revise({ partnerReference: 'KEPT-2' })).partnerReference, 'KEPT-2');
  assert.deepEqual([await listed('KEPT-1'), await listed('KEPT-2')], [0, 1]);
});

test('what is unknown and what is another seller’s are alike', async () => {
  const { policyNumber, applicationId } = await sold(ontario, {});
  const manitoba = await openSaleClient(service, 'manitoba');
  for (const path of [`/v1/policies/${policyNumber}`, '/v1/policies/NB999999990', '/v1/policies/%F0%9F%98%80'])
    assertRefused(await get(manitoba, path), ['PolicyNotFound policyNumber']);
  for (const path of [`/v1/applications/${applicationId}`, '/v1/applications/x'])
    assertRefused(await get(manitoba, path), ['ApplicationNotFound applicationId']);
  assert.deepEqual((await get(manitoba, `/v1/policies?partnerReference=DEAL-1`)).body.policies, []);
});

test('a policy tells what was bound, by each way of paying', async () => {
  const referred = await sold(ontario, { partnerReference: 'DEAL-3', language: 'en' });
  const { status, body } = await get(ontario, `/v1/policies/${referred.policyNumber.toLowerCase()}`);
  assert.equal(status, 200);
  const quoted = (await get(ontario, `/v1/applications/${referred.applicationId}`)).body;
  assert.equal(body.status, 'InForce');
  assert.equal(body.moneyStatus, 'CollectedByPartner');
  assert.equal(body.paymentReference, byReferral.paymentReference);
  assert.deepEqual([body.partnerReference, body.language], ['DEAL-3', 'en']);
  assert.deepEqual([body.cardPayment, body.financing, body.cancellation, body.amendmentCount], [null, null, null, 0]);
  assert.deepEqual(
    body.products,
    quoted.replacementOptions.find((term: Json) => term.paymentTermInYears === 3).coverage,
  );
  assert.equal(body.totalWithTax, referred.totalWithTax);
  assert.equal(body.applicant.isCompany, false);
  assert.deepEqual(
    body.documents.map(({ downloadId, kind, language }: Json) => ({ downloadId, kind, language })),
    [{ downloadId: referred.documentDownloadId, kind: 'Declaration', language: 'en' }],
  );
  assert.match(body.documents[0].createdAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

  const lent = await sold(ontario, {}, () => byLoan());
  const loan = (await get(ontario, `/v1/policies/${lent.policyNumber}`)).body;
  assert.equal(loan.moneyStatus, 'Financed');
  assert.deepEqual(loan.financing, lent.financing);

  const paid = await sold(ontario, {}, async (choice) => byCard(await authorizedPayment(ontario, choice)));
  const card = (await get(ontario, `/v1/policies/${paid.policyNumber}`)).body;
  assert.equal(card.moneyStatus, 'Paid');
  assert.deepEqual(card.cardPayment, paid.cardPayment);
  assert.equal(card.paymentReference, paid.cardPayment.authorizationNumber);
});

test('a later charge moves the money’s state, and its receipt appears', async () => {
  const seller: SellerName = 'alberta';
  const alberta = await openSaleClient(service, seller);
  const pay = async (choice: Choice, cardNumber?: string) =>
    byCard(await authorizedPayment(alberta, choice, cardNumber === undefined ? {} : { cardNumber }));
  const good = await sold(alberta, { effectiveDate: '2026-11-20' }, (choice) => pay(choice));
  const bad = await sold(alberta, { effectiveDate: '2026-11-20' }, (choice) => pay(choice, cardRefusedAtCharge));
  const read = async ({ policyNumber }: { readonly policyNumber: string }) =>
    (await get(alberta, `/v1/policies/${policyNumber}`)).body;
  assert.deepEqual(
    [(await read(good)).status, (await read(good)).moneyStatus, (await read(bad)).moneyStatus],
    ['NotStarted', 'Scheduled', 'Scheduled'],
  );
  assert.deepEqual((await read(good)).cardPayment, good.cardPayment);

  await moveClock(alberta, '2026-11-20');
  const charged = await read(good);
  assert.deepEqual([charged.status, charged.moneyStatus, charged.cardPayment.status], ['InForce', 'Paid', 'Captured']);
  assert.deepEqual(
    charged.documents.map(({ kind }: Json) => kind),
    ['Declaration', 'Receipt'],
  );
  assert.equal(charged.cardPayment.receiptDownloadId, charged.documents[1].downloadId);
  assert.equal(charged.paymentReference, charged.cardPayment.authorizationNumber);
  assert.equal((await read(bad)).moneyStatus, 'Unpaid');

  const numbers = async (query: string) =>
    (await get(alberta, `/v1/policies?${query}`)).body.policies.map(({ policyNumber }: Json) => policyNumber);
  assert.deepEqual(await numbers('moneyStatus=unpaid'), [bad.policyNumber]);
  assert.deepEqual(await numbers('moneyStatus=Paid&status=InForce'), [good.policyNumber]);
  assert.deepEqual(await numbers('moneyStatus=Scheduled'), []);
  await moveClock(alberta, '2029-11-20');
  assert.deepEqual((await numbers('status=Expired')).sort(), [good.policyNumber, bad.policyNumber].sort());
});

test('the list goes by cursor, newest first, and each filter holds', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const sales = [];
  for (const partnerReference of ['Q-1', 'Q-2', 'Q-2', 'Q-3', 'Q-3'])
    sales.push(await sold(quebec, { partnerReference }));
  const newest = sales.map(({ policyNumber }) => policyNumber).reverse();
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await get(quebec, `/v1/policies?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    assert.ok(body.policies.length <= 2);
    found.push(...body.policies.map(({ policyNumber }: Json) => policyNumber));
    cursor = body.nextCursor;
  } while (cursor !== null);
  assert.deepEqual(found, newest);

  const list = async (query: string) => (await get(quebec, `/v1/policies?${query}`)).body.policies;
  assert.deepEqual(
    (await list('partnerReference=Q-2')).map(({ policyNumber }: Json) => policyNumber),
    [sales[2]!.policyNumber, sales[1]!.policyNumber],
  );
  const [first] = await list('partnerReference=Q-1');
  assert.ok(!('applicant' in first) && !('products' in first) && !('documents' in first));
  assert.equal(first.partnerReference, 'Q-1');
  assert.ok((await list(`vin=${first.vehicle.vin.toLowerCase()}`)).length >= 1);
  assert.deepEqual(await list('vin=1HGCM82633A004352'), []);
  assert.equal((await list('')).length, 5);
  assert.deepEqual(await list(`boundTo=2026-01-01`), []);
  assert.deepEqual(await list(`boundFrom=2999-01-01`), []);
  assert.deepEqual(await list('status=Cancelled'), []);
  assert.deepEqual(await list('moneyStatus=Refunded'), []);
});

test('a bind that was finished after midnight, or weeks later, is listed on the day on which it was begun', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const { policyNumber } = await sold(quebec, { partnerReference: 'midnight' });
  const list = async (day: string): Promise<string[]> =>
    (await get(quebec, `/v1/policies?partnerReference=midnight&boundFrom=${day}&boundTo=${day}`)).body.policies.map(
      (one: Json) => one.policyNumber,
    );
  for (const finishedAt of ['2026-11-16T05:00:30Z', '2026-11-18T12:00:00Z', '2026-12-20T12:00:00Z']) {
    const sql = 'UPDATE policy SET bound_at = $2 WHERE policy_number = $1';
    await inDatabase(service.databaseUrl, sql, [policyNumber, finishedAt]);
    assert.deepEqual([await list(noonDay), await list(addDays(noonDay, 1))], [[policyNumber], []], finishedAt);
  }
});

test('a cursor that is spoilt, another seller’s or of other filters is refused', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const { nextCursor } = (await get(quebec, '/v1/policies?limit=1')).body;
  assert.notEqual(nextCursor, null);
  assert.equal((await get(quebec, `/v1/policies?limit=2&cursor=${nextCursor}`)).status, 200);
  for (const query of [`cursor=x`, `cursor=${nextCursor}x`, `partnerReference=Q-1&cursor=${nextCursor}`])
    assertRefused(await get(quebec, `/v1/policies?${query}`), ['CursorInvalid cursor']);
  assertRefused(await get(ontario, `/v1/policies?cursor=${nextCursor}`), ['CursorInvalid cursor']);
});

test('a filter of the wrong form is refused by its own code', async () => {
  for (const [query, told] of [
    ['status=Open', 'StatusInvalid status'],
    ['moneyStatus=Open', 'MoneyStatusInvalid moneyStatus'],
    ['boundFrom=2026-02-30', 'BoundFromInvalid boundFrom'],
    ['boundTo=today', 'BoundToInvalid boundTo'],
    ['limit=0', 'LimitInvalid limit'],
    ['limit=101', 'LimitInvalid limit'],
  ] as const)
    assertRefused(await get(ontario, `/v1/policies?${query}`), [told]);
});

test('facts for a claim are kept with the quote and printed; malformed ones are refused by name', async () => {
  const request = await ontario.quoteClient.request();
  const vehiclePurchase = { price: 38995.5, date: '2026-11-10', condition: 'demonstrator' };
  const primaryInsurer = { name: 'Example Mutual', policyNumber: 'A-123456' };
  const faulty = {
    ...request,
    vehiclePurchase: { price: 1.234, date: '2026-02-30', condition: 'Old' },
    primaryInsurer: { name: 7 },
  };
  assert.deepEqual((await ontario.quoteClient.quote(faulty)).codes.toSorted(), [
    'ConditionInvalid',
    'DateInvalid',
    'NameInvalid',
    'PolicyNumberRequired',
    'PriceInvalid',
  ]);
  const quoted = await ontario.quoteClient.quote({ ...request, vehiclePurchase, primaryInsurer });
  const bound = await service.call('POST', '/v1/bind', {
    token: ontario.quoteClient.token,
    body: { ...chooseFrom(quoted, 'Replacement', 3), ...byReferral },
  });
  const response = await fetch(`${service.url}/v1/document/${bound.body.documentDownloadId}`, {
    headers: { authorization: `Bearer ${ontario.quoteClient.token}` },
  });
  const { text } = readPdf(Buffer.from(await response.arrayBuffer()));
  for (const printed of ['Demonstrator, November 10, 2026', '$38,995.50', 'Example Mutual', 'A-123456', 'HST 13%'])
    assert.ok(text.replaceAll('\u00a0', ' ').includes(printed), printed);
});
