import assert from 'node:assert/strict';
import test from 'node:test';
import { builtInRulesFile } from '../../src/domain/cancellation/rescission-rules.ts';
import type { RescissionPreview } from '../../src/operator/wire/tariff.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, type Json, noon } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService } from '../kit/service/service.ts';

const service = await startTestService({ clock: clockAt(noon).clock });
const admin = await signInOperator(service, 'admin');

const builtIn = builtInRulesFile as {
  readonly rules: readonly object[];
  readonly holidays: { readonly QC: readonly object[] };
};

/** As counsel would write them: a holiday more, and a year for a warranty whose notice was not acknowledged. */
const document = {
  ...builtIn,
  version: 'counsel-1',
  rules: [
    ...builtIn.rules,
    {
      provinces: ['QC'],
      products: ['TIRE'],
      from: '2020-01-01',
      days: 10,
      movesToWorkingDay: true,
      withoutNotice: { kind: 'LegalWarrantyNotice', days: 365 },
      basis: 'Consumer Protection Act, s. 228.1 to 228.3',
    },
  ],
  holidays: { ...builtIn.holidays, QC: [...builtIn.holidays.QC, { name: 'Day of mourning', date: '2026-11-25' }] },
};

/** Sells the replacement in Quebec, with tire and rim or without, and what was ticked. */
async function sell(products: readonly string[], kinds: readonly string[] = []) {
  const saleClient = await openSaleClient(service, 'quebec');
  const { token } = saleClient.quoteClient;
  const quoted = await saleClient.quote({ language: 'en' });
  const choice = { ...quoted.choose('Replacement', 3), selectedProducts: products };
  const given = await service.call('POST', '/v1/disclosures', { token, body: { ...choice, paymentMethod: 'REF' } });
  assert.equal(given.status, 200, given.text);
  const acknowledgements = (given.body.disclosures as Json[])
    .filter(({ kind }) => kinds.includes(String(kind)))
    .map(({ downloadId }) => ({ downloadId, acknowledgedAt: new Date(noon).toISOString() }));
  const { policyNumber } = assertBound(
    await binder(
      service,
      token,
    )({ ...choice, ...byReferral, ...(acknowledgements.length > 0 && { acknowledgements }) }),
  );
  const mail = await until(
    async () =>
      ((await saleClient.quoteClient.get('/sandbox/outbox')).body.messages as Json[]).find(({ text }: Json) =>
        String(text).includes(policyNumber),
      ),
    (found) => found !== undefined,
  );
  const lastDay = async () => (await admin.get(`/api/sales/${quoted.applicationId}`)).body.policy.rescindableUntil;
  return { lastDay, mail: String(mail!.text).replaceAll(/\s+/g, ' ') };
}

test('rules are looked at first: the last day in every province, with the notices and without; nothing is loaded', async () => {
  const order = { document, boundOn: '2026-11-15', products: ['RPL', 'TIRE'] };
  const preview = async (changes: Json = {}) => {
    const { status, text, body } = await admin.post('/api/rescission-rules/preview', { ...order, ...changes });
    assert.equal(status, 200, text);
    return (body as RescissionPreview).rows;
  };
  const rows = await preview();
  assert.equal(rows.length, 13);
  const inQuebec = (all: typeof rows) => all.find(({ province }) => province === 'QC');
  assert.deepEqual(inQuebec(rows), { province: 'QC', lastDay: '2026-11-26', lastDayWithoutNotice: '2027-11-15' });
  assert.deepEqual(inQuebec(await preview({ products: [] })), {
    province: 'QC',
    lastDay: '2026-11-26',
    lastDayWithoutNotice: '2026-11-26',
  });
  assert.deepEqual(
    (await admin.post('/api/rescission-rules/preview', { ...order, document: { version: 'x' } })).codes,
    ['RescissionRulesFaulty'],
  );
  assert.deepEqual((await admin.get('/api/rescission-rules')).body.rows, []);
});

test('once loaded they count for the next policies, as page and mail say; an earlier customer keeps the day that was told', async () => {
  const before = await sell(['RPL', 'TIRE']);
  assert.equal(await before.lastDay(), '2026-11-25');

  const loaded = await admin.post('/api/rescission-rules', { document, reason: 'as counsel wrote' });
  assert.deepEqual(
    loaded.body.rows.map(({ version, isInForce }: Json) => [version, isInForce]),
    [['counsel-1', true]],
  );
  assert.deepEqual((await admin.post('/api/rescission-rules', { document })).codes, ['RescissionRulesLoaded']);

  const replaced = await sell(['RPL']);
  assert.equal(await replaced.lastDay(), '2026-11-26', 'the day of mourning is none of work');
  assert.match(replaced.mail, /November 26, 2026/);
  const noticed = await sell(['RPL', 'TIRE'], ['LegalWarrantyNotice']);
  assert.equal(await noticed.lastDay(), '2026-11-26');
  const unnoticed = await sell(['RPL', 'TIRE'], ['ProductSummary']);
  assert.equal(await unnoticed.lastDay(), '2027-11-15');
  assert.match(unnoticed.mail, /November 15, 2027/);

  assert.equal(await before.lastDay(), '2026-11-25');
  assert.match(before.mail, /November 25, 2026/);
});

test('the built-in rules come as a file to begin with', async () => {
  const { status, text } = await admin.get('/api/rescission-rules/built-in');
  assert.equal(status, 200);
  const file = JSON.parse(text);
  assert.deepEqual((await admin.post('/api/rescission-rules/check', { document: { ...file, version: 'new' } })).body, {
    version: 'new',
    isGood: true,
    faults: [],
  });
});
