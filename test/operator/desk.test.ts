import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before } from 'node:test';
import { type OperatorRoutesParts, operatorRoutes } from '../../src/operator/operator-routes.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { linkCustomer } from '../kit/sale/link-customer.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, type Json, noon, type SellerName } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

/* A clerk of the seller Ontario, at the seller's own desk. */
let service: TestService;
let admin: TestOperator;
let clerk: TestOperator;
let own: Belongings;
let others: Belongings;
const sellerIds = new Map<string, string>();
const password = 'a password for people at a counter';
const routes = operatorRoutes({} as OperatorRoutesParts);

interface Belongings {
  readonly policy: string;
  readonly sale: string;
  readonly document: string;
  readonly link: string;
}

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  admin = await signInOperator(service);
  for (const { username, id } of (await admin.get('/api/sellers')).body.rows) sellerIds.set(username, id);
  own = await sell('ontario');
  others = await sell('quebec');
  clerk = await openDesk('odile', 'ontario');
});

async function sell(name: 'ontario' | 'quebec'): Promise<Belongings> {
  const client = await openSaleClient(service, name);
  const choice = (await client.quote()).choose('Replacement', 2);
  const payment = await authorizedPayment(client, choice);
  const bound = assertBound(await binder(service, client.quoteClient.token)({ ...choice, ...byCard(payment) }));
  const made = await admin.post(`/api/sellers/${sellerIds.get(name)}/sale-links`, { firstOrCompanyName: name });
  assert.equal(made.status, 200, made.text);
  return {
    policy: bound.policyNumber,
    sale: choice.applicationId,
    document: bound.documentDownloadId,
    link: made.body.id,
  };
}

async function openDesk(name: string, seller: SellerName): Promise<TestOperator> {
  const made = await admin.post('/api/accounts', { name, sellerId: sellerIds.get(seller) });
  assert.equal(made.status, 200, made.text);
  const fresh = await signInOperator(service, name, made.body.password);
  const change = { current: made.body.password, next: password };
  assert.equal((await fresh.call('PUT', '/api/session/password', { body: change })).status, 204);
  return signInOperator(service, name, password);
}

test('a clerk has the desk of the seller, and every other route is closed', async () => {
  const { account } = (await clerk.get('/api/session')).body;
  assert.deepEqual(account.seller, {
    id: sellerIds.get('ontario'),
    name: 'Sandbox Ontario',
    province: 'ON',
    linkMethods: ['CC', 'PFF'],
  });
  const open: string[] = [];
  for (const { method, path, access, takesCsv } of routes) {
    if (access === 'anyone' || access === 'signed-in' || access === 'desk') continue;
    const headers: Record<string, string> = takesCsv ? { 'content-type': 'text/csv' } : {};
    const body = takesCsv ? 'id\n' : {};
    const asked = path.replaceAll(/:\w+/g, own.sale);
    const { codes } = await clerk.call(method, asked, { headers, ...(method !== 'GET' && { body }) });
    if (codes[0] !== 'DeskOnly') open.push(`${method} ${path} ${codes}`);
  }
  assert.deepEqual(open, []);
});

test('no operator reaches a desk, whatever the role', async () => {
  for (const role of ['viewer', 'support', 'admin']) {
    const operator = await signInOperator(service, role);
    for (const { method, path } of routes.filter(({ access }) => access === 'desk')) {
      const asked = path.replaceAll(':month', '2026-11').replaceAll(/:\w+/g, own.sale);
      const { codes } = await operator.call(method, asked, method === 'GET' ? {} : { body: {} });
      assert.deepEqual(codes, ['RoleNotEnough'], `${role} ${method} ${path}`);
    }
  }
});

test('what is another seller’s is answered exactly as what does not exist', async () => {
  const order = { ground: 'Other', effectiveDate: '2026-11-20' };
  const asks: readonly (readonly [method: string, path: (id: string) => string, hers: string, nobodys: string])[] = [
    ['GET', (id) => `/api/desk/policies/${id}`, others.policy, 'NB9999999999'],
    ['POST', (id) => `/api/desk/policies/${id}/cancellation-request`, others.policy, 'NB9999999999'],
    ['POST', (id) => `/api/desk/policies/${id}/cancellation-request/preview`, others.policy, 'NB9999999999'],
    ['DELETE', (id) => `/api/desk/policies/${id}/cancellation-request`, others.policy, 'NB9999999999'],
    ['GET', (id) => `/api/desk/documents/${id}`, others.document, randomUUID()],
    ['POST', (id) => `/api/desk/sale-links/${id}/mail`, others.link, randomUUID()],
    ['DELETE', (id) => `/api/desk/sale-links/${id}`, others.link, randomUUID()],
  ];
  const named = routes.filter(({ access, path }) => access === 'desk' && /:(?!month)/.test(path));
  assert.equal(asks.length, named.length, 'every desk route that names a thing is asked');
  for (const [method, path, hers, nobodys] of asks) {
    const body = path('x').includes('cancellation-request') && method === 'POST' ? { body: order } : {};
    const foreign = await clerk.call(method, path(hers), body);
    const nothing = await clerk.call(method, path(nobodys), body);
    assert.deepEqual([foreign.status, foreign.text], [nothing.status, nothing.text], path(':id'));
    assert.notEqual(foreign.status, 200, path(':id'));
  }
  const [row] = await inDatabase(
    service.databaseUrl,
    `SELECT (SELECT count(*)::int FROM cancellation_request) AS requests,
            (SELECT withdrawn_at FROM sale_link WHERE id = $1) AS withdrawn`,
    [others.link],
  );
  assert.deepEqual(row, { requests: 0, withdrawn: null });
});

test('lists and searches show the seller’s own, and cursors lead to nothing else', async () => {
  const numbers = async (query = ''): Promise<readonly string[]> =>
    (await clerk.get(`/api/desk/policies${query}`)).body.rows.map((row: Json) => row.policyNumber);
  assert.deepEqual(await numbers(), [own.policy]);
  assert.deepEqual(await numbers(`?search=${own.policy}`), [own.policy]);
  assert.deepEqual(await numbers(`?search=${others.policy}`), []);
  assert.deepEqual(await numbers(`?cursor=${others.policy}`), await numbers('?cursor=NB99999999'));
  const links = (await clerk.get('/api/desk/sale-links')).body.rows as Json[];
  assert.deepEqual(
    links.map(({ id }) => id),
    [own.link],
  );
});

test('a policy shows its papers, which are saved, and nothing of the operator’s', async () => {
  const { body } = await clerk.get(`/api/desk/policies/${own.policy}`);
  assert.equal(body.policyNumber, own.policy);
  assert.ok(body.documents.length > 0);
  assert.deepEqual(
    ['acts', 'notes', 'entries', 'commission', 'timeLine', 'mails'].filter((name) => name in body),
    [],
  );
  const paper = await clerk.get(`/api/desk/documents/${own.document}`);
  assert.equal(paper.headers.get('content-type'), 'application/pdf');
  for (const [as, type] of [
    ['pdf', 'application/pdf'],
    ['csv', 'text/csv; charset=utf-8'],
  ]) {
    const statement = await clerk.get(`/api/desk/statements/2026-11?as=${as}`);
    assert.deepEqual([statement.status, statement.headers.get('content-type')], [200, type]);
  }
  const { lines } = (await clerk.get('/api/desk/statements/2026-11?as=json')).body;
  assert.deepEqual(new Set(lines.map((line: Json) => line.policyNumber)), new Set([own.policy]));
});

test('a cancellation is asked for after what it comes to was said, taken back, and recorded by name', async () => {
  const path = `/api/desk/policies/${own.policy}/cancellation-request`;
  const order = { ground: 'VehicleSold', effectiveDate: '2026-11-20', note: 'Sold privately.' };
  const preview = await clerk.post(`${path}/preview`, order);
  assert.ok(preview.body.refundCents > 0, preview.text);
  assert.equal((await clerk.get(`/api/desk/policies/${own.policy}`)).body.request, null);
  const asked = await clerk.post(path, order);
  assert.deepEqual([asked.status, asked.body], [200, preview.body]);
  const { request } = (await clerk.get(`/api/desk/policies/${own.policy}`)).body;
  assert.deepEqual([request.state, request.ground, request.effectiveDate], ['open', 'VehicleSold', '2026-11-20']);
  const [waiting] = (await admin.get('/api/needs-person/requests')).body.rows;
  assert.equal(waiting.policyNumber, own.policy);
  assert.deepEqual((await clerk.post(path, { ...order, effectiveDate: '2026-01-01' })).codes, ['RequestBackDate']);
  assert.equal((await clerk.call('DELETE', path)).status, 204);
  assert.deepEqual((await clerk.call('DELETE', path)).codes, ['RequestNotOpen']);
  assert.equal((await clerk.get(`/api/desk/policies/${own.policy}`)).body.request.state, 'withdrawn');
  const acts = (await admin.get(`/api/acts?applicationId=${own.sale}`)).body.rows as Json[];
  const hers = acts.filter(({ actorName }) => actorName === 'odile').map(({ action }) => action);
  assert.ok(hers.includes('request cancellation') && hers.includes('withdraw cancellation request'), String(hers));
});

test('a link is made for a customer, mailed in their language, and followed from opened to bound', async () => {
  const made = await clerk.post('/api/desk/sale-links', {
    firstOrCompanyName: 'Zoé',
    lastName: 'Lemieux',
    emailAddress: 'zoe.lemieux@exemple.ca',
    phoneNumber: '416-555-0177',
    language: 'fr',
    paymentMethods: ['CC'],
    partnerReference: 'C-7',
    isMailed: true,
  });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.body.mailedTo, 'zoe.lemieux@exemple.ca');
  const { id, url } = made.body;
  const shown = async (): Promise<Json> =>
    (await clerk.get('/api/desk/sale-links')).body.rows.find((row: Json) => row.id === id);
  const first = await shown();
  assert.deepEqual([first.customerName, first.progress, first.status], ['Zoé Lemieux', 'Made', 'Open']);
  assert.ok(!JSON.stringify(first).includes('exemple.ca'), 'the list needs no address');
  await until(shown, ({ mail }) => mail === 'sent');
  const token = await service.login();
  const { messages } = (await service.call('GET', '/sandbox/outbox', { token })).body;
  const mail = messages.find(({ to }: Json) => to === 'zoe.lemieux@exemple.ca');
  assert.match(String(mail.subject), /^Une protection pour votre véhicule/);
  assert.match(String(mail.text), /Bonjour Zoé Lemieux/);
  const secret = new URL(url).pathname.split('/').at(-1)!;
  assert.ok(!JSON.stringify(messages).includes(secret), 'the address is kept nowhere');

  // A mail program that looks at the address does not open the page; its script does.
  await fetch(service.url + new URL(url).pathname);
  assert.equal((await shown()).progress, 'Made');
  const { vin } = (await service.call('GET', '/v1/test-vin?year=2024', { token })).body;
  const customer = linkCustomer(service, url, vin);
  await fetch(`${service.url}${new URL(url).pathname}/api/sale`);
  assert.equal((await shown()).progress, 'Opened');
  await customer.choose('zoe.lemieux@exemple.ca');
  const priced = await shown();
  assert.equal(priced.progress, 'Priced');
  assert.match(String(priced.vehicle), /^\d{4} /);
  await customer.tickPapers();
  await customer.payByCard();
  assert.equal((await shown()).progress, 'Paid');
  await customer.buy();
  const bound = await until(shown, ({ progress }) => progress === 'Bound');
  assert.match(String(bound.policyNumber), /^NB/);
});

test('a link is mailed again, and not without an address, after its end or by another seller', async () => {
  const made = async (body: Json) => (await clerk.post('/api/desk/sale-links', body)).body.id;
  const nameless = await made({ partnerReference: 'C-8' });
  const mail = (id: string) => clerk.call('POST', `/api/desk/sale-links/${id}/mail`);
  assert.deepEqual((await mail(nameless)).codes, ['SaleLinkUnaddressed']);
  assert.deepEqual((await clerk.post('/api/desk/sale-links', { isMailed: true })).codes, ['SaleLinkUnaddressed']);
  const named = await made({ emailAddress: 'ivan@exemple.ca' });
  assert.equal((await mail(named)).status, 204);
  const sent = () =>
    inDatabase(service.databaseUrl, 'SELECT sent_at, due_at FROM sale_link_mail WHERE sale_link_id = $1', [named]);
  await until(sent, ([row]) => row.sent_at !== null && row.due_at === null);
  assert.equal((await mail(named)).status, 204);
  await until(sent, ([row]) => row.due_at === null);
  assert.equal((await clerk.call('DELETE', `/api/desk/sale-links/${named}`)).status, 204);
  assert.deepEqual((await mail(named)).codes, ['SaleLinkNotOpen']);
});

test('a link is mailed again five times in a day at most, and links of a seller 200 times', async () => {
  const asked = { emailAddress: 'ines@exemple.ca', isMailed: true };
  const { id } = (await clerk.post('/api/desk/sale-links', asked)).body;
  const mail = () => clerk.call('POST', `/api/desk/sale-links/${id}/mail`);
  for (let times = 1; times <= 5; times += 1) assert.equal((await mail()).status, 204, `${times}`);
  assert.deepEqual((await mail()).codes, ['MailedOften']);
  assert.deepEqual((await admin.post(`/api/sale-links/${id}/mail`, {})).codes, ['MailedOften']);
  const [{ mailed }] = await inDatabase(
    service.databaseUrl,
    `SELECT count(*)::int AS mailed FROM sale_link_mail JOIN sale_link ON sale_link.id = sale_link_id WHERE seller_id = $1`,
    [sellerIds.get('ontario')],
  );
  for (let count = mailed; count < 200; count += 1)
    assert.equal((await clerk.post('/api/desk/sale-links', asked)).status, 200, `${count}`);
  assert.deepEqual((await clerk.post('/api/desk/sale-links', asked)).codes, ['SaleLinksMailedOften']);
  const unmailed = await clerk.post('/api/desk/sale-links', { ...asked, isMailed: false });
  assert.equal(unmailed.status, 200, 'its address can be handed over');
  // However many others are made.
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO sale_link (id, seller_id, secret_hash, sealed_secret, created_at, valid_until, payment_methods, sale)
     SELECT uuidv7(), seller_id, sha256(uuidv7()::text::bytea), sealed_secret, created_at, valid_until, payment_methods, sale
     FROM sale_link, generate_series(1, 1000)
     WHERE id = $1`,
    [unmailed.body.id],
  );
  assert.deepEqual((await clerk.call('POST', `/api/desk/sale-links/${unmailed.body.id}/mail`)).codes, [
    'SaleLinksMailedOften',
  ]);
});

test('what is wrong with a link is told at its field', async () => {
  for (const [body, code, field] of [
    [{ emailAddress: 'nobody' }, 'EmailAddressInvalid', 'emailAddress'],
    [{ phoneNumber: '12' }, 'PhoneNumberInvalid', 'phoneNumber'],
    [{ firstOrCompanyName: 'Zoé 🙂' }, 'NameUnprintable', 'firstOrCompanyName'],
    [{ vin: '1' }, 'VinInvalid', 'vin'],
    [{ validUntil: '2030-01-01' }, 'SaleLinkDayInvalid', 'validUntil'],
  ] as const) {
    const { body: answer } = await clerk.post('/api/desk/sale-links', body);
    assert.deepEqual([answer.errors[0].code, answer.errors[0].field], [code, field]);
  }
});

test('all that is wrong with a link is told in one round, each at its field', async () => {
  const toldOf = async (body: Json) =>
    (await clerk.post('/api/desk/sale-links', body)).body.errors.map(({ code, field }: Json) => `${code} ${field}`);
  const wrong = {
    firstOrCompanyName: 'Zoé 🙂',
    lastName: 'L 🙂',
    phoneNumber: '12',
    vin: '1',
    validUntil: '2030-01-01',
  };
  const faults = [
    'NameUnprintable firstOrCompanyName',
    'NameUnprintable lastName',
    'PhoneNumberInvalid phoneNumber',
    'SaleLinkDayInvalid validUntil',
    'VinInvalid vin',
  ];
  assert.deepEqual((await toldOf({ ...wrong, emailAddress: 'nobody', downPayment: 'much' })).sort(), [
    'EmailAddressInvalid emailAddress',
    ...faults.slice(0, 3),
    'SaleLinkDayInvalid validUntil',
    'SaleLinkDownPaymentInvalid downPayment',
    'VinInvalid vin',
  ]);
  assert.deepEqual((await toldOf({ ...wrong, isMailed: true })).sort(), [
    ...faults.slice(0, 4),
    'SaleLinkUnaddressed emailAddress',
    'VinInvalid vin',
  ]);
});

test('links are not turned on for a seller whose customers can’t pay on the page', async () => {
  const id = sellerIds.get('alberta');
  const change = (body: Json) => admin.call('PATCH', `/api/sellers/${id}`, { body });
  const refused = await change({ paymentMethods: ['REF'], sellsByLink: true });
  assert.deepEqual([refused.codes, refused.body.errors[0].field], [['SaleLinksWithoutMethod'], 'sellsByLink']);
  assert.equal((await change({ sellsByLink: true })).status, 200);
  assert.deepEqual((await change({ paymentMethods: ['REF'] })).codes, ['SaleLinksWithoutMethod']);
  assert.equal((await change({ sellsByLink: false })).status, 200);
});

test('a clerk’s account has no role to change, and is closed with the account or the seller', async () => {
  const desk = await openDesk('manon', 'manitoba');
  const { rows } = (await admin.get('/api/accounts')).body;
  const account = rows.find(({ name }: Json) => name === 'manon');
  assert.deepEqual([account.sellerName, account.integrationIds], ['Sandbox Manitoba', []]);
  const change = (body: Json) =>
    admin.call('PATCH', `/api/accounts/${account.id}`, { body: { reason: 'a test', ...body } });
  assert.deepEqual((await change({ role: 'admin' })).codes, ['AccountIsOfSeller']);
  assert.deepEqual((await change({ integrationIds: null })).codes, ['AccountIsOfSeller']);
  assert.equal((await desk.get('/api/desk/policies')).status, 200);
  const disable = (isDisabled: boolean) =>
    admin.call('PATCH', `/api/sellers/${sellerIds.get('manitoba')}`, { body: { isDisabled } });
  await disable(true);
  await until(
    () => desk.get('/api/desk/policies'),
    ({ codes }) => codes[0] === 'DeskClosed',
  );
  await disable(false);
  await until(
    () => desk.get('/api/desk/policies'),
    ({ status }) => status === 200,
  );
  assert.equal((await change({ isDisabled: true })).status, 204);
  assert.equal((await desk.get('/api/desk/policies')).status, 401);
  assert.deepEqual((await admin.post('/api/accounts', { name: 'nobody', sellerId: randomUUID() })).codes, ['NotFound']);
});
