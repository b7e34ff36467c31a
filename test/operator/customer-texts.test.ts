import assert from 'node:assert/strict';
import test from 'node:test';
import type { TextsPreview } from '../../src/operator/wire/tariff.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, binder, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, type Json, noon } from '../kit/sale/quoting.ts';
import { customerAt, sellUnpaid } from '../kit/sale/unpaid.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService } from '../kit/service/service.ts';

const service = await startTestService({ clock: clockAt(noon).clock });
const admin = await signInOperator(service, 'admin');

/** As a lawyer would change them: one sentence of the declaration, of the refusal's mail and of the payment page. */
const document = {
  version: 'counsel-1',
  texts: {
    'declaration.check': {
      en: 'Check these particulars within 15 days, and tell us of any error.',
      fr: 'Vérifiez ces renseignements dans les 15 jours : avisez-nous de toute erreur.',
    },
    'cancellationNotice.rescinded': {
      en: 'Policy {{policyNumber}} for your {{vehicle}}, made on {{contractDate}}, is rescinded. You owe nothing under it.',
      fr: 'La police {{policyNumber}} pour votre {{vehicle}}, conclue le {{contractDate}}, est résolue. Vous n’y devez plus rien.',
    },
    'refusalMail.declined': {
      en: 'The bank refused {{amount}} on your card{{card}} (policy {{policyNumber}}).',
      fr: 'La banque a refusé {{amount}} sur votre carte{{card}} (police {{policyNumber}}).',
    },
    'payPage.unpaidByRefusal': {
      en: 'The bank refused your card{{card}}. Your cover stays in place.',
      fr: 'La banque a refusé votre carte{{card}}. Votre couverture demeure.',
    },
  },
};

async function bindIn(language: string) {
  const saleClient = await openSaleClient(service, 'quebec');
  const quoted = await saleClient.quote({ language });
  const answer = await binder(
    service,
    saleClient.quoteClient.token,
  )({
    ...quoted.choose('Replacement', 3),
    ...byReferral,
  });
  const { policyNumber, documentDownloadId } = assertBound(answer);
  const declaration = async () => {
    const headers = { authorization: `Bearer ${saleClient.quoteClient.token}` };
    const response = await fetch(`${service.url}/v1/document/${documentDownloadId}`, { headers });
    return readPdf(Buffer.from(await response.arrayBuffer())).text.replaceAll(/\s+/g, ' ');
  };
  const { documents } = (await admin.get(`/api/sales/${quoted.applicationId}`)).body;
  return { policyNumber, declaration, textsVersion: documents[0].textsVersion };
}

test('own words are looked at first: papers, mails and the payment page of a sample sale', async () => {
  const preview = async (language: string): Promise<TextsPreview> => {
    const { status, text, body } = await admin.post('/api/customer-texts/preview', { document, language });
    assert.equal(status, 200, text);
    return body;
  };
  const texts = document.texts;
  for (const language of ['en', 'fr'] as const) {
    const { papers, messages } = await preview(language);
    assert.deepEqual(
      papers.map(({ kind, isRescission }) => (isRescission ? 'rescission' : kind)),
      [
        'declaration',
        'amended-declaration',
        'financing-letter',
        'receipt',
        'cancellation',
        'rescission',
        'refund-receipt',
      ],
    );
    const rescission = readPdf(Buffer.from(papers[5]!.pdf, 'base64')).text.replaceAll(/\s+/g, ' ');
    assert.ok(rescission.includes(texts['cancellationNotice.rescinded'][language].split('. ')[1]!));
    assert.match(rescission, /\$100\.00 back to you now|vous rembourse 100,00 \$ dès maintenant/, 'with a loan');
    const declaration = readPdf(Buffer.from(papers[0]!.pdf, 'base64')).text.replaceAll(/\s+/g, ' ');
    assert.ok(declaration.includes(texts['declaration.check'][language]));
    const told = (of: string) => messages.filter((one) => one.of === of).map(({ text }) => text);
    assert.ok(told('mail').some((text) => /(The bank refused|La banque a refusé) \S+/.test(text)));
    assert.ok(told('page').some((text) => /Your cover stays in place|Votre couverture demeure/.test(text)));
    for (const text of messages.flatMap((one) => [one.title, one.text])) assert.doesNotMatch(text, /[{}]|undefined/);
  }
  const faulty = { version: 'x', texts: { 'refusalMail.declined': { en: 'No.', fr: 'Non.' } } };
  assert.deepEqual((await admin.post('/api/customer-texts/preview', { document: faulty, language: 'en' })).codes, [
    'CustomerTextsFaulty',
  ]);
  assert.deepEqual((await admin.get('/api/customer-texts')).body.rows, [], 'nothing was loaded');
});

test('once loaded they are said on the next policy, whose papers name their version; an earlier policy keeps its words', async () => {
  const before = await bindIn('en');
  assert.equal(before.textsVersion, null);
  const unpaid = await sellUnpaid(service, 'ontario');

  const loaded = await admin.post('/api/customer-texts', { document, reason: 'as the lawyer wrote' });
  assert.deepEqual(
    loaded.body.rows.map(({ version, isInForce }: Json) => [version, isInForce]),
    [['counsel-1', true]],
  );
  assert.deepEqual((await admin.post('/api/customer-texts', { document })).codes, ['CustomerTextsLoaded']);

  const after = await until(
    () => bindIn('en'),
    ({ textsVersion }) => textsVersion === 'counsel-1',
  );
  const printed = await after.declaration();
  assert.match(printed, /Vérifiez ces renseignements dans les 15 jours : avisez-nous de toute erreur\./);
  assert.match(printed, /Check these particulars within 15 days/, 'after the French, as in Quebec');
  assert.match(
    await before.declaration(),
    /Avisez-nous sans tarder/,
    'printed after the load, in the words of its day',
  );

  // Another card of the same customer is refused, and the page says why.
  const sent = await admin.post(`/api/policies/${unpaid.policyNumber}/payment-link`, {
    reason: 'customer called',
    days: 7,
    isShown: true,
  });
  const customer = customerAt(service, sent.body.address);
  assert.match((await customer.look()).html, /The bank refused your card ending in 9987\. Your cover stays in place\./);
  assert.match((await customer.look('?lang=fr')).html, /La banque a refusé votre carte se terminant par 9987/);

  const later = await sellUnpaid(service, 'quebec');
  const mail = await until(
    async () =>
      ((await later.saleClient.quoteClient.get('/sandbox/outbox')).body.messages as Json[]).find(
        ({ subject, text }) => String(text).includes(later.policyNumber) && /refusée|declined/.test(String(subject)),
      ),
    (found) => found !== undefined,
  );
  assert.match(String(mail!.text), /La banque a refusé [\d\s,]+\$ sur votre carte se terminant par 9987 \(police /);
  assert.match(String(mail!.text), /The bank refused \$[\d,.]+ on your card ending in 9987 \(policy /);
});

test('all built-in texts come as a file to begin with', async () => {
  const { status, text } = await admin.get('/api/customer-texts/built-in');
  assert.equal(status, 200);
  const file = JSON.parse(text);
  assert.equal(file.texts['declaration.checkHeading'].fr, 'Veuillez vérifier ces renseignements.');
  assert.deepEqual((await admin.post('/api/customer-texts/check', { document: { ...file, version: 'new' } })).body, {
    version: 'new',
    isGood: true,
    faults: [],
  });
});
