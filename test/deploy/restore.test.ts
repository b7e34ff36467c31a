import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import {
  assertBound,
  authorizedPayment,
  binder,
  byCard,
  byLoan,
  byReferral,
  steadySeller,
} from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { inDatabase, type Json } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';
import { archiveUpToNow, backUp, type Kept, type Site, startSite } from './backup.ts';

/*
 * The backup of docs/guide/deploy.md: a copy of the running database and its log (WAL) from then on, as pgBackRest
 * keeps them. The machine is lost; another one goes on from the copy.
 */
interface Sold {
  readonly body: Json;
  readonly policyNumber: string;
  readonly documentDownloadId: string;
}

const { name, today } = steadySeller();
let kept: Kept;
let token: string;
const soldBefore: Sold[] = [];
const soldMeanwhile: Sold[] = [];
const soldAfter: Sold[] = [];
/** The feed's events, as its reader knows them when the machine is lost. */
const followed: string[] = [];

before(async () => {
  const site = await startSite(afterwards);
  const service = await serve(site);
  const saleClient = await openSaleClient(service, name);
  token = saleClient.quoteClient.token;
  for (const pay of ['REF', 'PFF', 'CC'] as const) soldBefore.push(await sell(service, saleClient, pay));
  kept = await backUp(site, async () => void soldMeanwhile.push(await sell(service, saleClient, 'REF')));
  for (const pay of ['REF', 'PFF', 'CC'] as const) soldAfter.push(await sell(service, saleClient, pay));
  followed.push(...(await readEvents(service)).events.map(({ id }) => id));
  await archiveUpToNow(site);
  await service.close();
  await site.stop();
});

test('a drill serves what was restored, and nothing goes out', async () => {
  const heard: string[] = [];
  const receiver = createServer((request, response) => {
    heard.push(request.url ?? '');
    request.resume();
    response.end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  afterwards(() => receiver.close());
  const site = await kept.restore('all of the log');
  // What was due at the moment of the loss, and would be sent for real.
  await inDatabase(site.url, `UPDATE mail SET due_at = now(), sent_at = NULL, given_up_at = NULL`);
  const service = await startTestService({ environment: { DATABASE_URL: site.url, OUTBOUND: 'off' } });
  assert.equal((await service.call('GET', '/healthcheck')).body.outbound, 'Off');
  const moved = await readMoney(site);
  const mails = await readMails(site);
  for (const { body, policyNumber } of [...soldBefore, ...soldAfter])
    assert.equal(assertBound(await binder(service, token)(body)).policyNumber, policyNumber);

  const endpoint = await service.call('POST', '/v1/webhook-endpoints', {
    token,
    body: { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`, description: 'drill' },
  });
  assert.equal(endpoint.status, 201, endpoint.text);
  const ping = await service.call('POST', `/v1/webhook-endpoints/${endpoint.body.id}/ping`, {
    token,
    body: {},
  });
  assert.equal(ping.body.isValid, true, ping.text);
  const saleClient = await openSaleClient(service, name);
  await sell(service, saleClient, 'REF'); // Its mail and its event are for others to send.
  const choice = (await saleClient.quote({ effectiveDate: today })).choose('Replacement', 2);
  const loan = await binder(service, token)({ ...choice, ...byLoan(today) });
  assert.deepEqual(loan.codes, ['FinancingUnavailable']);
  await sleep(1_000); // Jobs run ten times a second in tests.
  assert.deepEqual(heard, []);
  assert.deepEqual(await readMails(site), { ...mails, due: mails.due + 1 });
  assert.deepEqual(
    await readMoney(site),
    moved.map((counts) => ({ ...counts, policies: String(Number(counts.policies) + 1) })),
  );
  await service.close();
  await site.stop();
});

test('restored from the copy and the log, every bind that was acknowledged answers its policy again and moves no money', async () => {
  const site = await kept.restore('all of the log');
  const service = await serve(site);
  const moved = await readMoney(site);
  const all = [...soldBefore, ...soldMeanwhile, ...soldAfter];
  for (const { body, policyNumber, documentDownloadId } of all) {
    const repeat = assertBound(await binder(service, token)(body));
    assert.deepEqual([repeat.policyNumber, repeat.documentDownloadId], [policyNumber, documentDownloadId]);
    assert.deepEqual(brokenPromises(await readBooks(site.url, String(body.applicationId))), []);
  }
  assert.deepEqual(await readMoney(site), moved);
  const next = await sell(service, await openSaleClient(service, name), 'CC');
  assert.ok(all.every(({ policyNumber }) => policyNumber !== next.policyNumber));
  await service.close();
  await site.stop();
});

test('restored from the copy alone, later sales are unknown; with the numbers moved on, none of theirs is given out again', async () => {
  const site = await kept.restore('nothing after the copy');
  await inDatabase(site.url, `SELECT setval('policy_number_seq', nextval('policy_number_seq') + 100000)`);
  const service = await serve(site);
  const bind = binder(service, token);
  for (const { body, policyNumber } of soldBefore)
    assert.equal(assertBound(await bind(body)).policyNumber, policyNumber);
  for (const { body } of soldAfter) assert.deepEqual((await bind(body)).codes, ['ApplicationNotFound']);
  const saleClient = await openSaleClient(service, name);
  const lost = new Set(soldAfter.map(({ policyNumber }) => policyNumber));
  for (const pay of ['REF', 'PFF', 'REF', 'CC'] as const)
    assert.ok(!lost.has((await sell(service, saleClient, pay)).policyNumber));

  // A reader of the feed is told where to go on, and misses nothing that is new.
  const refused = await service.call('GET', `/v1/events?limit=100&after=${followed.at(-1)}`, { token });
  assert.deepEqual(refused.codes, ['AfterInvalid']);
  const [last = ''] = /[\da-f]{8}-[\da-f-]{27}/.exec(refused.body.errors[0].message) ?? [];
  const { events } = await readEvents(service);
  const places = events.map(({ id }) => id);
  assert.ok(followed.includes(last), refused.text);
  assert.deepEqual(
    followed.filter((id) => places.includes(id)).at(-1),
    last,
    'the last that both the reader and the feed know',
  );
  const next = await service.call('GET', `/v1/events?limit=100&after=${last}`, { token });
  assert.deepEqual(
    next.body.events.map(({ id }: { id: string }) => id),
    places.filter((id) => !followed.includes(id)),
  );
  await service.close();
  await site.stop();
});

function serve({ url }: Site): Promise<TestService> {
  return startTestService({ environment: { DATABASE_URL: url } });
}

async function sell(service: TestService, saleClient: SaleClient, pay: 'REF' | 'PFF' | 'CC'): Promise<Sold> {
  const choice = (await saleClient.quote({ effectiveDate: today })).choose('Replacement', 2);
  const card = async (): Promise<Json> => byCard(await authorizedPayment(saleClient, choice));
  const body = { ...choice, ...(pay === 'CC' ? await card() : pay === 'PFF' ? byLoan(today) : byReferral) };
  const { policyNumber, documentDownloadId } = assertBound(await binder(service, saleClient.quoteClient.token)(body));
  return { body, policyNumber, documentDownloadId };
}

async function readEvents(service: TestService): Promise<{ readonly events: readonly { readonly id: string }[] }> {
  return (await service.call('GET', '/v1/events?limit=100', { token })).body;
}

async function readMails({ url }: Site): Promise<{ readonly due: number; readonly sent: number }> {
  const [counts] = await inDatabase(
    url,
    `SELECT (count(*) FILTER (WHERE due_at IS NOT NULL))::int AS due, (count(*) FILTER (WHERE sent_at IS NOT NULL))::int AS sent FROM mail`,
  );
  return counts;
}

/** What the processor and the lender have on record. */
function readMoney({ url }: Site): Promise<readonly Json[]> {
  return inDatabase(
    url,
    `SELECT (SELECT count(*) FROM sandbox_cards.charge) AS charges, (SELECT count(*) FROM sandbox_lender.contract) AS loans,
            (SELECT count(*) FROM policy) AS policies`,
  );
}
