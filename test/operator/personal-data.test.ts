import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import type { DocumentId } from '../../src/domain/ids.ts';
import { linkWords } from '../../src/domain/sale-link/link-people.ts';
import { openDatabase } from '../../src/store/database.ts';
import { keepContent } from '../../src/store/document/document.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  authorizedPayment,
  binder,
  byCard,
  byReferral,
  chooseFrom,
  steadySeller,
} from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, changed, inDatabase, type Json } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let admin: TestOperator;
let client: SaleClient;
let zora: Sold;
let settings: Readonly<Record<string, string>>;
const { name, today } = steadySeller();

interface Sold {
  readonly applicationId: string;
  readonly policyNumber: string;
  readonly documentId: string;
}

/** Used nowhere else in the tests, so that one found in a table belongs to this person. */
const person = {
  'applicant.firstOrCompanyName': 'Zorabelle',
  'applicant.lastName': 'Quixotova',
  'applicant.addressLine1': '4711 Wolkenkuckuck Lane',
  'applicant.addressLine2': 'Suite Zwetschge',
  'applicant.phoneNumber': '416-555-9377',
  'applicant.businessPhone': '416-555-9388',
  'applicant.emailAddress': 'Zora.Quixotova@Exemple.ca',
};
const words = 'zorabelle|quixotova|wolkenkuckuck|zwetschge|555-?9377|555-?9388|partner-zq-1|cheque-zq|hüttenkäse';

before(async () => {
  service = await startTestService();
  settings = { DATABASE_URL: service.databaseUrl };
  admin = await signInOperator(service);
  client = await openSaleClient(service, name);
  zora = await sell('REF');
});

/** A sale with a revision, documents, a mail, a cancellation's reason in free words, and an export that names her. */
async function sell(method: 'REF' | 'CC', changes: Json = {}, effectiveDate = today): Promise<Sold> {
  const asked = changed(await client.quoteClient.request({ effectiveDate, partnerReference: 'partner-zq-1' }), {
    ...person,
    ...changes,
  });
  const first = await client.quoteClient.quote(asked);
  assertQuoted(first);
  const quoted = await client.quoteClient.quote({ ...asked, applicationId: first.body.applicationId });
  const choice = chooseFrom(quoted, 'Replacement', 2);
  const paid =
    method === 'CC'
      ? byCard(await authorizedPayment(client, choice))
      : { ...byReferral, paymentReference: 'CHEQUE-ZQ' };
  const bound = assertBound(await binder(service, client.quoteClient.token)({ ...choice, ...paid }));
  const { applicationId } = choice;
  return { applicationId, policyNumber: bound.policyNumber, documentId: bound.documentDownloadId };
}

async function quote(changes: Json = {}): Promise<string> {
  const asked = changed(await client.quoteClient.request({ effectiveDate: today }), { ...person, ...changes });
  const { body } = await client.quoteClient.quote(asked);
  return body.applicationId;
}

const run = (sql: string, values: readonly unknown[] = []) => inDatabase(service.databaseUrl, sql, [...values]);

/** Lets years go by for one sale: all that it did is older than any time for which it is kept. */
async function age({ applicationId, policyNumber }: Sold, days: number): Promise<void> {
  await run(
    `UPDATE policy SET effective_date = effective_date - $2::int, expiry_date = current_date - $2::int + 1000, cover_ends_on = current_date - $2::int + 1000
     WHERE application_id = $1`,
    [applicationId, days],
  );
  await run(`UPDATE event SET created_at = created_at - make_interval(days => $2) WHERE policy_number = $1`, [
    policyNumber,
    days,
  ]);
}

/** The tables of the service that have any of the person's words, and the log. */
async function tracesOf(pattern: string): Promise<readonly string[]> {
  const tables = await run(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  const found: string[] = [];
  for (const { name: table } of tables) {
    const rows = await run(`SELECT FROM ${table} AS one WHERE one::text ~* $1 LIMIT 1`, [pattern]);
    if (rows.length > 0) found.push(table);
  }
  return found;
}

/** All mails are sent and all events published: nothing of the sale is under way. */
async function untilQuiet(): Promise<void> {
  await until(
    () =>
      run(`SELECT (SELECT count(*) FROM mail WHERE due_at IS NOT NULL)::int AS mails,
                  (SELECT count(*) FROM event WHERE place IS NULL)::int AS events`),
    ([row]) => row.mails === 0 && row.events === 0,
  );
}

const search = async (text: string): Promise<Json[]> => {
  const { body, text: answer, status } = await admin.post('/api/people/search', { search: text });
  assert.equal(status, 200, answer);
  return body.sales;
};

test('a person is found by e-mail address, telephone number and policy number, and whoever looked is on record', async () => {
  for (const key of ['zora.quixotova@exemple.ca', '+1 416 555 9377', zora.policyNumber]) {
    const found = await search(key);
    assert.deepEqual(
      found.map(({ applicationId }) => applicationId),
      [zora.applicationId],
      key,
    );
  }
  assert.deepEqual((await admin.post('/api/people/search', { search: 'Quixotova' })).codes, ['PersonKeyInvalid']);
  const { body } = await admin.get(`/api/acts?applicationId=${zora.applicationId}&withViews=true`);
  assert.deepEqual(
    body.rows.map(({ action, actorName }: Json) => `${actorName}: ${action}`),
    ['admin: view sale'],
  );
});

test('whoever sees a person in a list or exports it is on record, once an hour; a viewer sees nobody', async () => {
  const support = await signInOperator(service, 'support');
  const viewer = await signInOperator(service, 'viewer');
  const viewers = async (): Promise<readonly string[]> =>
    (
      await run(
        `SELECT actor_name FROM operator_act WHERE application_id = $1 AND action = 'view sale' ORDER BY actor_name`,
        [zora.applicationId],
      )
    ).map(({ actor_name }) => actor_name);
  await viewer.get('/api/sales');
  assert.deepEqual(await viewers(), ['admin']);
  for (const list of ['sales', 'policies', 'documents']) await support.get(`/api/${list}`);
  assert.deepEqual(await viewers(), ['admin', 'support']);
});

test('what is kept about a person leaves as one JSON document, without secrets, and the export is on record', async () => {
  const note = await admin.post(`/api/sales/${zora.applicationId}/notes`, { text: 'Zora speaks German, too.' });
  assert.equal(note.status, 204);
  const order = { applicationIds: [zora.applicationId], reason: 'She asked for it.' };
  assert.deepEqual((await admin.post('/api/people/export', { ...order, reason: '' })).codes, ['ReasonRequired']);
  const other = { ...order, applicationIds: ['00000000-0000-7000-8000-000000000000'] };
  assert.deepEqual((await admin.post('/api/people/export', other)).codes, ['NotFound']);
  const { text, headers } = await admin.post('/api/people/export', order);
  assert.match(headers.get('content-disposition') ?? '', /personal-data\.json/);
  const { sales } = JSON.parse(text);
  assert.equal(sales.length, 1);
  const { kept } = sales[0];
  for (const table of ['application', 'application_revision', 'policy', 'document', 'mail', 'audit', 'event', 'bind'])
    assert.ok(kept[table]?.length > 0, table);
  assert.equal(kept.application[0].inputs.applicant.lastName, 'Quixotova');
  assert.ok(kept.operator_act.some(({ action }: Json) => action === 'view sale'));
  assert.match(text, /Zora speaks German, too\./);
  assert.doesNotMatch(text, /card_token|ticket_hash|"salt"|"owner"/);
  const { body } = await admin.get(`/api/acts?applicationId=${zora.applicationId}`);
  assert.deepEqual([body.rows[0].action, body.rows[0].reason], ['export person', 'She asked for it.']);
});

/** What the operator finds the sale by. */
async function wordsOf({ applicationId }: { readonly applicationId: string }): Promise<string> {
  const [found] = await run('SELECT words::text FROM application_words WHERE application_id = $1', [applicationId]);
  return found.words;
}

test('who only got a sale link is found by what was filled in, exported and erased, and the link opens no more', async () => {
  const applicant = {
    firstOrCompanyName: 'Xanthippe',
    lastName: 'Lindwurm',
    addressLine1: '9 Linkgasse',
    emailAddress: 'xanthippe@exemple.ca',
    phoneNumber: '416-555-7311',
  };
  const { token } = client.quoteClient;
  const made = await service.call('POST', '/v1/sale-links', { token, body: { applicant, partnerReference: 'lw-1' } });
  assert.equal(made.status, 201, made.text);
  for (const typed of ['Xanthippe@exemple.ca', '(416) 555-7311']) {
    const { body } = await admin.post('/api/people/search', { search: typed });
    assert.deepEqual(
      body.links.map(({ linkId, name: found }: Json) => [linkId, found]),
      [[made.body.id, 'Xanthippe Lindwurm']],
      typed,
    );
    assert.deepEqual(body.sales, []);
  }
  const order = { applicationIds: [], linkIds: [made.body.id], reason: 'The person asked.' };
  const exported = await admin.post('/api/people/export', order);
  assert.equal(JSON.parse(exported.text).links[0].kept.sale_link[0].sale.known.applicant.addressLine1, '9 Linkgasse');
  assert.ok((await tracesOf('xanthippe|lindwurm|linkgasse')).includes('public.sale_link'));
  const erased = await northbind(settings, 'person', 'erase', 'xanthippe@exemple.ca', '--reason', 'asked', '--yes');
  assert.equal(erased.code, 0, erased.stderr);
  assert.match(erased.stdout, new RegExp(made.body.id));
  assert.deepEqual(await tracesOf('xanthippe|lindwurm|linkgasse|555-?7311|lw-1'), []);
  assert.equal((await fetch(`${service.url}${new URL(made.body.url).pathname}`)).status, 410);
  assert.deepEqual((await admin.post('/api/people/erase', order)).body.linkIds, [made.body.id], 'again does no harm');
});

test('while a policy is in force nothing of it is erased, and the sentence says until when', async () => {
  await untilQuiet();
  const order = { applicationIds: [zora.applicationId], reason: 'She asked for it.' };
  const { body, codes } = await admin.post('/api/people/erase', order);
  assert.deepEqual(codes, ['PolicyInForce']);
  const [found] = await search(zora.policyNumber);
  assert.deepEqual([found!.scope, found!.why], ['nothing', 'PolicyInForce']);
  assert.equal(body.errors[0].details.until, found!.until);
  assert.match(await wordsOf(zora), /'n:quixotova' 'n:zorabelle'/);
});

test('a product that covers longer than the policy is paid for keeps its person', async () => {
  const sold = await sell('REF', { 'applicant.emailAddress': 'longer@exemple.ca' });
  await untilQuiet();
  const order = { applicationIds: [sold.applicationId], reason: 'The person asked.' };
  const [kept] = await run(
    `SELECT cover_ends_on = greatest(expiry_date, (
       SELECT max(effective_date + make_interval(years => (product ->> 'coverageTermInYears')::integer))::date
       FROM json_array_elements(snapshot -> 'products') AS product)) AS "isOfProducts"
     FROM policy WHERE application_id = $1`,
    [sold.applicationId],
  );
  assert.ok(kept.isOfProducts);
  const ended = 'effective_date = current_date - 800, expiry_date = current_date - 70';
  const covers = (until: string) =>
    run(`UPDATE policy SET ${ended}, cover_ends_on = ${until} WHERE application_id = $1`, [sold.applicationId]);
  await covers('current_date + 1');
  const { codes } = await admin.post('/api/people/erase', order);
  assert.deepEqual(codes, ['PolicyInForce']);
  await covers('current_date - 40');
  const { body } = await admin.post('/api/people/erase', order);
  assert.equal(body.sales?.[0].scope, 'contact');
});

test('of a policy that has ended the books keep what they need, and the ways to reach the person go', async () => {
  const sold = await sell('CC', { 'applicant.emailAddress': 'ended@exemple.ca' });
  await untilQuiet();
  await age(sold, 1001);
  await run(
    `INSERT INTO operator_act (actor_kind, actor_name, action, subject, application_id, reason, facts)
     VALUES ('account', 'support', 'move charge', $1, $2, 'Ms Hüttenkäse called', '{"note": "hüttenkäse"}')`,
    [sold.policyNumber, sold.applicationId],
  );
  await giveUpLetter(sold);
  const order = { applicationIds: [sold.applicationId], reason: 'The person asked.' };
  const { body, text } = await admin.post('/api/people/erase', order);
  assert.equal(body.sales?.[0].scope, 'contact', text);
  assert.ok(body.sales[0].until > today);
  const letters = await run('SELECT to_address, given_up_at, last_error FROM sale_link_purchase');
  assert.deepEqual(letters, [{ to_address: '', given_up_at: null, last_error: null }], 'nor does it keep them');
  assert.deepEqual(await tracesOf('ended@exemple'), [], 'of the way to reach the person nothing is left in any table');
  const [row] = await run(
    `SELECT snapshot::text || inputs::text AS kept, to_address, subject,
            (SELECT reason FROM operator_act WHERE application_id = application.id AND action = 'move charge') AS reason,
            (SELECT count(*)::int FROM document_content JOIN document ON document.id = document_id
             WHERE document.policy_number = policy.policy_number) AS printed
     FROM application
     JOIN policy ON policy.application_id = application.id
     JOIN mail ON mail.policy_number = policy.policy_number AND mail.kind = 'policy'
     WHERE application.id = $1`,
    [sold.applicationId],
  );
  assert.equal(row.to_address, null);
  assert.doesNotMatch(row.kept, /ended@exemple|9377|9388/);
  assert.match(row.kept, /Quixotova.*Wolkenkuckuck/);
  assert.equal(row.reason, '');
  assert.match(await wordsOf(sold), /'n:quixotova' 'n:zorabelle'/);
  assert.doesNotMatch(await wordsOf(sold), /'[ep]:/, 'found by name alone');
  assert.ok(row.printed > 0, 'the contract is still there');
  assert.deepEqual((await admin.post('/api/people/erase', order)).body.sales[0].scope, 'contact', 'again does no harm');
  const resend = await admin.post(`/api/policies/${sold.policyNumber}/documents/resend`, { reason: 'asked again' });
  assert.deepEqual(resend.codes, ['EmailAddressInvalid']);
});

/** A link whose draft names her beside a quote, and a request to cancel that she took back. */
async function leaveLinkAndRequest(applicationId: string, policyNumber: string): Promise<void> {
  const { token } = client.quoteClient;
  const { body } = await service.call('POST', '/v1/sale-links', { token, body: { partnerReference: 'partner-zq-1' } });
  const known = { applicant: { emailAddress: person['applicant.emailAddress'] } };
  const draft = { known, applicant: { lastName: 'Quixotova' } };
  await run('UPDATE sale_link SET sale = $2, words = $3, application_id = $4 WHERE id = $1', [
    body.id,
    JSON.stringify(draft),
    linkWords(draft),
    applicationId,
  ]);
  const path = `/v1/policies/${policyNumber}/cancellation-request`;
  const asked = { reason: 'Other', effectiveDate: today, note: 'Zorabelle Quixotova moves away' };
  const requested = await service.call('POST', path, { token, body: asked });
  assert.equal(requested.status, 200, requested.text);
  assert.equal((await service.call('DELETE', path, { token })).status, 204);
}

/** A sale by link whose page nobody has opened since, which was refused once, and the mail server took no letter that says so. */
async function giveUpLetter({ applicationId }: Sold): Promise<void> {
  await run(
    `WITH link AS (
       INSERT INTO sale_link (id, seller_id, secret_hash, sealed_secret, created_at, valid_until, payment_methods, application_id, sale)
       SELECT uuidv7(), seller_id, 'hash', 'sealed', now(), current_date, '{CC}', id, $2 FROM application WHERE id = $1
       RETURNING id, application_id
     )
     INSERT INTO sale_link_purchase (sale_link_id, application_id, revision, total_cents, form, to_address, refusals, due_at, given_up_at,
                                     failure, last_error)
     SELECT id, application_id, 1, 1, '{}', 'ended@exemple.ca', '[]', NULL, now(), 'refused', '550 <ended@exemple.ca>' FROM link`,
    [applicationId, JSON.stringify({ applicant: { emailAddress: 'ended@exemple.ca', phoneNumber: '416-555-9377' } })],
  );
}

test('after the time of the books no table names the person, the money stays, and the download says so', async () => {
  await untilQuiet();
  const support = await signInOperator(service, 'support');
  await support.post('/api/exports', {
    what: 'sales',
    filters: { search: 'Quixotova' },
    reason: 'for Zorabelle Quixotova',
  });
  const quoteId = await quote();
  await leaveLinkAndRequest(quoteId, zora.policyNumber);
  const note = (id: string) => support.post(`/api/sales/${id}/notes`, { text: 'Ms Quixotova has called.' });
  for (const id of [quoteId, zora.applicationId]) assert.equal((await note(id)).status, 204);
  // What an operator types of a payment outside is in no table that can't be changed.
  const later = await sell('CC', {}, addDays(today, 5));
  const [{ id }] = await run('SELECT card_payment_id AS id FROM due_charge WHERE policy_number = $1', [
    later.policyNumber,
  ]);
  const cheque = { reference: 'Cheque 0042 of Zorabelle Quixotova', reason: 'Ms Quixotova has paid' };
  assert.equal((await admin.post(`/api/work/charges/${id}/settle`, cheque)).status, 204);
  await until(
    () => run('SELECT FROM operator_act WHERE place IS NULL UNION ALL SELECT FROM audit WHERE place IS NULL'),
    (unlinked) => unlinked.length === 0,
  );
  await untilQuiet();
  const others = await run(
    `SELECT application.id AS "applicationId", policy_number AS "policyNumber" FROM application
     LEFT JOIN policy ON policy.application_id = application.id`,
  );
  for (const one of others) if (one.policyNumber !== null) await age(one, 10_000);
  assert.ok((await tracesOf(words)).length > 3);
  const [before] = await run(`SELECT total_cents, snapshot FROM policy WHERE policy_number = $1`, [zora.policyNumber]);
  const order = { applicationIds: others.map(({ applicationId }) => applicationId), reason: 'The person asked.' };
  const { body, text } = await admin.post('/api/people/erase', order);
  assert.ok(
    body.sales?.every(({ scope }: Json) => scope === 'person'),
    text,
  );

  assert.deepEqual(await tracesOf(words), []);
  const [after] = await run(`SELECT total_cents, snapshot FROM policy WHERE policy_number = $1`, [zora.policyNumber]);
  assert.equal(after.total_cents, before.total_cents);
  for (const kept of ['premiumCents', 'taxCents', 'totalWithTaxCents', 'products', 'effectiveDate', 'expiryDate'])
    assert.deepEqual(after.snapshot[kept], before.snapshot[kept], kept);
  assert.match(after.snapshot.inputs.vehicle.vin, /^.{8}\*{9}$/);

  const { token } = client.quoteClient;
  const download = await service.call('GET', `/v1/document/${zora.documentId}`, { token });
  assert.deepEqual([download.status, download.codes], [422, ['DocumentErased']]);
  const asked = { token, headers: { 'sandbox-fault': 'DocumentErased' } };
  const provoked = await service.call('GET', `/v1/document/${zora.applicationId}`, asked);
  assert.deepEqual(provoked.body, download.body);
  assert.deepEqual((await admin.get(`/api/documents/${zora.documentId}/content`)).codes, ['DocumentErased']);
  // Somebody was printing it just then: what comes too late is not stored.
  const database = openDatabase({ url: service.databaseUrl, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const late = { filename: 'late.pdf', bytes: Buffer.from('%PDF- Quixotova') };
  assert.equal(await keepContent(database, zora.documentId as DocumentId, late, null), null);
  assert.deepEqual(await tracesOf(words), []);
  const policy = await service.call('GET', `/v1/policies/${zora.policyNumber}`, { token });
  assert.equal(policy.body.applicant.firstOrCompanyName, '—', policy.text);
  assert.equal((await admin.get(`/api/sales/${zora.applicationId}`)).status, 200);
  assert.deepEqual((await admin.post('/api/people/erase', order)).codes, ['SaleErased']);
  assert.deepEqual((await note(zora.applicationId)).codes, ['SaleErased']);

  const again = changed(await client.quoteClient.request({ effectiveDate: today }), person);
  const revised = await client.quoteClient.quote({ ...again, applicationId: quoteId });
  assert.deepEqual(revised.codes, ['ApplicationNotFound']);
});

test('an erasure leaves the chain of the audit whole, and what was changed without one is named', async () => {
  const whole = await northbind(settings, 'audit', 'verify', '--json');
  assert.equal(whole.code, 0, whole.stdout + whole.stderr);
  for (const { rows, erased } of whole.json().trails) assert.ok(rows > 0 && erased > 0);
  await assert.rejects(run(`UPDATE operator_act SET reason = 'x'`), /append only/);
  await assert.rejects(run(`UPDATE audit SET facts = '{}', salt = NULL, erased_by = gen_random_uuid()`), /append only/);
  await assert.rejects(run('DELETE FROM audit'), /append only/);
  await until(
    () => run('SELECT count(*)::int FROM operator_act WHERE place IS NULL'),
    ([row]) => row.count === 0,
  );
  const [victim] = await run(
    `SELECT id, place, reason FROM operator_act WHERE reason <> '' ORDER BY place DESC LIMIT 1`,
  );
  const tamper = (sql: string) =>
    run(`BEGIN; ALTER TABLE operator_act DISABLE TRIGGER operator_act_is_append_only; ${sql};
         ALTER TABLE operator_act ENABLE TRIGGER operator_act_is_append_only; COMMIT`);
  const broken = async (): Promise<Json> => {
    const { json, code } = await northbind(settings, 'audit', 'verify', '--json');
    assert.equal(code, 1);
    return json().trails.find(({ trail }: Json) => trail === 'operator_act').broken;
  };
  await tamper(`UPDATE operator_act SET reason = 'never said' WHERE id = '${victim.id}'`);
  const where = { place: Number(victim.place), id: victim.id };
  assert.deepEqual(await broken(), { ...where, why: 'personal part changed' });
  await tamper(`UPDATE operator_act SET reason = '${victim.reason}', actor_name = 'nobody' WHERE id = '${victim.id}'`);
  assert.deepEqual(await broken(), { ...where, why: 'row changed' });
  const { stdout, code } = await northbind(settings, 'doctor');
  assert.equal(code, 1);
  assert.match(stdout, new RegExp(`chain of acts .*Broken at place ${victim.place}: row changed .*${victim.id}`));
});
