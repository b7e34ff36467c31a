import assert from 'node:assert/strict';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import test, { before, beforeEach } from 'node:test';
import { makeSmtpMailer, type SmtpMailer } from '../../src/adapters/smtp/smtp-mailer.ts';
import { sampleIssuer } from '../../src/documents/issuer.ts';
import type { MailId } from '../../src/domain/ids.ts';
import type { MailKind } from '../../src/domain/mail/mail-kind.ts';
import type { Policy } from '../../src/domain/policy/policy.ts';
import { type DeliverMailParts, deliverMail } from '../../src/flows/mail/deliver-mail.ts';
import { newId } from '../../src/flows/new-id.ts';
import type { Mailer } from '../../src/ports/mailer.ts';
import { readOutbox } from '../../src/sandbox/outbox.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { beginSending, mailWork, readSentContent, sendMailAgain } from '../../src/store/mail/mail.ts';
import type { Reference } from '../../src/store/reference/keeper.ts';
import { listStuck } from '../../src/store/work/list-stuck.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { linkBox } from '../kit/sale/link-box.ts';
import { pngLogo } from '../kit/sale/logo.ts';
import { quebecSale, samplePolicy } from '../kit/sale/sample-policy.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { type MailServer, startMailServer, type TakenMessage } from '../ports/mail-server.ts';

const from = 'Northbind Protection <service@northbind.example>';
const start = new Date('2030-01-01T00:00:00Z'); // After every mail's row: all are due.
const minute = 60_000;
const day = 24 * 60 * minute;
const lines: string[] = [];

let database: Database;
let server: MailServer;
let mailer: SmtpMailer;

before(async () => {
  database = openDatabase({ url: await cloneDatabase(), poolSize: 10, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  server = await startMailServer({ port: await freePort() });
  mailer = makeSmtpMailer({ url: server.url, from });
});

// Each test starts with nothing to send, whatever the one before left.
beforeEach(async () => {
  server.behave('well');
  lines.length = 0;
  await database.query(
    `UPDATE mail SET due_at = NULL, given_up_at = now(), failure = 'refused', last_error = 'left over' WHERE due_at IS NOT NULL`,
  );
});

test('a name stands in the mail as it came, in any script', async () => {
  const name = { firstOrCompanyName: 'ਗੁਰਪ੍ਰੀਤ', lastName: 'สมชาย' };
  const { to } = await issue({ name });
  assert.equal(await deliver(start), 1);
  const { mail } = server.takenBy(to)[0]!;
  assert.equal(mail.text!.split('\n')[0], 'Hello ਗੁਰਪ੍ਰੀਤ สมชาย,');
  assert.ok(String(mail.html).includes('ਗੁਰਪ੍ਰੀਤ สมชาย'));
});

test('a name is mailed as text: no link is made of it, and nothing in it turns the text around', async () => {
  const name = { firstOrCompanyName: 'Win at https://evil.example/x', lastName: 'www.evil.ca \u202ejo@evil.ca' };
  const { to } = await issue({ name });
  assert.equal(await deliver(start), 1);
  const { mail } = server.takenBy(to)[0]!;
  assert.equal(
    mail.text!.split('\n')[0],
    'Hello Win at https:\u200c//evil.\u200cexample/x www.\u200cevil.\u200cca jo@\u200cevil.\u200cca,',
  );
  for (const text of [mail.text!, String(mail.html)]) assert.doesNotMatch(text, /evil\.[a-z]|:\/\/evil|\u202e|<a /);
});

test('a policy is mailed once, with its documents byte for byte', async () => {
  const issued = await issue();
  assert.equal(await deliver(start), 1);
  assert.equal(await deliver(after(start, day)), 0);
  const [arrived, ...others] = server.takenBy(issued.to);
  assert.deepEqual(others, []);
  const { mail, from: sender, recipients } = arrived!;
  assert.equal(sender, 'service@northbind.example');
  assert.deepEqual(recipients, [issued.to]);
  assert.equal(mail.subject, `Your policy ${issued.policyNumber}`);
  assert.equal(mail.messageId, `<${issued.mailId}.1@northbind.example>`);
  assert.equal(mail.headers.get('auto-submitted'), 'auto-generated');
  assert.match(
    mail.text!,
    /^Hello Amelia O’Connor,\n\nThank you\. Policy NB\S+ for your 2026 Toyota RAV4 has been issued\./,
  );
  assert.match(mail.text!, /November.15, 2026 to November.15, 2030/);
  assert.match(String(mail.html), /<p dir="auto">Hello Amelia O’Connor,<\/p>/);
  assert.deepEqual(
    mail.attachments.map(({ filename, contentType }) => [filename, contentType]),
    [
      [`${issued.policyNumber}-declaration.pdf`, 'application/pdf'],
      [`${issued.policyNumber}-receipt.pdf`, 'application/pdf'],
    ],
  );
  for (const [place, { content }] of mail.attachments.entries()) {
    assert.ok(content.equals(contents.get(issued.documentIds[place]!)!.bytes));
  }
  assert.deepEqual(await rowOf(issued), { state: 'sent', attempts: 1, cause: null, sentAt: start });
});

test('in Quebec French comes first and English follows, in one mail', async () => {
  const issued = await issue({ policy: quebecSale });
  await deliver(start);
  const { mail } = onlyMail(issued);
  assert.equal(mail.subject, `Votre police ${issued.policyNumber} / Your policy ${issued.policyNumber}`);
  const text = mail.text!;
  assert.ok(text.startsWith('Bonjour Marie-Ève Bélanger-Côté,'), text);
  assert.match(text, /The English version follows\.\n\n-{40}\n\nHello Marie-Ève/);
  assert.ok(text.indexOf('Vos documents sont joints') < text.indexOf('Your documents are attached'));
  assert.match(String(mail.html), /<html lang="fr">[\s\S]*<div lang="fr">[\s\S]*<div lang="en">/);
});

test('the receipt of a later charge has a mail of its own', async () => {
  const facts = { amountCents: 100, by: 'card' };
  const english = await issue({ kind: 'receipt', documents: ['receipt'], facts });
  const french = await issue({ kind: 'receipt', documents: ['receipt'], facts, policy: quebecSale });
  assert.equal(await deliver(start), 2);
  assert.equal(onlyMail(english).mail.subject, `Receipt for your policy ${english.policyNumber}`);
  assert.equal(
    onlyMail(french).mail.subject,
    `Reçu pour votre police ${french.policyNumber} / Receipt for your policy ${french.policyNumber}`,
  );
  assert.equal(onlyMail(english).mail.attachments.length, 1);
});

for (const [firstOrCompanyName, lastName] of [
  ['小明', '王'],
  ['محمد', 'عبد الله'],
  ['ᓄᓇᕗᑦ', 'ᐃᓄᒃ'],
  ['<script>alert(1)</script>', '"&\''],
  ['Eve\r\nBcc: thief@evil.example', 'Mallory\r\n.\r\nQUIT'],
] as const) {
  test(`a name is only ever text: ${JSON.stringify(`${firstOrCompanyName} ${lastName}`)}`, async () => {
    const issued = await issue({ name: { firstOrCompanyName, lastName } });
    await deliver(start);
    const { mail, recipients } = onlyMail(issued);
    assert.deepEqual(recipients, [issued.to]);
    assert.deepEqual(server.takenBy('thief@evil.example'), []);
    assert.equal(mail.headers.has('bcc'), false);
    const shown = mail.text!.replaceAll('\u200c', ''); // It takes addresses apart, and shows nothing.
    assert.ok(shown.startsWith(`Hello ${firstOrCompanyName} ${lastName},`.replaceAll('\r\n', '\n')), shown);
    assert.doesNotMatch(String(mail.html), /<script/);
    assert.equal(mail.attachments.length, 2);
  });
}

test('a company is greeted by its name', async () => {
  const issued = await issue({ name: { isCompany: true, firstOrCompanyName: 'Fleet & Sons', lastName: 'x' } });
  await deliver(start);
  assert.match(onlyMail(issued).mail.text!, /^Hello Fleet & Sons,\n/);
});

test('an address that would carry another recipient is given up, and nobody gets anything', async () => {
  const issued = await issue({ to: 'victim@example.ca\r\nRCPT TO:<thief@evil.example>' });
  await deliver(start);
  assert.equal((await rowOf(issued)).state, 'undeliverable');
  assert.deepEqual(server.takenBy('victim@example.ca'), []);
  assert.deepEqual(server.takenBy('thief@evil.example'), []);
});

test('many instances at once send every mail once', async () => {
  const issued = await Promise.all(Array.from({ length: 30 }, () => issue()));
  const taken = await Promise.all(Array.from({ length: 4 }, () => deliver(start)));
  assert.equal(
    taken.reduce((sum, one) => sum + one, 0),
    30,
  );
  for (const one of issued) assert.equal(server.takenBy(one.to).length, 1);
});

test('a server that is down: tried again later and later, then sent once', async () => {
  const issued = await issue();
  await server.stop();
  let now = start;
  for (const waitMinutes of [1, 5, 15, 60]) {
    assert.equal(await deliver(now), 1);
    assert.deepEqual(await stateOf(issued), 'due');
    assert.equal(await deliver(after(now, waitMinutes * minute - 1_000)), 0, 'not before its time');
    now = after(now, waitMinutes * minute);
  }
  server = await startMailServer({ port: server.port });
  assert.equal(await deliver(now), 1);
  assert.equal(await deliver(after(now, 30 * day)), 0);
  assert.equal(onlyMail(issued).mail.messageId, `<${issued.mailId}.1@northbind.example>`);
  assert.deepEqual(await rowOf(issued), { state: 'sent', attempts: 5, cause: null, sentAt: now });
});

test('after three days of trying it is the operator’s', async () => {
  const issued = await issue();
  server.behave('greylist');
  let tries = 0;
  let last = start;
  for (let now = start; (await stateOf(issued)) === 'due'; now = after(now, minute * 10)) {
    if ((await deliver(now)) === 0) continue;
    tries += 1;
    last = now;
  }
  assert.equal(tries, 9);
  assert.ok(last.getTime() - start.getTime() > 2.5 * day && last.getTime() - start.getTime() < 3.5 * day);
  assert.equal(await deliver(after(start, 100 * day)), 0);
  assert.deepEqual(await shownToOperator(issued), {
    failure: 'unavailable',
    cause: 'tried 9 times: RCPT TO answered 451 4.7.1',
  });
});

test('a recipient whom the server does not know is the operator’s at once', async () => {
  const issued = await issue();
  server.behave('refuse recipient');
  await deliver(start);
  server.behave('well');
  assert.equal(await deliver(after(start, 30 * day)), 0);
  assert.deepEqual(server.takenBy(issued.to), []);
  assert.deepEqual(await shownToOperator(issued), {
    failure: 'refused-for-good',
    cause: 'RCPT TO answered 550 5.1.1',
  });
});

test('an answer that was lost: the mail is not sent twice, and the operator is told that it may have arrived', async () => {
  const issued = await issue();
  server.behave('drop answer');
  await deliver(start);
  server.behave('well');
  for (const days of [1, 2, 4, 30]) assert.equal(await deliver(after(start, days * day)), 0);
  assert.equal(server.takenBy(issued.to).length, 1);
  assert.equal((await shownToOperator(issued)).failure, 'unknown');
});

test('an instance that dies while it sends: the mail is not sent twice', async () => {
  const issued = await issue();
  const mail = await mailWork.take(database, 120, start);
  assert.equal(await beginSending(database, mail!, 600, start), true);
  assert.equal(await deliver(after(start, minute)), 0);
  assert.equal(await stateOf(issued), 'sending');
  assert.equal(await deliver(after(start, 10 * minute)), 0);
  assert.deepEqual(server.takenBy(issued.to), []);
  assert.deepEqual(await shownToOperator(issued), {
    failure: 'unknown',
    cause: 'the service died while it was sent',
  });
});

test('an instance that dies before it sends: another one sends, and the first can’t any more', async () => {
  const issued = await issue();
  const stale = await mailWork.take(database, 120, start);
  assert.equal(await deliver(after(start, minute)), 0);
  assert.equal(await deliver(after(start, 3 * minute)), 1);
  assert.equal(await beginSending(database, stale!, 600, after(start, 3 * minute)), false);
  assert.equal(server.takenBy(issued.to).length, 1);
  assert.equal((await rowOf(issued)).attempts, 2);
});

test('a mail at which the service dies every time is given up in the end', async () => {
  const issued = await issue();
  let now = start;
  for (let times = 0; times < 9; times += 1) {
    assert.notEqual(await mailWork.take(database, 120, now), null);
    now = after(now, 2 * minute);
  }
  assert.equal(await deliver(now), 1);
  assert.deepEqual(server.takenBy(issued.to), []);
  assert.deepEqual(await shownToOperator(issued), {
    failure: 'interrupted',
    cause: 'the service died at every try',
  });
});

test('an outcome that comes after its time still counts', async () => {
  const issued = await issue();
  let release = (): void => undefined;
  const slow: Mailer = {
    send: (mail) =>
      new Promise((resolve) => {
        release = () => resolve(mailer.send(mail));
      }),
  };
  const turn = deliverMail({ ...parts(), mailer: slow }, start);
  while ((await stateOf(issued)) !== 'sending') await new Promise((resolve) => setTimeout(resolve, 10));
  await deliver(after(start, 10 * minute));
  assert.equal(await stateOf(issued), 'undeliverable');
  release();
  await turn;
  assert.equal(await stateOf(issued), 'sent');
  assert.equal(server.takenBy(issued.to).length, 1);
});

test('a document that can’t be made holds up its own mail only', async () => {
  const [broken, whole] = [await issue(), await issue()];
  const readContent: DeliverMailParts['readContent'] = async (id) => {
    if (broken.documentIds.includes(id)) throw new Error('can’t set the name Amelia O’Connor');
    return contentOf(id);
  };
  await deliverMail({ ...parts(), readContent }, start);
  assert.equal(server.takenBy(whole.to).length, 1);
  assert.deepEqual(await rowOf(broken), {
    state: 'due',
    attempts: 1,
    cause: 'a document could not be made',
    sentAt: null,
  });
  await deliver(after(start, minute));
  assert.equal(server.takenBy(broken.to).length, 1);
  assertNobodyNamed(broken);
});

test('the operator may send a mail again: it is another message', async () => {
  const issued = await issue();
  await deliver(start);
  assert.equal(await sendMailAgain(database, { id: issued.mailId }), true);
  assert.equal(await sendMailAgain(database, { id: issued.mailId }), false, 'it is under way already');
  assert.equal(await sendMailAgain(database, { id: newId() }), false);
  await deliver(after(start, day));
  const ids = server.takenBy(issued.to).map(({ mail }) => mail.messageId);
  assert.deepEqual(
    ids,
    [1, 2].map((round) => `<${issued.mailId}.${round}@northbind.example>`),
  );
});

test('a mail server that is away is tried with a mail per lane, and the others wait unharmed', async () => {
  await Promise.all(Array.from({ length: 20 }, () => issue({ documents: [] })));
  const away: Mailer = { send: async () => ({ kind: 'not-sent', cause: 'no connection' }) };
  const taken = await deliverMail({ ...parts(), mailer: away }, start);
  assert.ok(taken >= 1 && taken <= parts().mailLanes, String(taken));
  assert.equal(await deliver(start), 20 - taken);
});

test('a turn is bounded', async () => {
  await Promise.all(Array.from({ length: 101 }, () => issue({ documents: [] })));
  const taking: Mailer = { send: async () => ({ kind: 'done', value: undefined }) };
  assert.equal(await deliverMail({ ...parts(), mailer: taking }, start), 100);
  assert.equal(await deliverMail({ ...parts(), mailer: taking }, start), 1);
});

test('a service that stops sends nothing more, and what it had taken is due at once', async () => {
  const [first, second] = [await issue(), await issue()];
  const stopping = new AbortController();
  const readContent: DeliverMailParts['readContent'] = async (id) => {
    stopping.abort();
    return contentOf(id);
  };
  await deliverMail({ ...parts(), readContent }, start, stopping.signal);
  assert.equal(await deliverMail(parts(), start, stopping.signal), 0);
  assert.deepEqual([server.takenBy(first.to), server.takenBy(second.to)], [[], []]);
  assert.equal(await deliver(start), 2);
  assert.deepEqual([await stateOf(first), await stateOf(second)], ['sent', 'sent']);
});

test('no log line names a customer or an address, however a mail ends', async () => {
  for (const how of [
    'well',
    'refuse recipient',
    'greylist',
    'drop answer',
    'drop recipient',
    'refuse relay',
  ] as const) {
    server.behave(how);
    const issued = await issue({ policy: quebecSale });
    await deliver(start);
    assert.notEqual(lines.length, 0);
    assert.ok(lines.some((line) => line.includes(issued.mailId) && line.includes(issued.policyNumber)));
    assertNobodyNamed(issued);
  }
});

test('the sandbox outbox lists what was sent for the seller, newest first, and nobody else’s', async () => {
  const first = await issue({ seller: 'alberta' });
  await deliver(start);
  const second = await issue({ seller: 'alberta' });
  await deliver(after(start, minute));
  const waiting = await issue({ seller: 'alberta' });
  server.behave('refuse recipient');
  await deliver(after(start, minute));
  assert.equal(await stateOf(waiting), 'undeliverable');
  const answer = await readOutbox(parts(), { id: first.sellerId, ...someSeller });
  const said = answer.value.messages.map(({ text, html }) => ({ text, html }));
  const listed = (issued: Issued, sentAt: Date, place: number) => ({
    ...said[place]!,
    to: issued.to,
    subject: `Your policy ${issued.policyNumber}`,
    sentAt: sentAt.toISOString(),
    attachments: issued.documentIds.map((downloadId) => ({ downloadId, filename: contents.get(downloadId)!.filename })),
    wordings: [],
  });
  assert.deepEqual(answer, {
    kind: 'ok',
    value: { messages: [listed(second, after(start, minute), 0), listed(first, start, 1)] },
  });
  assert.deepEqual(await readOutbox(parts(), { id: randomUUID(), ...someSeller }), {
    kind: 'ok',
    value: { messages: [] },
  });
});

test('the outbox and the operator read what was sent, as text and as HTML', async () => {
  const issued = await issue({ seller: 'alberta' });
  await deliver(start);
  const { mail } = onlyMail(issued);
  const { value } = await readOutbox(parts(), { id: issued.sellerId, ...someSeller });
  const kept = value.messages.find(({ to }) => to === issued.to)!;
  assert.equal(kept.text.trim(), mail.text!.trim());
  assert.equal(kept.html.trim(), String(mail.html).trim());
  assert.deepEqual((await readSentContent(database, { id: issued.mailId }))?.content, {
    text: kept.text,
    html: kept.html,
  });
});

test('an integration’s brand is in its mails: name, logo, colours, where to answer; the address stays ours', async () => {
  const brand = {
    name: 'Maple "Protection" inc.',
    emailAddress: 'help@maple.example',
    addressLines: ['1 Maple Street', 'Ottawa ON  K1A 0B1'],
    colours: { main: '#7a1f3d', accent: '#96305a' },
    logo: { type: 'image/png', base64: pngLogo().toString('base64') },
  };
  const setBrand = (value: object | null) =>
    database.query(`UPDATE integration SET brand = $1 WHERE client_id = 'northbind-sandbox-2'`, [
      value && JSON.stringify(value),
    ]);
  await setBrand(brand);
  const issued = await issue({ seller: 'manitoba' });
  await deliver(start);
  await setBrand(null);
  const { mail, from: sender } = onlyMail(issued);
  assert.equal(sender, 'service@northbind.example');
  assert.deepEqual(mail.from?.value, [{ name: brand.name, address: 'service@northbind.example' }]);
  assert.deepEqual(mail.replyTo?.value, [{ name: '', address: brand.emailAddress }]);
  const [logo, ...papers] = mail.attachments;
  assert.deepEqual([logo!.cid, logo!.contentType, logo!.related], ['logo', 'image/png', true]);
  assert.ok(logo!.content.equals(pngLogo()));
  assert.equal(papers.length, 2);
  assert.match(mail.text!, /1 Maple Street, Ottawa ON {1,2}K1A 0B1/);
  assert.doesNotMatch(mail.text!.replaceAll(/northbind\.example/g, ''), /Northbind/);
  const { content } = (await readSentContent(database, { id: issued.mailId }))!;
  assert.match(content!.html, /<img src="cid:logo"[\s\S]+Maple &#34;Protection&#34; inc\./);
});

interface Issued {
  readonly mailId: MailId;
  readonly policyNumber: string;
  readonly sellerId: string;
  readonly to: string;
  readonly documentIds: readonly string[];
}

interface SaleChoices {
  readonly policy?: Partial<Policy>;
  readonly name?: Partial<Policy['inputs']['applicant']>;
  readonly kind?: MailKind;
  readonly documents?: readonly ('declaration' | 'receipt')[];
  readonly to?: string;
  readonly seller?: string;
  readonly facts?: object;
}

/** A policy as a bind leaves it, with a mail that is due. */
async function issue(wish: SaleChoices = {}): Promise<Issued> {
  const { kind = 'policy', documents = ['declaration', 'receipt'], seller = 'ontario' } = wish;
  const policyNumber = `NB${randomInt(100_000_000, 999_999_999)}`;
  const to = wish.to ?? `customer-${randomUUID()}@example.ca`;
  const base = samplePolicy({ ...wish.policy, policyNumber });
  const applicant = { ...base.inputs.applicant, ...wish.name, emailAddress: to };
  const policy: Policy = { ...base, inputs: { ...base.inputs, applicant } };
  const documentIds = documents.map(() => randomUUID());
  const { rows } = await database.query<{ id: MailId; sellerId: string }>(
    `WITH seller AS (
       SELECT id FROM seller WHERE username = $1
     ), applied AS (
       INSERT INTO application (seller_id, series, effective_date, quoted_on, vin, rate_book_version, tax_table_version, inputs, options)
       SELECT id, 'Prime', $2, $2, 'x', 'x', 'x', '{}', '{}' FROM seller
       RETURNING id, seller_id
     ), issued AS (
       INSERT INTO policy (policy_number, application_id, seller_id, vin, effective_date, expiry_date, cover_ends_on, bound_at, bound_on, premium_cents, total_cents, payment_method, snapshot, money_status)
       SELECT $4, id, seller_id, 'x', $2, $3, $3, now(), $2, 1, 1, 'REF', $5, 'CollectedByPartner' FROM applied
     ), printed AS (
       INSERT INTO document (id, policy_number, seller_id, kind)
       SELECT paper.id, $4, applied.seller_id, paper.kind FROM applied, unnest($6::uuid[], $7::text[]) AS paper (id, kind)
     )
     INSERT INTO mail (id, seller_id, policy_number, kind, to_address, document_ids, facts)
     SELECT uuidv7(), seller_id, $4, $8, $9, $6, $10 FROM applied
     RETURNING id, seller_id AS "sellerId"`,
    [
      seller,
      policy.effectiveDate,
      policy.expiryDate,
      policyNumber,
      JSON.stringify(policy),
      documentIds,
      documents,
      kind,
      to,
      wish.facts === undefined ? null : JSON.stringify(wish.facts),
    ],
  );
  for (const [place, name] of documents.entries()) {
    contents.set(documentIds[place]!, { filename: `${policyNumber}-${name}.pdf`, bytes: randomBytes(30_000) });
  }
  return { mailId: rows[0]!.id, sellerId: rows[0]!.sellerId, policyNumber, to, documentIds };
}

const contents = new Map<string, { readonly filename: string; readonly bytes: Buffer }>();

/** Keeps what it makes, as the service's own does. */
async function contentOf(id: string): Promise<{ readonly filename: string; readonly bytes: Buffer }> {
  const { filename, bytes } = contents.get(id)!;
  await database.query(
    'INSERT INTO document_content (document_id, filename, bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [id, filename, bytes],
  );
  return { filename, bytes };
}

/** What no mail of a policy needs of its seller here. */
const someSeller = { name: 'Alberta', province: 'AB' } as const;

function parts(): DeliverMailParts {
  const add = (event: string, facts = {}): void => void lines.push(JSON.stringify({ event, ...facts }));
  return {
    database,
    mailer,
    issuer: sampleIssuer,
    log: { info: add, warn: add, error: add },
    readContent: contentOf,
    mailLanes: 4,
    publicUrl: 'https://northbind.example',
    linkBox,
    clock: () => new Date(),
    reference: () => ({ customerTexts: null }) as Reference,
  };
}

function deliver(now: Date): Promise<number> {
  return deliverMail(parts(), now);
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}

interface MailRow {
  readonly state: string;
  readonly attempts: number;
  readonly cause: string | null;
  readonly sentAt: Date | null;
}

async function rowOf({ mailId }: Issued): Promise<MailRow> {
  const { rows } = await database.query<MailRow>(
    'SELECT state, attempts, last_error AS cause, sent_at AS "sentAt" FROM mail WHERE id = $1',
    [mailId],
  );
  return rows[0]!;
}

async function stateOf(issued: Issued): Promise<string> {
  return (await rowOf(issued)).state;
}

/** What the operator is shown, in the list and in the log. */
async function shownToOperator({ mailId, policyNumber }: Issued) {
  const asked = { kind: 'mails', today: '2030-01-01', cursor: null, limit: 1_000, visibleIntegrations: null } as const;
  const shown = (await listStuck(database, asked)).rows.find(({ id }) => id === mailId);
  assert.equal(shown?.policyNumber, policyNumber);
  assert.ok(lines.some((line) => line.includes('mail undeliverable') && line.includes(mailId)));
  return { failure: shown.failure, cause: shown.cause };
}

function onlyMail({ to }: Issued): TakenMessage {
  const taken = server.takenBy(to);
  assert.equal(taken.length, 1);
  return taken[0]!;
}

function assertNobodyNamed({ to }: Issued): void {
  for (const line of lines) {
    assert.ok(!line.includes(to), line);
    assert.doesNotMatch(line, /Amelia|O’Connor|Marie|Bélanger|@|Wellington|René/);
  }
}
