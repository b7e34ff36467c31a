import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import test, { before } from 'node:test';
import pg from 'pg';
import { Unavailable } from '../../src/domain/unavailable.ts';
import { callOnce, writeOnce } from '../../src/flows/call/idempotent-call.ts';
import { makeSecretBox } from '../../src/flows/credential/secret-box.ts';
import { forgetOldKeys } from '../../src/store/call/idempotency-key.ts';
import { openDatabase } from '../../src/store/database.ts';
import { until } from '../kit/processes/until.ts';
import { byReferral } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertQuoted, assertRefused, changed, clockAt, inDatabase, type Json, noon } from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/* A call with an Idempotency-Key makes one thing, however often it is sent. */
let service: TestService;
let ontario: SaleClient;
let good: Json;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  ontario = await openSaleClient(service);
  good = await ontario.quoteClient.request();
});

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const countOf = async (table: 'application' | 'card_payment'): Promise<number> =>
  (await inDatabase(service.databaseUrl, `SELECT count(*)::int AS count FROM ${table}`))[0].count;

test('a repeat of a quote with the same key and body gets the same answer, and makes no other quote', async () => {
  const headers = keyed();
  const first = await ontario.quoteClient.quote(good, headers);
  assertQuoted(first);
  const made = await countOf('application');
  const again = await ontario.quoteClient.quote(good, headers);
  assert.equal(again.text, first.text);
  // Neither the order and the case of names nor unknown properties make it another body.
  const entries = Object.entries(good).reverse();
  const rewritten = Object.fromEntries(entries.map(([name, value]) => [name.toUpperCase(), value]));
  const spelled = await ontario.quoteClient.quote({ ...rewritten, shopVersion: 7 }, headers);
  assert.equal(spelled.text, first.text);
  const inQuotes = await ontario.quoteClient.quote(good, keyed(`"${headers['idempotency-key']}"`));
  assert.equal(inQuotes.text, first.text);
  assert.equal(await countOf('application'), made);
});

test('another body with the key is refused, also one that is wrong only where it does not count', async () => {
  const headers = keyed();
  assertQuoted(await ontario.quoteClient.quote(good, headers));
  for (const changes of [{ odometer: 24_501 }, { partnerReference: 'A-1' }, { partnerReference: 'x'.repeat(65) }])
    assertRefused(await ontario.quoteClient.quote(changed(good, changes), headers), [
      'IdempotencyKeyReused Idempotency-Key',
    ]);
});

test('a card start refuses another body and a spoilt key alike', async () => {
  const choice = (await ontario.quote()).choose('Replacement', 2);
  const headers = keyed();
  assert.equal((await ontario.start(choice, headers)).status, 200);
  const other = await ontario.start({ ...choice, paymentTermInYears: 3 }, headers);
  assertRefused(other, ['IdempotencyKeyReused Idempotency-Key']);
  assertRefused(await ontario.start(choice, keyed('a b')), ['IdempotencyKeyInvalid Idempotency-Key']);
});

test('a key is the seller’s own, and of one operation', async () => {
  const headers = keyed();
  const quoted = await ontario.quoteClient.quote(good, headers);
  const alberta = await openSaleClient(service, 'alberta');
  const other = await alberta.quoteClient.quote(await alberta.quoteClient.request(), headers);
  assertQuoted(other);
  const choice = { ...(await ontario.quote()).choose('Replacement', 2) };
  const started = await ontario.start(choice, headers);
  assert.equal(started.status, 200, started.text);
  assert.equal((await ontario.quoteClient.quote(good, headers)).text, quoted.text);
});

test('ten quotes at once with one key are one quote', async () => {
  const headers = keyed();
  const made = await countOf('application');
  const answers = await Promise.all(Array.from({ length: 10 }, () => ontario.quoteClient.quote(good, headers)));
  for (const answer of answers) assertQuoted(answer);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(await countOf('application'), made + 1);
});

test('ten card starts at once with one key are one payment with one ticket, which is not stored in the clear', async () => {
  const choice = (await ontario.quote()).choose('Replacement', 2);
  const headers = keyed();
  const made = await countOf('card_payment');
  const answers = await Promise.all(Array.from({ length: 10 }, () => ontario.start(choice, headers)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
  assert.equal(await countOf('card_payment'), made + 1);
  const [{ kept }] = await inDatabase(
    service.databaseUrl,
    "SELECT string_agg(encode(answer, 'escape'), ' ') AS kept FROM idempotency_key WHERE operation = 'paymentCard'",
  );
  const { ticket } = (answers[0] as Answer).body;
  assert.ok(ticket.length > 10 && !kept.includes(ticket) && !service.lines.join().includes(ticket));
  // Its confirm works, so what came is a real payment.
  const { paymentId } = (answers[0] as Answer).body;
  const confirmed = await ontario.confirm({ applicationId: choice.applicationId, paymentId, ticket });
  assert.equal(confirmed.body.status, 'Pending', confirmed.text);
});

test('a refusal is not kept: the key may be used with the corrected body', async () => {
  const headers = keyed();
  assertRefused(await ontario.quoteClient.quote(changed(good, { 'applicant.postalCode': 'X' }), headers), [
    'PostalCodeInvalid applicant.postalCode',
  ]);
  assertQuoted(await ontario.quoteClient.quote(good, headers));
  const choice = (await ontario.quote()).choose('Replacement', 2);
  const away = await ontario.start(choice, { ...headers, 'sandbox-fault': 'CardPaymentUnavailable' });
  assertRefused(away, ['CardPaymentUnavailable']);
  assert.equal((await ontario.start(choice, headers)).status, 200);
});

test('a kept answer of a revision is told again after a later revision, and the quote stays as it was last revised', async () => {
  const { applicationId } = await ontario.quote();
  const headers = keyed();
  const first = await ontario.quoteClient.quote({ ...good, applicationId }, headers);
  assertQuoted(first);
  assertQuoted(await ontario.quoteClient.quote({ ...good, applicationId, partnerReference: 'later' }));
  assert.equal((await ontario.quoteClient.quote({ ...good, applicationId }, headers)).text, first.text);
  const { body } = await ontario.quoteClient.get(`/v1/applications/${applicationId}`);
  assert.equal(body.partnerReference, 'later');
});

test('a repeat of a create is told its first price after a revision; the application has the price as it stands', async () => {
  const headers = keyed();
  const first = await ontario.quoteClient.quote(good, headers);
  assertQuoted(first);
  const { applicationId } = first.body;
  const lookup = await ontario.quoteClient.request({ odometer: 120_000 });
  const revised = await ontario.quoteClient.quote({ ...lookup, applicationId });
  assertQuoted(revised);
  assert.notDeepEqual(revised.body.replacementOptions, first.body.replacementOptions);
  assert.equal((await ontario.quoteClient.quote(good, headers)).text, first.text);
  const { body } = await ontario.quoteClient.get(`/v1/applications/${applicationId}`);
  assert.deepEqual(body.replacementOptions, revised.body.replacementOptions);
});

test('a key with blanks, letters beyond ASCII or more than 255 characters is refused; an empty one counts for nothing', async () => {
  for (const key of ['my order', 'x'.repeat(256), 'clé', '"half', '""'])
    assertRefused(await ontario.quoteClient.quote(good, keyed(key)), ['IdempotencyKeyInvalid Idempotency-Key']);
  assertQuoted(await ontario.quoteClient.quote(good, keyed('x'.repeat(255))));
  assertQuoted(await ontario.quoteClient.quote(good, keyed('')));
});

test('after 24 hours the key is new again, and old ones are forgotten', async () => {
  const headers = keyed();
  const first = await ontario.quoteClient.quote(good, headers);
  await inDatabase(service.databaseUrl, "UPDATE idempotency_key SET created_at = now() - interval '25 hours'");
  const later = await ontario.quoteClient.quote(good, headers);
  assertQuoted(later);
  assert.notEqual(later.body.applicationId, first.body.applicationId);
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  await forgetOldKeys(client as never);
  await client.end();
  assert.equal((await inDatabase(service.databaseUrl, 'SELECT FROM idempotency_key')).length, 1);
});

test('a call waits while another with its key runs, and takes over when that one has died', async () => {
  const [done, running] = [randomUUID(), randomUUID()];
  assertQuoted(await ontario.quoteClient.quote(good, keyed(done)));
  const [{ since }] = await inDatabase(
    service.databaseUrl,
    `INSERT INTO idempotency_key (seller_id, operation, key_hash, body_hash, owner, lease_until)
     SELECT seller_id, operation, $2, body_hash, gen_random_uuid(), now() + interval '1 hour'
     FROM idempotency_key WHERE key_hash = $1
     RETURNING now()::text AS since`,
    [done, running].map((key) => createHash('sha256').update(key).digest()),
  );
  let isAnswered = false;
  const waiting = ontario.quoteClient.quote(good, keyed(running)).finally(() => {
    isAnswered = true;
  });
  const asked = async () => {
    const rows = await inDatabase(
      service.databaseUrl,
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'WITH claimed%' AND query_start > $1::timestamptz`,
      [since],
    );
    return rows.length;
  };
  await until(asked, (count) => count > 0);
  assert.equal(isAnswered, false);
  await inDatabase(service.databaseUrl, "UPDATE idempotency_key SET lease_until = now() - interval '1 second'");
  assertQuoted(await waiting);
});

test('a call that lost its key to another writes nothing', async (t) => {
  const database = openDatabase({ url: service.databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  t.after(() => database.end());
  const [{ id: sellerId }] = await inDatabase(service.databaseUrl, "SELECT id FROM seller WHERE username = 'ontario'");
  const call = { sellerId, operation: 'quote', key: randomUUID(), body: '{}' };
  await database.query('CREATE TABLE made (what text)');
  const parts = { database, answerBox: makeSecretBox(Buffer.alloc(32, 1)) };
  await assert.rejects(
    callOnce(parts, call, async (keep) => {
      await database.query('UPDATE idempotency_key SET owner = gen_random_uuid() WHERE answer IS NULL');
      return writeOnce(
        database,
        (tx, made: string) => keep(tx, made),
        async (tx) => {
          await tx.query("INSERT INTO made VALUES ('a quote')");
          return 'a quote';
        },
      );
    }),
    Unavailable,
  );
  assert.equal((await database.query('SELECT FROM made')).rowCount, 0);
});

test('a repeated bind with another payment reference answers the policy as it was bound, and nothing changes', async () => {
  const body = { ...(await ontario.quote()).choose('Replacement', 2), ...byReferral, paymentReference: ' CHEQUE-1' };
  const bind = (sent: Json) => service.call('POST', '/v1/bind', { token: ontario.quoteClient.token, body: sent });
  const bound = await bind(body);
  assert.deepEqual([bound.status, bound.body.errors], [200, []]);
  for (const paymentReference of [' CHEQUE-1', 'CHEQUE-1', 'CHEQUE-2', '', null, 'x'.repeat(500)])
    assert.deepEqual((await bind({ ...body, paymentReference })).body, bound.body);
  const kept = await ontario.quoteClient.get(`/v1/policies/${bound.body.policyNumber}`);
  assert.equal(kept.body.paymentReference, ' CHEQUE-1');
});
