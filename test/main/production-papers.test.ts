import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { dateIn } from '../../src/domain/calendar.ts';
import { examineProduction } from '../../src/flows/doctor/doctor-production.ts';
import { openDatabase } from '../../src/store/database.ts';
import { afterwards } from '../kit/afterwards.ts';
import { assertBound, binder, byReferral, chooseFrom } from '../kit/binding.ts';
import { northbind } from '../kit/command-line.ts';
import { cloneDatabase, emptyDatabase } from '../kit/database.ts';
import { productionSettings } from '../kit/production.ts';
import { assertQuoted, assertRefused, changed, type Json, requestFor } from '../kit/quoting.ts';
import { readPdf } from '../kit/read-pdf.ts';
import { startTestService } from '../kit/service.ts';
import { until } from '../kit/until.ts';

const production = { ...productionSettings, DATABASE_URL: await emptyDatabase() };
const data = new URL('../../src/sandbox/data/', import.meta.url);

async function run(...words: readonly string[]) {
  const ran = await northbind(production, ...words);
  assert.equal(ran.code, 0, `${words.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran;
}

/** A file of the sandbox's as an operator would have it: not called a sample anywhere. */
async function ownFile(name: string): Promise<string> {
  const path = join(tmpdir(), `own-${process.pid}-${name}`);
  const sample = await readFile(new URL(name, data), 'utf8');
  await writeFile(
    path,
    sample
      .replaceAll('SAMPLE', 'OWN')
      .replaceAll(/(?<!is)Sample/g, 'Own')
      .replaceAll(/\bsample/g, 'own'),
  );
  return path;
}

test('production sells nothing in Quebec until its papers are loaded, and then names no sample', async () => {
  await run('migrate');
  await run('taxtable', 'load', await ownFile('tax-table.json'));
  await run('ratebook', 'load', await ownFile('rate-book.json'));
  await run('ratebook', 'activate', 'own-1', '--from', 'today', '--reason', 'first prices');
  const { clientSecret } = (await run('integration', 'create', 'Birch', '--client-id', 'birch', '--json')).json();
  const { password } = (
    await run(
      'seller',
      'create',
      'Birch Québec',
      '--username',
      'birch-qc',
      '--integration',
      'birch',
      '--province',
      'QC',
      '--series',
      'Prime',
      '--payment-methods',
      'REF',
      '--json',
    )
  ).json();
  const service = await startTestService({ environment: production });
  const headers = { client_id: 'birch', client_secret: clientSecret };
  const { token } = (
    await service.call('POST', '/v1/authenticate', { headers, body: { username: 'birch-qc', password } })
  ).body;
  const effectiveDate = dateIn('QC', new Date());
  const query = new URLSearchParams({
    Vin: '5TDKDRBH6PS000001',
    EffectiveDate: effectiveDate,
    Odometer: '24500',
    PurchaseMethod: 'Cash',
  });
  const found = await service.call('GET', `/v1/quote/vehicle-configurations?${query}`, { token });
  assert.equal(found.status, 200, found.text);
  const wish = requestFor('quebec', { effectiveDate, odometer: 24_500 }, found.body.vehicles[0].id);
  const body = changed(wish, { 'applicant.addressLine1': '12, rue Saint-Paul', producerCode: undefined });
  const quoted = await service.call('POST', '/v1/quote', { token, body });
  assertQuoted(quoted);
  const choice = chooseFrom(quoted, 'Replacement', 3);
  const asked: Json = { ...choice, paymentMethod: 'REF' };
  const disclose = () => service.call('POST', '/v1/disclosures', { token, body: asked });
  const bind = binder(service, token);

  const missing = ['ProductSummary', 'FactSheet', 'RescissionNotice'];
  for (const answer of [await disclose(), await bind({ ...choice, ...byReferral })]) {
    assertRefused(answer, ['DisclosureTextMissing']);
    for (const kind of missing) assert.ok(answer.body.errors[0].message.includes(kind), answer.text);
  }
  const ill = await northbind(production, 'doctor');
  assert.notEqual(ill.code, 0);
  assert.match(ill.stdout, /required texts[\s\S]*RescissionNotice \(QC\)/);

  await run('disclosures', 'load', await ownFile('disclosure-texts.json'), '--reason', 'confirmed by the lawyer');
  const given = await until(disclose, ({ status }) => status === 200);
  assert.deepEqual(
    given.body.disclosures.map(({ kind }: Json) => kind),
    [...missing, 'PrivacyNotice', 'Offer'],
  );
  const { documentDownloadId } = assertBound(await bind({ ...choice, ...byReferral }));
  const authorization = `Bearer ${token}`;
  const declaration = await fetch(`${service.url}/v1/document/${documentDownloadId}`, { headers: { authorization } });
  const { text } = readPdf(Buffer.from(await declaration.arrayBuffer()));
  assert.match(text, /Conditions particulières[\s\S]*Policy declarations/);
  assert.doesNotMatch(text, /sample|exemple/i);
  await service.close();
});

test('the doctor refuses the sandbox’s data in production, with one sentence for each sample', async () => {
  const url = await cloneDatabase();
  const database = openDatabase({ url, poolSize: 1, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const findings = await examineProduction({ database, clock: () => new Date() });
  const told = findings.filter(({ isGood }) => !isGood).map(({ check, finding }) => `${check}: ${finding}`);
  assert.deepEqual(told, [
    'sample rate book: sample-1 is a sample: load your own prices.',
    'sample tax table: sample-1 is a sample: load the rates that you answer for.',
    'sample texts: The disclosure texts sample-1 are samples: load your own, which a lawyer confirmed.',
    'sample wordings: A wording is a sample: load the forms of your insurers in its place.',
  ]);
});
