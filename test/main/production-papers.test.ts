import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { dateIn } from '../../src/domain/calendar.ts';
import { examineProduction } from '../../src/flows/doctor/doctor-production.ts';
import { readSamples } from '../../src/main/read-samples.ts';
import { openDatabase } from '../../src/store/database.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral, chooseFrom } from '../kit/sale/binding.ts';
import { assertQuoted, assertRefused, changed, type Json, requestFor } from '../kit/sale/quoting.ts';
import { northbind } from '../kit/service/command-line.ts';
import { cloneDatabase, emptyDatabase } from '../kit/service/database.ts';
import { ownFile, renamedFile } from '../kit/service/own-files.ts';
import { productionSettings } from '../kit/service/production.ts';
import { type Answer, startTestService } from '../kit/service/service.ts';

const production = { ...productionSettings, DATABASE_URL: await emptyDatabase() };

async function run(...words: readonly string[]) {
  const ran = await northbind(production, ...words);
  assert.equal(ran.code, 0, `${words.join(' ')}: ${ran.stdout}${ran.stderr}`);
  return ran;
}

test('production sells nothing at a sample’s premium, on a sample’s text or without Quebec’s papers, whatever they are called', async () => {
  await run('migrate');
  await run('taxtable', 'load', await renamedFile('tax-table.json'));
  await run('ratebook', 'load', await renamedFile('rate-book.json'));
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
  assert.equal(
    'version' in (await service.call('GET', '/healthcheck')).body,
    false,
    'only operators learn the version',
  );
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
  const quote = () => service.call('POST', '/v1/quote', { token, body });
  assert.deepEqual([(await quote()).status, (await quote()).text], [400, '']);
  const invented = await northbind(production, 'doctor');
  assert.match(invented.stdout, /sample premiums +own-1 has the sample's premiums for RPL, /);
  assert.match(invented.stdout, /tax rates +Nobody has confirmed those of own-1/);
  assert.match(invented.stdout, /Quebec sellers +birch-qc need no acknowledgements/);

  await run('ratebook', 'load', await ownFile('rate-book.json'));
  await run('ratebook', 'activate', 'own-2', '--from', 'today', '--reason', 'our own prices');
  await run('taxtable', 'confirm', 'own-1', '--reason', 'compared with the law');
  const quoted = await until(quote, ({ status }) => status === 200);
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

  await run('disclosures', 'load', await renamedFile('disclosure-texts.json'), '--reason', 'not read');
  const renamed = (answer: Answer): boolean => answer.text.includes('PrivacyNotice');
  for (const answer of [await until(disclose, renamed), await bind({ ...choice, ...byReferral })])
    assertRefused(answer, ['DisclosureTextMissing']);

  await run('disclosures', 'load', await ownFile('disclosure-texts.json'), '--reason', 'confirmed by the lawyer');
  const given = await until(disclose, ({ status }) => status === 200);
  const sampleForm = new URL('../../src/sandbox/data/wordings/replacement-en.pdf', import.meta.url).pathname;
  const form = ['wordings', 'load', sampleForm, '--language', 'en', '--from', '2026-01-01'];
  await run(...form, '--form', 'Q.P.F. No. 5', '--form-version', '2027', '--reason', 'not read');
  const onSample = await until(disclose, ({ status }) => status === 422);
  assert.match(onSample.text, /Q\.P\.F\. No\. 5/);
  const ownForm = form.with(2, await ownPdf());
  await run(...ownForm, '--form', 'Q.P.F. No. 5', '--form-version', '2028', '--reason', 'filed');
  await until(disclose, ({ status }) => status === 200);
  assert.deepEqual(
    given.body.disclosures.map(({ kind }: Json) => kind),
    [...missing, 'LegalWarrantyNotice', 'PrivacyNotice', 'Offer'],
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
  const findings = await examineProduction({ database, clock: () => new Date(), samples: readSamples() });
  const told = findings.filter(({ isGood }) => !isGood).map(({ check, finding }) => `${check}: ${finding}`);
  const checks = ['sample premiums', 'sample texts', 'sample wordings', 'tax rates', 'Quebec sellers'];
  assert.deepEqual(
    told.map((line) => line.slice(0, line.indexOf(':'))),
    checks,
  );
  assert.match(told[4]!, /^Quebec sellers: quebec need no acknowledgements/);
});

/** A PDF that is no sample: a comment follows its end. */
async function ownPdf(): Promise<string> {
  const path = join(tmpdir(), `${process.pid}-own.pdf`);
  const sample = new URL('../../src/sandbox/data/wordings/replacement-en.pdf', import.meta.url);
  await writeFile(path, Buffer.concat([await readFile(sample), Buffer.from('% ours\n')]));
  return path;
}
