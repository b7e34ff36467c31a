import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { sampleIssuer } from '../../src/documents/issuer.ts';
import { deliverMail } from '../../src/flows/mail/deliver-mail.ts';
import { correctEmailAddress } from '../../src/flows/mail/settle-mail.ts';
import type { OutgoingMail } from '../../src/ports/mailer.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { beginSending, mailWork } from '../../src/store/mail/mail.ts';
import type { Reference } from '../../src/store/reference/keeper.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral } from '../kit/sale/binding.ts';
import { linkBox } from '../kit/sale/link-box.ts';
import { pngLogo } from '../kit/sale/logo.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, type Json, noon } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let support: TestOperator;
let database: Database;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  support = await signInOperator(service, 'support');
  database = openDatabase({ url: service.databaseUrl, poolSize: 2, onConnectionLost: (error) => assert.fail(error) });
  afterwards(() => database.end());
});

const reason = 'the customer mistyped it';

async function sell(): Promise<string> {
  const saleClient = await openSaleClient(service);
  const choice = (await saleClient.quote()).choose('Replacement', 2);
  return assertBound(await binder(service, saleClient.quoteClient.token)({ ...choice, ...byReferral })).policyNumber;
}

interface MailRow {
  readonly id: string;
  readonly to_address: string;
  readonly state: string;
  readonly round: number;
}

const mailsOf = (policyNumber: string): Promise<MailRow[]> =>
  inDatabase(
    service.databaseUrl,
    'SELECT id, to_address, state, round FROM mail WHERE policy_number = $1 ORDER BY id',
    [policyNumber],
  );

const untilSent = (policyNumber: string): Promise<readonly MailRow[]> =>
  until(
    () => mailsOf(policyNumber),
    (mails) => mails.every(({ state }) => state === 'sent'),
  );

const correct = (policyNumber: string, emailAddress: string) =>
  support.call('PUT', `/api/policies/${policyNumber}/email-address`, { body: { emailAddress, reason } });
const setMail = (policyNumber: string, changes: string) =>
  inDatabase(service.databaseUrl, `UPDATE mail SET ${changes} WHERE policy_number = $1`, [policyNumber]);

const givenUp = 'due_at = NULL, given_up_at = now(),';

test('a mail is sent again when the operator asks, once for each time', async () => {
  const policyNumber = await sell();
  const [mail] = await untilSent(policyNumber);
  assert.equal((await support.post(`/api/work/mails/${mail!.id}/retry`, { reason })).status, 204);
  assert.deepEqual(
    (await untilSent(policyNumber)).map(({ round }) => round),
    [2],
  );
});

test('mails of unclear delivery are decided on once: sent again or marked as arrived, all or by how they failed', async () => {
  const admin = await signInOperator(service);
  const policies = [await sell(), await sell(), await sell()];
  for (const policyNumber of policies) await untilSent(policyNumber);
  const [unclear, alsoUnclear, refused] = policies as [string, string, string];
  const stick = async (): Promise<void> => {
    for (const one of [unclear, alsoUnclear])
      await setMail(one, `${givenUp} sent_at = NULL, subject = NULL, failure = 'unknown', last_error = 'ECONNRESET'`);
    await setMail(refused, `${givenUp} failure = 'refused', last_error = 'RCPT TO answered 550'`);
  };
  await stick();
  const counts = { done: 2, refused: 0, nextCursor: null };
  const settled = await admin.post('/api/work/mails/settle', { reason, reference: 'relay log', failure: 'unknown' });
  assert.deepEqual([settled.status, settled.body], [200, counts]);
  for (const policyNumber of [unclear, alsoUnclear])
    assert.deepEqual(
      (await mailsOf(policyNumber)).map(({ state, round }) => [state, round]),
      [['sent', 1]],
    );
  assert.equal((await mailsOf(refused))[0]!.state, 'undeliverable');
  const { messages } = (await (await openSaleClient(service)).quoteClient.get('/sandbox/outbox')).body;
  assert.ok(messages.some(({ subject }: { subject: string }) => subject.includes(unclear)));

  await stick();
  const again = await support.post('/api/work/mails/retry', { reason, failure: 'unknown' });
  assert.deepEqual([again.status, again.body], [200, counts]);
  for (const policyNumber of [unclear, alsoUnclear])
    assert.deepEqual(
      (await untilSent(policyNumber)).map(({ round }) => round),
      [2],
    );
  assert.deepEqual((await support.post('/api/work/mails/retry', { reason })).body, { ...counts, done: 1 });
  const acts = await inDatabase(
    service.databaseUrl,
    `SELECT action, count(*)::int FROM operator_act WHERE subject = ANY($1) GROUP BY action ORDER BY action`,
    [policies],
  );
  assert.deepEqual(acts, [
    { action: 'resend mail', count: 3 },
    { action: 'settle mail', count: 2 },
  ]);
  assert.deepEqual((await support.post('/api/work/mails/retry', { reason: ' ' })).body, { ...counts, done: 0 });
  await untilSent(refused); // Nobody is sending it when it is given up again.
  await stick();
  assert.deepEqual((await support.post('/api/work/mails/retry', { reason: ' ' })).codes, ['ReasonRequired']);
  assert.equal((await support.post('/api/work/mails/settle', { reason, reference: 'x' })).status, 403);
  for (const policyNumber of policies) await setMail(policyNumber, 'due_at = now(), given_up_at = NULL');
  for (const policyNumber of policies) await untilSent(policyNumber);
});

async function ontario(): Promise<string> {
  const { rows } = (await support.get('/api/sellers')).body;
  return rows.find(({ username }: Json) => username === 'ontario').id;
}

test('the mail of a sale link that was given up waits for a person until it is sent, settled, or not needed any more', async () => {
  const admin = await signInOperator(service);
  const viewer = await signInOperator(service, 'viewer');
  const sellerId = await ontario();
  const customer = { firstOrCompanyName: 'Zoé', lastName: 'Lemieux', emailAddress: 'zoe@exemple.ca' };
  const made = await admin.post(`/api/sellers/${sellerId}/sale-links`, {
    ...customer,
    phoneNumber: '416-555-0177',
    isMailed: true,
  });
  const { id } = made.body;
  const mailOf = () =>
    inDatabase(service.databaseUrl, 'SELECT sent_at, due_at, given_up_at FROM sale_link_mail WHERE sale_link_id = $1', [
      id,
    ]);
  const untilMailed = () => until(mailOf, ([row]) => row.sent_at !== null && row.due_at === null);
  const stick = async (): Promise<void> => {
    await untilMailed();
    await inDatabase(
      service.databaseUrl,
      `UPDATE sale_link_mail SET due_at = NULL, sent_at = NULL, given_up_at = now(), failure = 'refused', last_error = 'RCPT TO answered 550'
       WHERE sale_link_id = $1`,
      [id],
    );
  };
  const setLink = (changes: string) =>
    inDatabase(service.databaseUrl, `UPDATE sale_link SET ${changes} WHERE id = $1`, [id]);
  const waiting = async (by = admin) => (await by.get('/api/needs-person/linkMails')).body.rows as Json[];
  await setLink('valid_until = current_date + 7');
  assert.deepEqual(await waiting(), []);
  await stick();
  assert.equal((await admin.get('/api/needs-person')).body.counts.linkMails, 1);
  const [row] = await waiting();
  assert.deepEqual([row!.id, row!.what, row!.failure], [id, 'sale link', 'refused']);
  assert.deepEqual([(row!.seller as Json).id, row!.acts], [sellerId, ['retry', 'settle']]);
  assert.deepEqual(
    [(row!.customer as Json).name, (row!.customer as Json).phoneNumber],
    ['Zoé Lemieux', '416-555-0177'],
  );
  assert.deepEqual(((await waiting(viewer))[0]!.customer as Json).name, 'Z••• L•••');

  assert.equal((await support.post(`/api/work/linkMails/${id}/retry`, { reason })).status, 204);
  await untilMailed();
  assert.deepEqual(await waiting(), []);
  await stick();
  assert.equal((await support.post(`/api/work/linkMails/${id}/settle`, { reason, reference: 'call' })).status, 403);
  assert.equal((await admin.post(`/api/work/linkMails/${id}/settle`, { reason, reference: 'call' })).status, 204);
  assert.equal((await mailOf())[0].given_up_at, null);
  assert.deepEqual((await admin.post(`/api/work/linkMails/${id}/settle`, { reason, reference: 'call' })).codes, [
    'MailUnderWay',
  ]);
  // Who has opened the link has its address; a link that is over or withdrawn needs no mail.
  await stick();
  for (const [gone, back] of [
    ['opened_at = now()', 'opened_at = NULL'],
    ['valid_until = current_date - 2', 'valid_until = current_date + 7'],
  ] as const) {
    await setLink(gone);
    assert.deepEqual(await waiting(), [], gone);
    await setLink(back);
    assert.equal((await waiting()).length, 1);
  }
  assert.equal((await admin.call('DELETE', `/api/sale-links/${id}`)).status, 204);
  assert.deepEqual(await waiting(), []);
  assert.deepEqual((await support.post(`/api/work/linkMails/${id}/retry`, { reason })).codes, ['SaleLinkNotOpen']);
});

test('a letter that told nobody that nothing was bought waits for a person, on the first page and at its sale', async () => {
  const admin = await signInOperator(service);
  const { applicationId } = (await (await openSaleClient(service)).quote()).choose('Replacement', 2);
  const linkId = (await admin.post(`/api/sellers/${await ontario()}/sale-links`, {})).body.id;
  const [{ id }] = await inDatabase(
    service.databaseUrl,
    `WITH made AS (UPDATE sale_link SET application_id = $1, opened_at = now() WHERE id = $2 RETURNING id)
     INSERT INTO sale_link_purchase (sale_link_id, application_id, revision, total_cents, form, to_address, refusals, due_at, given_up_at, failure, last_error)
     SELECT id, $1, 1, 50000, '{}', 'marie@exemple.ca', '[{ "code": "CardPaymentDeclined", "field": "" }]', NULL, now(), 'refused', 'RCPT TO answered 550'
     FROM made
     RETURNING id`,
    [applicationId, linkId],
  );
  const waiting = async () => (await admin.get('/api/needs-person/letters')).body.rows as Json[];
  const [row] = await waiting();
  assert.deepEqual([row!.id, row!.applicationId, row!.acts], [id, applicationId, ['retry', 'settle']]);
  assert.notEqual((row!.customer as Json).name, '');
  const { needs } = (await admin.get(`/api/sales/${applicationId}`)).body;
  assert.deepEqual(
    needs.map((one: Json) => [one.kind, one.id]),
    [['letters', id]],
  );
  assert.equal((await support.post(`/api/work/letters/${id}/retry`, { reason })).status, 204);
  const letterOf = () =>
    inDatabase(service.databaseUrl, 'SELECT sent_at, due_at FROM sale_link_purchase WHERE id = $1', [id]);
  await until(letterOf, ([letter]) => letter.sent_at !== null && letter.due_at === null);
  assert.deepEqual(await waiting(), []);
  await inDatabase(
    service.databaseUrl,
    `UPDATE sale_link_purchase SET given_up_at = now(), failure = 'unavailable', last_error = 'away' WHERE id = $1`,
    [id],
  );
  assert.equal((await admin.post(`/api/work/letters/${id}/settle`, { reason, reference: 'a call' })).status, 204);
  assert.deepEqual(await waiting(), []);
  assert.deepEqual((await support.post(`/api/work/letters/${id}/retry`, { reason })).codes, ['MailUnderWay']);
});

test('a reversal, a charge or a mail can be settled, a bind can’t', async () => {
  const admin = await signInOperator(service);
  const id = '00000000-0000-7000-8000-000000000000';
  const order = { reason, reference: 'cheque 1' };
  const post = async (path: string) => {
    const { status, body } = await admin.post(path, order);
    return [status, body.errors?.[0]?.field];
  };
  assert.deepEqual(await post(`/api/work/binds/${id}/settle`), [422, 'kind']);
  assert.deepEqual(await post(`/api/work/mails/${id}/settle`), [404, 'id']);
  assert.deepEqual(await post(`/api/work/limits/${id}/settle`), [422, 'kind']);
  assert.deepEqual(await post(`/api/work/reversals/${id}/settle`), [404, 'id']);
});

test('documents go to another address this once, and the policy keeps its own', async () => {
  const policyNumber = await sell();
  const [first] = await untilSent(policyNumber);
  const resend = (toAddress?: string) =>
    support.post(`/api/policies/${policyNumber}/documents/resend`, { reason, ...(toAddress && { toAddress }) });
  assert.deepEqual((await resend('nobody')).codes, ['EmailAddressInvalid']);
  assert.deepEqual((await resend('broker@example.com')).body, { mails: 1 });
  await untilSent(policyNumber);
  assert.deepEqual((await resend()).body, { mails: 1 });
  assert.deepEqual(
    (await untilSent(policyNumber)).map(({ to_address, round }) => [to_address, round]),
    [
      [first!.to_address, 2],
      ['broker@example.com', 1],
    ],
  );
});

test('documents and a mail that has arrived are sent again five times in a day at most, and one that has not, always', async () => {
  const policyNumber = await sell();
  const [{ id }] = (await untilSent(policyNumber)) as [MailRow];
  const documents = () => support.post(`/api/policies/${policyNumber}/documents/resend`, { reason });
  const again = () => support.post(`/api/work/mails/${id}/retry`, { reason });
  for (const send of [documents, again]) {
    for (let times = 1; times <= 5; times += 1) {
      const sent = await send();
      assert.ok(sent.status < 300, `${times}: ${sent.text}`);
      await untilSent(policyNumber);
    }
    assert.deepEqual((await send()).codes, ['MailedOften']);
  }
  await setMail(policyNumber, `${givenUp} failure = 'refused', last_error = 'no such address'`);
  assert.equal((await again()).status, 204);
});

test('a corrected address gets the mails that did not arrive, and all later ones; the policy stays as it was bound', async () => {
  const policyNumber = await sell();
  const [{ to_address: old }] = (await untilSent(policyNumber)) as [MailRow];
  await setMail(policyNumber, `${givenUp} failure = 'refused', last_error = 'no such address'`);
  assert.deepEqual((await correct(policyNumber, 'not an address')).codes, ['EmailAddressInvalid']);
  assert.deepEqual((await correct(policyNumber, old)).codes, ['EmailAddressUnchanged']);
  assert.deepEqual((await correct(policyNumber, 'right@example.com')).body, { mailsMoved: 1 });
  assert.deepEqual(
    (await untilSent(policyNumber)).map(({ to_address }) => to_address),
    ['right@example.com'],
  );
  const [{ bound }] = await inDatabase(
    service.databaseUrl,
    `SELECT snapshot #>> '{inputs,applicant,emailAddress}' AS bound FROM policy WHERE policy_number = $1`,
    [policyNumber],
  );
  assert.equal(bound, old);
  const shown = { kind: 'flat', cancelledOn: '2026-11-15' };
  const { refundCents, settlement } = (await support.post(`/api/policies/${policyNumber}/cancellation/preview`, shown))
    .body;
  const order = { ...shown, reason, shown: { refundCents, settlement } };
  assert.equal((await support.post(`/api/policies/${policyNumber}/cancellation`, order)).status, 200);
  const both = await untilSent(policyNumber);
  assert.deepEqual(
    both.map(({ to_address }) => to_address),
    ['right@example.com', 'right@example.com'],
  );
  assert.equal((await correct(policyNumber, 'newer@example.com')).status, 200);
  assert.deepEqual((await support.post(`/api/work/mails/${both[0]!.id}/retry`, { reason })).codes, ['MailDropped']);
  const acts = (await inDatabase(service.databaseUrl, 'SELECT facts::text AS facts FROM operator_act')) as Json[];
  assert.ok(
    acts.every(({ facts }) => !String(facts).includes('@')),
    'no act holds an address',
  );
});

test('a mail that the new address has had before is dropped: no person’s to handle, and never sent to the old one', async () => {
  const policyNumber = await sell();
  const [first] = await untilSent(policyNumber);
  const resend = { reason, toAddress: 'known@example.com' };
  assert.equal((await support.post(`/api/policies/${policyNumber}/documents/resend`, resend)).status, 200);
  await untilSent(policyNumber);
  await inDatabase(
    service.databaseUrl,
    `UPDATE mail SET ${givenUp} failure = 'refused', last_error = 'no such address' WHERE id = $1`,
    [first!.id],
  );
  assert.deepEqual((await correct(policyNumber, 'known@example.com')).body, { mailsMoved: 0 });
  assert.equal((await support.get('/api/needs-person')).body.counts.mails, 0);
  assert.deepEqual((await support.post(`/api/work/mails/${first!.id}/retry`, { reason })).codes, ['MailDropped']);
  assert.deepEqual(
    (await mailsOf(policyNumber)).map(({ to_address, state }) => [to_address, state]),
    [
      [first!.to_address, 'dropped'],
      ['known@example.com', 'sent'],
    ],
  );
  // It was right after all: what the customer has not got goes there.
  await inDatabase(
    service.databaseUrl,
    `UPDATE mail SET ${givenUp} failure = 'refused', last_error = 'full' WHERE policy_number = $1 AND to_address = 'known@example.com'`,
    [policyNumber],
  );
  assert.deepEqual((await correct(policyNumber, first!.to_address)).body, { mailsMoved: 1 });
  await until(
    () => mailsOf(policyNumber),
    ([mail]) => mail!.state === 'sent',
  );
});

test('an admin gives an integration a brand, sees it, and its customers get it; what was made before stays', async () => {
  const admin = await signInOperator(service);
  const { id } = (await admin.get('/api/integrations?search=northbind-sandbox')).body.rows[0];
  const path = `/api/integrations/${id}/brand`;
  const change = (body: object) => admin.call('PATCH', path, { body });
  const before = await sell();
  await untilSent(before);
  assert.deepEqual((await admin.get(path)).body.brand, null);
  assert.equal((await admin.get(path)).body.usual.name, 'Northbind Protection');

  const broken = Buffer.concat([pngLogo().subarray(0, 45), Buffer.alloc(5), pngLogo().subarray(50)]);
  for (const [body, code] of [
    [{ colours: { main: '#ffcc00', accent: '#ffcc00' } }, 'ContrastTooLow'],
    [{ logo: Buffer.from('<svg onload="x"/>').toString('base64') }, 'LogoInvalid'],
    [{ logo: broken.toString('base64') }, 'LogoInvalid'],
    [{ name: '' }, 'NameInvalid'],
  ] as const)
    assert.deepEqual((await change(body)).codes, [code]);
  const own = { name: 'Maple Protection', colours: { main: '#7a1f3d', accent: '#96305a' } };
  const changed = await change({ ...own, logo: pngLogo().toString('base64'), reason: 'contract of November' });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await change({ website: 'www.maple.example' })).body.brand.name, own.name);
  assert.deepEqual((await change({ website: null })).body.brand, {
    ...own,
    logo: { type: 'image/png', base64: pngLogo().toString('base64') },
  });

  const page = await support.get(`${path}/preview?part=html&kind=payment-link&language=fr`);
  assert.match(
    page.text,
    /<img src="data:image\/png;base64,[\s\S]+Régler votre prime|Régler votre prime[\s\S]+<img src="data/,
  );
  assert.match(page.headers.get('content-security-policy')!, /default-src 'none'; .*frame-ancestors 'self'; sandbox$/);
  assert.match((await support.get(`${path}/preview?part=text&language=en`)).text, /^Hello Camille Tremblay,/);
  assert.match((await support.get(`${path}/preview?part=declaration&language=en`)).text, /^%PDF-/);

  const after = await sell();
  const [mail] = await untilSent(after);
  const html = await support.get(`/api/mails/${mail!.id}/content?part=html`);
  assert.equal(html.status, 200, html.text);
  assert.match(html.text, /<img src="data:image\/png;base64,/);
  assert.doesNotMatch(html.text.replaceAll('northbind.example', ''), /northbind/i);
  assert.match(html.headers.get('content-security-policy')!, /default-src 'none'; .*sandbox$/);
  const [old] = await mailsOf(before);
  assert.match((await support.get(`/api/mails/${old!.id}/content?part=text`)).text, /Northbind Protection/);
  const viewer = await signInOperator(service, 'viewer');
  assert.deepEqual((await viewer.get(`/api/mails/${mail!.id}/content?part=html`)).codes, ['RoleNotEnough']);
  for (const [policyNumber, name] of [
    [before, 'Northbind Protection'],
    [after, 'Maple Protection'],
  ] as const) {
    const [paper] = await inDatabase(
      service.databaseUrl,
      'SELECT bytes FROM document JOIN document_content ON document_id = id WHERE policy_number = $1',
      [policyNumber],
    );
    assert.ok(readPdf(paper.bytes).text.includes(name));
  }
  const acts = await inDatabase(
    service.databaseUrl,
    `SELECT action, facts::text AS facts FROM operator_act WHERE action IN ('change brand', 'read mail') ORDER BY id`,
  );
  assert.deepEqual(
    acts.map(({ action }) => action),
    ['change brand', 'change brand', 'change brand', 'read mail', 'read mail'],
  );
  assert.match(acts[0]!.facts, /image\/png, \d+ bytes/);

  await change(Object.fromEntries(['name', 'colours', 'logo'].map((part) => [part, null])));
  assert.equal((await admin.get(path)).body.brand, null);
});

test('a mail that somebody is about to send to the old address is not sent there any more', async () => {
  const policyNumber = await sell();
  await untilSent(policyNumber);
  await service.close(); // With its ticker: this test takes the mails itself.
  await setMail(policyNumber, `due_at = now() - interval '1 hour'`);
  const taken = await mailWork.take(database, 120, null);
  assert.equal(taken!.policy.policyNumber, policyNumber);
  const asked = { policyNumber, reason, emailAddress: 'later@example.com' };
  assert.deepEqual(await correctEmailAddress(database, { kind: 'command line', name: 'kim' }, asked), {
    mailsMoved: 1,
  });
  assert.equal(await beginSending(database, taken!, 600, null), false);

  const sent: OutgoingMail[] = [];
  await deliverMail({
    database,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    issuer: sampleIssuer,
    readContent: async () => ({ filename: 'a.pdf', bytes: Buffer.from('pdf') }),
    mailLanes: 4,
    publicUrl: 'https://northbind.example',
    linkBox,
    clock: () => new Date(),
    reference: () => ({ customerTexts: null }) as Reference,
    mailer: {
      send: async (mail) => {
        sent.push(mail);
        return { kind: 'done', value: undefined };
      },
    },
  });
  assert.deepEqual(
    sent.map(({ to }) => to),
    ['later@example.com'],
  );
});

test('an address is not corrected while a mail is being sent to it; should the server say "later", the mail then moves', async () => {
  await inDatabase(
    service.databaseUrl,
    `UPDATE mail SET due_at = now() - interval '1 hour' WHERE to_address = 'later@example.com'`,
  );
  const taken = (await mailWork.take(database, 120, null))!;
  assert.equal(taken.to, 'later@example.com');
  assert.equal(await beginSending(database, taken, 600, null), true);
  const { policyNumber } = taken.policy;
  const asked = { policyNumber, reason, emailAddress: 'newest@example.com' };
  const actor = { kind: 'command line', name: 'kim' } as const;
  const refused = await correctEmailAddress(database, actor, asked);
  assert.ok('code' in refused && refused.code === 'MailUnderWay');
  await mailWork.postpone(database, taken, { failure: 'unavailable', cause: 'later', waitSeconds: 0 }, null);
  assert.ok(!('code' in (await correctEmailAddress(database, actor, asked))));
  assert.ok((await mailsOf(policyNumber)).every(({ to_address, state }) => to_address !== taken.to || state !== 'due'));
});
