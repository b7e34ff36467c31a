import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { compose } from '../../src/documents/compose.ts';
import { sampleIssuer } from '../../src/documents/issuer.ts';
import { checkDigit } from '../../src/domain/vehicle/vin.ts';
import { openDatabase } from '../../src/store/database.ts';
import { readSource } from '../../src/store/document/document.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan, byReferral, chooseFrom } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import {
  clockAt,
  inDatabase,
  type Json,
  noon,
  noonDay,
  type QuoteChanges,
  requestFor,
  type SellerName,
} from '../kit/sale/quoting.ts';
import { samplePolicy } from '../kit/sale/sample-policy.ts';
import { commandsHere } from '../kit/service/command-line.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

const { clock } = clockAt(noon);
let service: TestService;
let support: TestOperator;

before(async () => {
  service = await startTestService({ clock });
  support = await signInOperator(service, 'support');
});

async function sell(wish: QuoteChanges & { readonly seller?: SellerName; readonly pay?: 'CC' | 'PFF' } = {}) {
  const { seller = 'ontario', pay, ...asked } = wish;
  const saleClient = await openSaleClient(service, seller);
  const choice = (await saleClient.quote(asked)).choose('Replacement', 3);
  const paid =
    pay === 'CC' ? byCard(await authorizedPayment(saleClient, choice)) : pay === 'PFF' ? byLoan() : byReferral;
  const { policyNumber, documentDownloadId, applicationId } = assertBound(
    await binder(service, saleClient.quoteClient.token)({ ...choice, ...paid }),
  );
  const look = async (): Promise<Json> => (await saleClient.quoteClient.get(`/v1/policies/${policyNumber}`)).body;
  return { saleClient, policyNumber, applicationId, declarationId: String(documentDownloadId), look };
}

const reason = 'misspelt at the shop';
const amend = (policyNumber: string, changes: Json): Promise<Answer> =>
  support.post(`/api/policies/${policyNumber}/amendment`, { reason, changes });

const documentsOf = async (look: () => Promise<Json>): Promise<readonly string[]> =>
  ((await look()).documents as Json[]).map(({ kind }) => String(kind));

test('what does not change the price is corrected: a new version, an amended declaration, a mail and an event', async () => {
  const { saleClient, policyNumber, declarationId, look } = await sell({ purchaseMethod: 'Finance' });
  const changes = {
    lastName: 'Tremblay-Roy',
    addressLine1: '12 Elm Street',
    city: 'Ottawa',
    postalCode: 'k1a0b1',
    phoneNumber: '613-555-0199',
    emailAddress: 'm.roy@example.ca',
  };
  const made = await amend(policyNumber, changes);
  assert.equal(made.status, 200, made.text);
  assert.deepEqual(
    [made.body.number, made.body.replacesOf, made.body.changed],
    [1, noonDay, ['name', 'address', 'phone', 'email']],
  );
  const policy = await look();
  assert.equal(policy.amendmentCount, 1);
  const applicant = policy.applicant as Json;
  assert.deepEqual(
    [applicant.firstOrCompanyName, applicant.lastName, applicant.postalCode, applicant.phoneNumber],
    ['Marie-Ève', 'Tremblay-Roy', 'K1A 0B1', '613-555-0199'],
  );
  assert.deepEqual(await documentsOf(look), ['Declaration', 'AmendedDeclaration']);
  const { events } = (await saleClient.quoteClient.get('/v1/events?types=policy.amended&limit=100')).body;
  const ofPolicy = events.filter((event: Json) => event.policyNumber === policyNumber);
  assert.deepEqual(
    ofPolicy.map(({ data }: Json) => (data as Json).amendmentCount),
    [1],
  );
  const mail = await until(
    async () => {
      const { messages } = (await saleClient.quoteClient.get('/sandbox/outbox')).body;
      return messages.find(({ subject }: Json) => subject === `Your policy ${policyNumber} was corrected`);
    },
    (found) => found !== undefined,
  );
  assert.equal(mail.to, 'm.roy@example.ca');
  assert.deepEqual(
    mail.attachments.map(({ filename }: Json) => filename),
    [`${policyNumber}-amended-declaration.pdf`],
  );
  // The first declaration tells the policy as it was bound, whenever it is printed.
  const database = openDatabase({ url: service.databaseUrl, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const [bound, amended] = [
    await readSource(database, { id: declarationId as never }),
    await readSource(database, { id: made.body.documentId }),
  ];
  assert.equal(bound!.policy.inputs.applicant.lastName, 'Tremblay');
  assert.equal(amended!.policy.inputs.applicant.lastName, 'Tremblay-Roy');

  const again = await amend(policyNumber, { lienHolderId: 'lh-atb-financial' });
  assert.equal(again.status, 200, again.text);
  assert.deepEqual([again.body.number, again.body.changed], [2, ['lienHolder']]);
  const versions = await inDatabase(
    service.databaseUrl,
    `SELECT snapshot #>> '{inputs,applicant,lastName}' AS name, snapshot #>> '{inputs,lienHolder,id}' AS lien, reason, actor_name
     FROM amendment WHERE policy_number = $1 ORDER BY number`,
    [policyNumber],
  );
  assert.deepEqual(
    versions.map(({ name, lien }) => [name, lien]),
    [
      ['Tremblay-Roy', 'lh-ally-credit-canada'],
      ['Tremblay-Roy', 'lh-atb-financial'],
    ],
  );
  assert.deepEqual([versions[0].reason, versions[0].actor_name], [reason, 'support']);
});

test('the operator finds the sale by what was corrected, and sees it', async () => {
  const { policyNumber, applicationId } = await sell();
  await amend(policyNumber, { firstOrCompanyName: 'Zéphyrine', lastName: 'Quirion' });
  const { rows } = (await support.get('/api/sales?search=quirion')).body;
  assert.deepEqual(
    rows.map((row: Json) => [row.policyNumber, row.applicantName]),
    [[policyNumber, 'Zéphyrine Quirion']],
  );
  const history = (await support.get(`/api/sales/${applicationId}`)).body;
  assert.equal(history.policy.inputs.applicant.lastName, 'Quirion');
  assert.deepEqual(
    history.amendments.map(({ number, reason: why }: Json) => [number, why]),
    [[1, reason]],
  );
  const viewer = await signInOperator(service, 'viewer');
  const masked = (await viewer.get(`/api/sales/${applicationId}`)).text;
  assert.ok(!masked.includes('Quirion') && !masked.includes(reason));
});

test('a sale is found by any word of a name, by its phone number and by its loan', async () => {
  const { policyNumber } = await sell({ pay: 'PFF' });
  await amend(policyNumber, { firstOrCompanyName: 'Anne Wilhelmine', lastName: 'de Villefranche Zoltan' });
  const found = async (search: string) =>
    (await support.get(`/api/sales?${new URLSearchParams({ search })}`)).body.rows.map((row: Json) => row.policyNumber);
  for (const name of ['zoltan', 'wilhel', 'anne zolt', 'villef', 'Zoltan de Ville', 'de villefranche zoltan'])
    assert.deepEqual(await found(name), [policyNumber], name);
  assert.deepEqual(await found('zoltana'), []);
  for (const part of ['llefran', 'oltan', 'anne elmin']) assert.deepEqual(await found(part), [], part);
  const [loan] = await inDatabase(
    service.databaseUrl,
    `SELECT snapshot #>> '{payment,loan,loanNumber}' AS number FROM policy WHERE policy_number = $1`,
    [policyNumber],
  );
  assert.deepEqual(await found(loan.number), [policyNumber], loan.number);
  for (const phone of ['(416) 555-0142', '+1 416.555.0142', '1-416-555‑0142', '4165550142', '555-0142'])
    assert.ok((await found(phone)).includes(policyNumber), phone);
  await amend(policyNumber, { phoneNumber: '(613) 555-0188' });
  for (const phone of ['613/555 0188', '555 0188']) assert.deepEqual(await found(phone), [policyNumber]);
  assert.ok((await found('416 555 0142')).includes(policyNumber), 'the number that it was bound with');
  assert.deepEqual(await found('416 555 9999'), []);
  const viewer = await signInOperator(service, 'viewer');
  assert.deepEqual((await viewer.get('/api/sales?search=zoltan')).body.rows, [], 'no part of a name for a viewer');
});

/** The next vehicle off the same line. */
function nextVin(vin: string): string {
  const serial = `${vin.slice(0, 11)}${String((Number(vin.slice(11)) + 1) % 1_000_000).padStart(6, '0')}`;
  return `${serial.slice(0, 8)}${checkDigit(serial)}${serial.slice(9)}`;
}

test('an odometer reading or a VIN is corrected only when the price stays the same', async () => {
  const { policyNumber, look } = await sell({ odometer: 24_500 });
  const { vin, make, model } = (await look()).vehicle as { vin: string; make: string; model: string };
  const dearer = await amend(policyNumber, { odometer: 50_001 });
  assert.deepEqual(dearer.codes, ['AmendmentChangesPrice']);
  const { field, details } = dearer.body.errors[0];
  assert.equal(field, 'odometer');
  assert.match(details.total, /^[\d,]+\.\d\d → [\d,]+\.\d\d: \+[\d,]+\.\d\d$/);
  assert.deepEqual((await amend(policyNumber, { odometer: 100_001 })).codes, ['AmendmentIneligible']);
  assert.equal((await amend(policyNumber, { odometer: 49_999 })).status, 200);

  const next = nextVin(vin);
  assert.deepEqual((await amend(policyNumber, { vin: `${next.slice(0, 16)}I` })).codes, ['AmendmentInvalid']);
  const corrected = await amend(policyNumber, { vin: next });
  assert.equal(corrected.status, 200, corrected.text);
  const vehicle = (await look()).vehicle as Json;
  assert.deepEqual([vehicle.vin, vehicle.make, vehicle.model], [next, make, model]);
  const { rows } = (await support.get(`/api/policies?search=${next}`)).body;
  assert.deepEqual(
    rows.map((row: Json) => row.policyNumber),
    [policyNumber],
  );
});

test('where the integration refuses a second policy, a VIN is not corrected to one that has a policy', async () => {
  const first = await sell({ odometer: 24_500 });
  const { vin } = (await first.look()).vehicle as { vin: string };
  const next = nextVin(vin);
  assert.equal((await amend(first.policyNumber, { vin: next })).status, 200);
  const { quoteClient } = first.saleClient;
  const asked = { Vin: vin, EffectiveDate: noonDay, Odometer: '24500', PurchaseMethod: 'Cash' };
  const quoted = await quoteClient.quote(requestFor('ontario', {}, await quoteClient.vehicleId(asked)));
  const second = assertBound(
    await binder(service, quoteClient.token)({ ...chooseFrom(quoted, 'Replacement', 3), ...byReferral }),
  );
  const ban = (isRefused: boolean) =>
    inDatabase(
      service.databaseUrl,
      `UPDATE integration SET refuses_second_policy = ${isRefused} WHERE client_id = 'northbind-sandbox'`,
    );
  await ban(true);
  const refused = await amend(second.policyNumber, { vin: next });
  await ban(false);
  assert.deepEqual(refused.codes, ['VehicleAlreadyCovered']);
  assert.equal(refused.body.errors[0].details.policyNumber, first.policyNumber);
  assert.equal((await amend(second.policyNumber, { vin: next })).status, 200);
});

test('what can’t be put on the policy is refused, and nothing is written', async () => {
  const { policyNumber, look } = await sell();
  for (const [changes, code] of [
    [{}, 'AmendmentEmpty'],
    [{ lastName: 'Tremblay' }, 'AmendmentEmpty'],
    [{ lastName: ' ' }, 'AmendmentInvalid'],
    [{ addressLine1: '' }, 'AmendmentInvalid'],
    [{ postalCode: 'T2P 1B3' }, 'AmendmentOutsideProvince'],
    [{ lastName: 'Roy 😀' }, 'AmendmentInvalid'],
    [{ phoneNumber: '12' }, 'AmendmentInvalid'],
    [{ emailAddress: 'nobody' }, 'AmendmentInvalid'],
    [{ lienHolderId: 'lh-atb-financial' }, 'AmendmentInvalid'],
  ] as const)
    assert.deepEqual((await amend(policyNumber, changes)).codes, [code], JSON.stringify(changes));
  const unreasoned = { reason: 'x', changes: { lastName: 'Roy' } };
  const path = `/api/policies/${policyNumber}/amendment`;
  assert.deepEqual((await support.post(path, unreasoned)).codes, ['ReasonRequired']);
  assert.equal((await amend('NB000000000', { lastName: 'Roy' })).status, 404);
  assert.equal((await look()).amendmentCount, 0);
  const order = { kind: 'flat', cancelledOn: noonDay };
  const { body } = await support.post(`/api/policies/${policyNumber}/cancellation/preview`, order);
  const shown = { refundCents: body.refundCents, settlement: body.settlement };
  await support.post(`/api/policies/${policyNumber}/cancellation`, { ...order, reason, shown });
  assert.deepEqual((await amend(policyNumber, { lastName: 'Roy' })).codes, ['PolicyAlreadyCancelled']);
});

test('the command line corrects a policy, too', async () => {
  const { policyNumber, look } = await sell();
  const run = commandsHere(service.databaseUrl, clock);
  const done = await run(
    'policy',
    'amend',
    policyNumber,
    '--last-name',
    'Gagné',
    '--odometer',
    '24600',
    '--reason',
    reason,
  );
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /^Amendment 1: name, odometer\./);
  assert.equal(((await look()).applicant as Json).lastName, 'Gagné');
});

test('an amended declaration has its number, what it replaces and what was corrected, in both languages', () => {
  const amendment = { number: 2, madeOn: '2027-01-05', replacesOf: '2026-11-20', changed: ['name', 'vin'] } as const;
  const text = JSON.stringify(
    compose({ kind: 'amended-declaration', policy: samplePolicy(), amendment, language: ['fr', 'en'] }, sampleIssuer),
  );
  assert.match(text, /"Amended policy declarations"/);
  assert.match(text, /"No\. 2","January\s5,\s2027"/);
  assert.match(text, /These declarations replace those of November\s20,\s2026\./);
  assert.match(text, /The name and vehicle identification number\./);
  assert.match(text, /remplacent\scelles\sdu\s20\snovembre\s2026\./);
});
