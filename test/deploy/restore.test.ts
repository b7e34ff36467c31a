import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { brokenPromises, readBooks } from '../kit/bind-books.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan, byReferral, steadySeller } from '../kit/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/paying.ts';
import { inDatabase, type Json } from '../kit/quoting.ts';
import { startTestService, type TestService } from '../kit/service.ts';
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

before(async () => {
  const site = await startSite();
  const service = await serve(site);
  const saleClient = await openSaleClient(service, name);
  token = saleClient.quoteClient.token;
  for (const pay of ['REF', 'PFF', 'CC'] as const) soldBefore.push(await sell(service, saleClient, pay));
  kept = await backUp(site, async () => void soldMeanwhile.push(await sell(service, saleClient, 'REF')));
  for (const pay of ['REF', 'PFF', 'CC'] as const) soldAfter.push(await sell(service, saleClient, pay));
  await archiveUpToNow(site);
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

/** What the processor and the lender have on record. */
function readMoney({ url }: Site): Promise<readonly Json[]> {
  return inDatabase(
    url,
    `SELECT (SELECT count(*) FROM sandbox_cards.charge) AS charges, (SELECT count(*) FROM sandbox_lender.contract) AS loans,
            (SELECT count(*) FROM policy) AS policies`,
  );
}
