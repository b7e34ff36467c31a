import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import test, { before } from 'node:test';
import type { SaleHistory, SaleRow } from '../../src/operator/wire/sales.ts';
import { assertBound, authorizedPayment, binder, byCard, byReferral, steadySeller } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, changed, inDatabase, type Json } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let support: TestOperator;
let viewer: TestOperator;
let jean: Sold;
let garage: Json;

interface Sold {
  readonly applicationId: string;
  readonly paymentId: string;
  readonly policyNumber: string;
  readonly documentId: string;
  readonly vin: string;
}

const acknowledgements = [
  { kind: 'FactSheet', version: 'as Wolkenstein wrote it', acknowledgedAt: new Date().toISOString() },
];

// One card sale with a revision, and one quote to a company.
before(async () => {
  service = await startTestService();
  support = await signInOperator(service, 'support');
  viewer = await signInOperator(service, 'viewer');
  const { name, today } = steadySeller();
  const saleClient = await openSaleClient(service, name);
  const asked = changed(await saleClient.quoteClient.request({ effectiveDate: today }), {
    'applicant.firstOrCompanyName': 'Jean-Benoît',
    'applicant.lastName': "L'Écuyer",
    'applicant.emailAddress': 'Jean.Lecuyer@Exemple.ca',
  });
  const first = await saleClient.quoteClient.quote(changed(asked, { 'applicant.lastName': 'Ecuyer-Roy' }));
  assertQuoted(first);
  const quoted = await saleClient.quoteClient.quote({ ...asked, applicationId: first.body.applicationId });
  assertQuoted(quoted);
  const { applicationId, replacementOptions } = quoted.body;
  const [term] = replacementOptions;
  const choice = {
    applicationId,
    coverageCategory: 'Replacement' as const,
    paymentTermInYears: term.paymentTermInYears,
    selectedProducts: term.coverage.map((one: Json) => one.productType),
  };
  const payment = await authorizedPayment(saleClient, choice, { chargeDate: today });
  // Given before, in a version that names a person.
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO disclosure (application_id, seller_id, kind, version, request, digest, created_at)
     SELECT id, seller_id, $2::jsonb ->> 'kind', $2::jsonb ->> 'version', jsonb_build_object('text', $2::jsonb), '', 'epoch'
     FROM application WHERE id = $1`,
    [applicationId, JSON.stringify(acknowledgements[0])],
  );
  const bound = assertBound(
    await binder(service, saleClient.quoteClient.token)({ ...choice, ...byCard(payment), acknowledgements }),
  );
  await service.call('GET', `/v1/document/${bound.documentDownloadId}`, { token: saleClient.quoteClient.token });
  const [{ vin }] = await inDatabase(service.databaseUrl, 'SELECT vin FROM application WHERE id = $1', [applicationId]);
  jean = {
    applicationId,
    vin,
    paymentId: payment.asked.paymentId,
    policyNumber: bound.policyNumber,
    documentId: bound.documentDownloadId,
  };
  const company = changed(await saleClient.quoteClient.request({ effectiveDate: today }), {
    'applicant.isCompany': true,
    'applicant.firstOrCompanyName': 'Garage Écuyer inc.',
    'applicant.lastName': undefined,
    'applicant.emailAddress': 'garage@exemple.ca',
  });
  garage = (await saleClient.quoteClient.quote(company)).body;
});

const idsOf = ({ status, body, text }: Answer): readonly string[] => {
  assert.equal(status, 200, text);
  return body.rows.map((row: SaleRow) => row.applicationId);
};
const search = (text: string, operator = support, list = 'sales') =>
  operator.get(`/api/${list}?${new URLSearchParams({ search: text })}`);

test('a sale is found by its policy number, its ids, its VIN, its name in both orders and its e-mail address', async () => {
  const { policyNumber, applicationId, paymentId, documentId, vin } = jean;
  for (const text of [
    policyNumber,
    policyNumber.toLowerCase(),
    applicationId.toUpperCase(),
    paymentId,
    documentId,
    policyNumber.slice(-6),
    vin,
    vin.toLowerCase(),
    vin.slice(0, 12),
    vin.slice(-6),
    'lecuyer',
    'L’Écuyer',
    'lecu',
    'ecuyer jean',
    'Jean Benoit Lecuyer',
    'lecuyer jean',
    'JEAN-BENOÎT LÉCUYER',
    'jean.lecuyer@exemple.ca',
    'Jean.Lecuyer@',
  ])
    for (const list of ['sales', 'policies', 'payments', 'documents'])
      assert.ok(idsOf(await search(text, support, list)).includes(applicationId), `${list}: ${text}`);
  assert.deepEqual(idsOf(await search('garage ecuyer')), [garage.applicationId]);
  assert.deepEqual(idsOf(await search('ecuyer')), [garage.applicationId, jean.applicationId], 'newest first');
  assert.deepEqual(idsOf(await search('ecuyer-roy')), [], 'a name that a revision has replaced');
  assert.deepEqual(idsOf(await search('nobody of that name')), []);
});

test('a list is paged from the newest on, and the pages together are the whole', async () => {
  const whole = idsOf(await support.get('/api/sales'));
  assert.deepEqual(whole, [garage.applicationId, jean.applicationId]);
  const { body: first } = await support.get('/api/sales?limit=1');
  const { body: second } = await support.get(`/api/sales?limit=1&cursor=${first.nextCursor}`);
  assert.deepEqual(
    [...first.rows, ...second.rows].map((row: SaleRow) => row.applicationId),
    whole,
  );
  assert.equal(second.nextCursor, null);
  const { body: papers } = await support.get('/api/documents?limit=1&search=lecuyer');
  const { body: next } = await support.get(`/api/documents?limit=1&search=lecuyer&cursor=${papers.nextCursor}`);
  assert.deepEqual([papers.rows[0].kind, next.rows[0].kind], ['receipt', 'declaration']);
  assert.equal(next.nextCursor, null);
});

test('a list is narrowed by seller and by days of a zone', async () => {
  const { body } = await support.get('/api/sales');
  const { seller, createdAt } = body.rows[1] as SaleRow;
  const day = createdAt.slice(0, 10);
  const [none] = await inDatabase(service.databaseUrl, 'SELECT id FROM seller WHERE id <> $1 LIMIT 1', [seller.id]);
  for (const list of ['sales', 'policies', 'payments', 'documents']) {
    assert.ok(idsOf(await support.get(`/api/${list}?from=${day}&to=${day}&sellerId=${seller.id}`)).length > 0, list);
    assert.ok(
      idsOf(await support.get(`/api/${list}?search=lecuyer&from=${day}&to=${day}&sellerId=${seller.id}`)).length > 0,
    );
    for (const query of [
      `sellerId=${none.id}`,
      'to=2020-01-01',
      'from=2100-01-01',
      'zone=America/Toronto&to=2020-01-01',
    ])
      for (const text of ['', '&search=lecuyer'])
        assert.deepEqual(idsOf(await support.get(`/api/${list}?${query}${text}`)), [], `${list} ${query}`);
  }
  const refused = async (query: string): Promise<readonly string[]> => (await support.get(`/api/sales?${query}`)).codes;
  assert.deepEqual(await refused('search=a'), ['SearchTooShort']);
  assert.deepEqual(await refused('zone=Atlantis'), ['ZoneUnknown']);
  assert.deepEqual(await refused('from=2026-02-02&to=2026-02-01'), ['DaysOutOfRange']);
  assert.deepEqual(await refused('from=2026-02-30'), ['RequestInvalid']);
  assert.deepEqual(await refused('cursor=x'), ['RequestInvalid']);
});

test('the history of a sale holds all its parts, and tells them in the order in which they happened', async () => {
  const { body } = await support.get(`/api/sales/${jean.applicationId}`);
  const history = body as SaleHistory;
  assert.equal(history.sale.status, 'bound');
  assert.equal(history.sale.applicantName, "Jean-Benoît L'Écuyer");
  assert.equal(history.quote.revision, 2);
  assert.ok(history.quote.options.replacement.length > 0);
  assert.deepEqual(
    history.revisions.map(({ applicantName }) => applicantName),
    ['Jean-Benoît Ecuyer-Roy'],
  );
  assert.deepEqual(
    history.payments.map(({ status }) => status),
    ['Captured'],
  );
  assert.equal(history.bind?.state, 'bound');
  assert.equal(history.policy?.policyNumber, jean.policyNumber);
  assert.equal(history.loan, null);
  assert.deepEqual(
    history.documents.map(({ kind }) => kind),
    ['declaration', 'receipt'],
  );
  assert.equal(history.documents.find(({ kind }) => kind === 'declaration')?.fetches.length, 1);
  assert.equal(history.mails[0]?.to, 'Jean.Lecuyer@Exemple.ca');
  assert.equal(history.entries[0]?.amountCents, history.policy?.totalCents);
  assert.deepEqual(history.isCut, []);
  const events: readonly string[] = history.timeLine.map(({ event }) => event);
  const expected = [
    'quoted',
    'revised',
    'payment started',
    'payment authorized',
    'bind began',
    'bind step',
    'policy issued',
  ];
  assert.deepEqual(events.slice(0, expected.length - 1), expected.slice(0, -1));
  for (const event of ['policy issued', 'captured', 'document made', 'document fetched'])
    assert.ok(events.includes(event), event);
  const moments = history.timeLine.map(({ at }) => at);
  assert.deepEqual(moments, moments.toSorted());
  assert.equal((await support.get('/api/sales/00000000-0000-7000-8000-000000000000')).status, 404);
});

test('an id in capitals is the same id, and what can be none is refused before the database is asked', async () => {
  const { body } = await support.get(`/api/sales/${jean.applicationId.toUpperCase()}`);
  assert.equal(body.sale.applicationId, jean.applicationId);
  for (const other of ['x', `urn:uuid:${jean.applicationId}`]) {
    assert.deepEqual((await support.get(`/api/sales/${other}`)).codes, ['RequestInvalid']);
    const retried = await support.post(`/api/work/reversals/${other}/retry`, { reason: 'asked' });
    assert.deepEqual(retried.codes, ['RequestInvalid']);
  }
});

test('a viewer sees nobody’s name, addresses or phone number, and finds only who is wholly known', async () => {
  const secrets = /jean|cuyer|exemple|sample street|416-555|garage/i;
  const lists = ['sales', 'policies', 'payments', 'documents'].map((list) => viewer.get(`/api/${list}`));
  for (const answer of [...(await Promise.all(lists)), await viewer.get(`/api/sales/${jean.applicationId}`)]) {
    assert.equal(answer.status, 200, answer.text);
    assert.doesNotMatch(answer.text.replaceAll(/"(seller|lienHolder)":\{[^}]*\}/g, ''), secrets);
  }
  assert.deepEqual(idsOf(await search('jean-benoit lecuyer', viewer)), [jean.applicationId]);
  assert.deepEqual(idsOf(await search('jean.lecuyer@exemple.ca', viewer)), [jean.applicationId]);
  for (const part of ['lecuyer', 'jean.lecuyer@']) assert.deepEqual(idsOf(await search(part, viewer)), [], part);
  assert.equal((await viewer.get(`/api/documents/${jean.documentId}/content`)).status, 403);
  assert.equal((await viewer.post('/api/exports', { what: 'sales', filters: {}, reason: 'curious' })).status, 403);
});

test('a document is read as the customer got it, and who read it is on record', async () => {
  const { status, text, headers } = await support.get(`/api/documents/${jean.documentId}/content`);
  assert.equal(status, 200);
  assert.match(text, /^%PDF-/);
  assert.match(headers.get('content-disposition') ?? '', new RegExp(`${jean.policyNumber}-`));
  const { body } = await support.get(`/api/sales/${jean.applicationId}`);
  assert.deepEqual(
    body.acts.map(({ action, actorName }: Json) => `${actorName}: ${action}`),
    ['support: read document'],
  );
  assert.equal((await support.get('/api/documents/00000000-0000-7000-8000-000000000000/content')).status, 404);
});

test('an export is the list as CSV, with a reason and on record', async () => {
  const order = { what: 'policies', filters: { search: 'lecuyer' }, reason: 'for the accountant' };
  const answer = await support.post('/api/exports', order);
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/csv/);
  const [head, line, rest] = answer.text.split('\r\n');
  assert.match(head!, /^policy_number,application_id,bound_at,/);
  assert.ok(line!.startsWith(`${jean.policyNumber},${jean.applicationId},`));
  assert.match(line!, /,Jean-Benoît L'Écuyer,Jean\.Lecuyer@Exemple\.ca,CC,/);
  assert.equal(rest, '');
  for (const what of ['sales', 'payments', 'documents']) {
    const { text } = await support.post('/api/exports', { what, filters: {}, reason: 'all of it' });
    assert.ok(text.includes(jean.applicationId), what);
  }
  assert.deepEqual((await support.post('/api/exports', { ...order, reason: ' x ' })).codes, ['ReasonRequired']);
  const { body } = await support.get('/api/acts?subject=policies');
  assert.deepEqual(
    body.rows.map(({ action, reason, facts }: Json) => ({ action, reason, facts })),
    [{ action: 'export policies', reason: 'for the accountant', facts: { filters: { search: 'lecuyer' } } }],
  );
});

test('a sale is shown from its first quote on', async () => {
  const { name, today } = steadySeller();
  const saleClient = await openSaleClient(service, name);
  const quoted = await saleClient.quote({ effectiveDate: today });
  const { body } = await support.get(`/api/sales/${quoted.applicationId}`);
  assert.equal(body.sale.status, 'quoted');
  assert.equal(body.policy, null);
  assertBound(
    await binder(service, saleClient.quoteClient.token)({ ...quoted.choose('Replacement', 3), ...byReferral }),
  );
  const after = await support.get(`/api/sales/${quoted.applicationId}`);
  assert.equal(after.body.sale.status, 'bound');
  assert.equal(after.body.policy.reference, byReferral.paymentReference);
});

test('what the customer has acknowledged is shown with the policy; to a viewer without free text', async () => {
  const seenBy = async (operator: TestOperator) =>
    (await operator.get(`/api/sales/${jean.applicationId}`)).body.policy.acknowledgements.map(
      ({ downloadId: _, ...one }: Json) => one,
    );
  assert.deepEqual(await seenBy(support), acknowledgements);
  assert.deepEqual(await seenBy(viewer), [{ ...acknowledgements[0], version: '•••' }]);
});

test('each paper is shown with its version, when it was given and when it was acknowledged', async () => {
  const { name, today } = steadySeller();
  const saleClient = await openSaleClient(service, name);
  const quoted = await saleClient.quote({ effectiveDate: today });
  const choice = quoted.choose('Replacement', 3);
  const asked = { ...choice, paymentMethod: 'REF' };
  const { token } = saleClient.quoteClient;
  const { disclosures } = (await service.call('POST', '/v1/disclosures', { token, body: asked })).body;
  const papersOf = async () => (await support.get(`/api/sales/${choice.applicationId}`)).body.papers;
  const given = await papersOf();
  assert.deepEqual(
    given.map(({ kind, version, acknowledgedAt }: Json) => [kind, version, acknowledgedAt]),
    disclosures.map(({ kind, version }: Json) => [kind, version, null]),
  );
  assert.ok(given.every(({ givenAt, title }: Json) => !Number.isNaN(Date.parse(String(givenAt))) && title !== null));
  const [{ kind, version }] = disclosures;
  const acknowledgedAt = new Date().toISOString();
  const acknowledged = [{ kind, version, acknowledgedAt }];
  const bound = assertBound(await binder(service, token)({ ...choice, ...byReferral, acknowledgements: acknowledged }));
  const [first, ...others] = await papersOf();
  assert.deepEqual(first, { ...given[0], acknowledgedAt });
  assert.ok(others.every((one: Json) => one.acknowledgedAt === null));
  const { stdout } = await northbind({ DATABASE_URL: service.databaseUrl }, 'policy', 'show', bound.policyNumber);
  assert.match(stdout, /paper +version +given +acknowledged/i);
  assert.ok(stdout.includes(String(first.givenAt)) && stdout.includes(acknowledgedAt), stdout);
});

test('the command line lists and shows the same', async () => {
  const settings = { DATABASE_URL: service.databaseUrl };
  const listed = await northbind(settings, 'policy', 'list', 'lecuyer', '--json');
  assert.deepEqual(listed.json(), (await search('lecuyer', support, 'policies')).body);
  const shown = await northbind(settings, 'policy', 'show', jean.policyNumber);
  assert.equal(shown.code, 0, shown.stderr);
  for (const fact of [jean.applicationId, jean.paymentId, "Jean-Benoît L'Écuyer", 'policy issued', 'Fact sheet'])
    assert.ok(shown.stdout.includes(fact), fact);
  assert.equal((await northbind(settings, 'sale', 'show', 'lecuyer')).code, 4);
  assert.equal((await northbind(settings, 'sale', 'list', '--from', '2026-02-30')).code, 2);
});

test('a viewer reads no reference that a partner or an operator wrote: it may name somebody', async () => {
  const { name, today } = steadySeller();
  const saleClient = await openSaleClient(service, name);
  const noted = { partnerReference: 'Wolkenstein', primaryInsurer: { name: 'Assureur', policyNumber: 'Wolkenstein' } };
  const open = await saleClient.quote({ effectiveDate: today, ...noted });
  const quoted = await saleClient.quote({ effectiveDate: today });
  const paid = { ...byReferral, paymentReference: 'Wolkenstein' };
  assertBound(await binder(service, saleClient.quoteClient.token)({ ...quoted.choose('Replacement', 3), ...paid }));
  const { applicationId } = jean;
  for (const [sql, values] of [
    [
      `INSERT INTO reversal (id, application_id, payee, key, reference, amount_cents, booked_cents, due_at, settled_reference)
       VALUES (gen_random_uuid(), $1, 'Lender', 'k', 'r', 500, 500, NULL, 'Wolkenstein')`,
      [applicationId],
    ],
    [
      `INSERT INTO entry_reference (entry_id, reference)
       SELECT id, 'Wolkenstein' FROM ledger_entry WHERE application_id = $1 AND kind = 'charge'`,
      [applicationId],
    ],
    [
      `INSERT INTO sale_link (id, seller_id, secret_hash, sealed_secret, created_at, valid_until, partner_reference, payment_methods, sale)
       SELECT gen_random_uuid(), seller_id, 'h', 's', now(), '2999-01-01', 'Wolkenstein', '{CC}', '{}' FROM application WHERE id = $1`,
      [applicationId],
    ],
  ] as const)
    await inDatabase(service.databaseUrl, sql, [...values]);
  const [{ seller_id: sellerId }] = await inDatabase(
    service.databaseUrl,
    'SELECT seller_id FROM application WHERE id = $1',
    [applicationId],
  );
  const sales = [open.applicationId, quoted.applicationId, applicationId].map((id) => `/api/sales/${id}`);
  const paths = [...sales, '/api/policies', `/api/sellers/${sellerId}/sale-links`];
  for (const path of paths) {
    assert.match((await support.get(path)).text, /Wolkenstein/, path);
    assert.doesNotMatch((await viewer.get(path)).text, /Wolkenstein/, path);
  }
});

test('who has seen a person’s data is in the audit trail, once an hour, and not among the acts of the sale', async () => {
  const path = `/api/sales/${jean.applicationId}`;
  const views = async (): Promise<readonly string[]> => {
    const { body } = await support.get(`/api/acts?applicationId=${jean.applicationId}&withViews=true`);
    return body.rows
      .filter(({ action }: Json) => action === 'view sale')
      .map(({ actorKind, actorName, subject }: Json) => `${actorKind} ${actorName} ${subject}`);
  };
  await viewer.get(path);
  await support.get(path);
  await support.get(path);
  await northbind({ DATABASE_URL: service.databaseUrl }, 'policy', 'show', jean.policyNumber);
  const here = `command line ${userInfo().username} ${jean.policyNumber}`;
  // Not the viewer, who saw it masked.
  assert.deepEqual([...(await views())].sort(), [`account support ${jean.policyNumber}`, here]);
  const { body } = await support.get(path);
  assert.ok(!JSON.stringify([body.acts, body.timeLine]).includes('view sale'));
  const { body: usual } = await support.get(`/api/acts?applicationId=${jean.applicationId}`);
  assert.ok(!JSON.stringify(usual).includes('view sale'));
});

test('the audit trail is exported as JSON lines of a period, acts and views, and the export is in it', async () => {
  const admin = await signInOperator(service, 'admin');
  await support.get(`/api/sales/${jean.applicationId}`);
  const now = new Date();
  const [from, to] = [new Date(now.getTime() - 3_600_000), new Date(now.getTime() + 3_600_000)];
  const order = { from: from.toISOString(), to: to.toISOString(), reason: 'for the SIEM' };
  assert.deepEqual((await support.post('/api/acts/export', order)).codes, ['RoleNotEnough']);
  assert.deepEqual((await admin.post('/api/acts/export', { ...order, reason: '' })).codes, ['ReasonRequired']);
  assert.deepEqual((await admin.post('/api/acts/export', { ...order, to: order.from })).codes, ['RequestInvalid']);
  assert.deepEqual((await admin.post('/api/acts/export', { ...order, to: 'soon' })).codes, ['RequestInvalid']);
  const { headers, text } = await admin.post('/api/acts/export', order);
  assert.equal(headers.get('content-type'), 'application/x-ndjson');
  const acts = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const ids = acts.map(({ id }) => id);
  assert.deepEqual(ids, [...ids].sort(), 'oldest first');
  assert.ok(acts.some(({ action }) => action === 'view sale'));
  const { id: _, actedAt, ...last } = acts.at(-1);
  assert.deepEqual(last, {
    actorKind: 'account',
    actorName: 'admin',
    action: 'export acts',
    subject: 'acts',
    applicationId: null,
    reason: 'for the SIEM',
    facts: { from: order.from, to: order.to },
  });
  assert.equal(new Date(actedAt).toISOString(), actedAt);
  const earlier = await admin.post('/api/acts/export', { ...order, from: '2026-01-01T00:00:00Z', to: order.from });
  assert.equal(earlier.text, '');

  const options = ['--from', order.from, '--to', order.to, '--reason', 'for the SIEM'];
  const { stdout, code } = await northbind({ DATABASE_URL: service.databaseUrl }, 'acts', 'export', ...options);
  assert.equal(code, 0);
  assert.ok(stdout.split('\n').length > acts.length);
  assert.equal((await northbind({}, 'acts', 'export', '--from', 'monday', '--reason', 'try')).code, 2);
});
