import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { startDoomedTypesetter } from '../kit/parties/doomed-typesetter.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, clockAt, inDatabase, noon } from '../kit/sale/quoting.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let ontario: SaleClient;
let deaths: readonly NodeJS.Signals[] = [];

before(async () => {
  service = await startTestService({
    clock: clockAt(noon).clock,
    startTypesetter: startDoomedTypesetter(() => deaths),
  });
  ontario = await openSaleClient(service);
});

async function download(
  saleClient: SaleClient,
  id: string,
): Promise<{ readonly status: number; readonly headers: Headers; readonly bytes: Buffer }> {
  const response = await fetch(`${service.url}/v1/document/${id}`, {
    headers: { authorization: `Bearer ${saleClient.quoteClient.token}` },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function bound(
  saleClient: SaleClient,
  pay: (choice: ReturnType<Awaited<ReturnType<SaleClient['quote']>>['choose']>) => Promise<object> | object,
) {
  const choice = (await saleClient.quote()).choose('Replacement', 3);
  return assertBound(await binder(service, saleClient.quoteClient.token)({ ...choice, ...(await pay(choice)) }));
}

test('a declaration is there at once, and the same bytes on each fetch, also from two at a time', async () => {
  const { documentDownloadId, policyNumber } = await bound(ontario, () => byReferral);
  const fetches = await Promise.all(Array.from({ length: 4 }, () => download(ontario, documentDownloadId)));
  for (const { status, headers, bytes } of fetches) {
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.equal(headers.get('content-disposition'), `attachment; filename="${policyNumber}-declaration.pdf"`);
    assert.ok(bytes.subarray(0, 5).equals(Buffer.from('%PDF-')));
    assert.ok(bytes.equals(fetches[0]!.bytes));
  }
  assert.ok((await download(ontario, documentDownloadId.toUpperCase())).bytes.equals(fetches[0]!.bytes));
});

test('a document whose typesetter is killed is to be asked for again, keeps no bytes, and is then printed in full', async () => {
  deaths = Array(100).fill('SIGKILL');
  const { documentDownloadId } = await bound(ontario, () => byReferral);
  const refused = await ontario.quoteClient.get(`/v1/document/${documentDownloadId}`);
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
  const kept = 'SELECT FROM document_content WHERE document_id = $1';
  assert.deepEqual(await inDatabase(service.databaseUrl, kept, [documentDownloadId]), []);
  deaths = [];
  assert.equal((await download(ontario, documentDownloadId)).status, 200);
  const metrics = await (await fetch(`${service.operatorUrl}/metrics`)).text();
  assert.match(metrics, /northbind_documents_events_total\{event="typesetter died"\} [1-9]/);
  assert.match(metrics, /northbind_documents_events_total\{event="document not set"\} 0/);
  // The mail's own try may have met the same deaths: it waits a minute, and is hastened here.
  await inDatabase(service.databaseUrl, `UPDATE mail SET due_at = now() WHERE due_at IS NOT NULL`);
});

test('each fetch is recorded as a reprint', async () => {
  const { documentDownloadId } = await bound(ontario, () => byReferral);
  for (let count = 0; count < 3; count += 1) await download(ontario, documentDownloadId);
  const rows = await inDatabase(service.databaseUrl, 'SELECT request_id FROM document_fetch WHERE document_id = $1', [
    documentDownloadId,
  ]);
  assert.equal(rows.length, 3);
});

test('a loan has a letter and a charge has a receipt', async () => {
  const loan = await bound(ontario, () => byLoan());
  assert.equal((await download(ontario, loan.financingLetterDownloadId)).status, 200);
  const paid = await bound(ontario, async (choice) => byCard(await authorizedPayment(ontario, choice)));
  assert.equal(paid.cardPayment.status, 'Captured');
  assert.equal((await download(ontario, paid.cardPayment.receiptDownloadId)).status, 200);
});

test('an unknown id and another seller’s document are alike', async () => {
  const { documentDownloadId } = await bound(ontario, () => byReferral);
  const manitoba = await openSaleClient(service, 'manitoba');
  const answers = [
    await manitoba.quoteClient.get(`/v1/document/${documentDownloadId}`),
    await manitoba.quoteClient.get('/v1/document/7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57'),
    await manitoba.quoteClient.get('/v1/document/nothing'),
    await manitoba.quoteClient.get(`/v1/document/${'x'.repeat(5_000)}`),
  ];
  for (const answer of answers) {
    assertRefused(answer, ['DocumentNotFound downloadId']);
    assert.equal(answer.text, answers[0]!.text);
  }
  const rows = await inDatabase(service.databaseUrl, 'SELECT FROM document_fetch WHERE document_id = $1', [
    documentDownloadId,
  ]);
  assert.equal(rows.length, 0, 'a refused fetch is no reprint');
});

test('a Quebec policy’s documents are in French first', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const { documentDownloadId } = await bound(quebec, () => byReferral);
  const { headers, bytes } = await download(quebec, documentDownloadId);
  assert.match(headers.get('content-disposition') ?? '', /conditions-particulieres\.pdf/);
  assert.match(bytes.toString('latin1'), /\/Lang \(fr/);
});

test('the documents are mailed to the applicant, once', async () => {
  const { documentDownloadId, policyNumber } = await bound(ontario, () => byReferral);
  const mailsOf = async (number: string) => {
    const { messages } = (await ontario.quoteClient.get('/sandbox/outbox')).body;
    return messages.filter((one: { subject: string }) => one.subject.includes(number));
  };
  const untilMailed = (number: string) =>
    until(
      () => mailsOf(number),
      ({ length }) => length > 0,
    );
  await untilMailed(policyNumber);
  await untilMailed((await bound(ontario, () => byReferral)).policyNumber); // By a later turn, which saw the first too.
  const messages = await mailsOf(policyNumber);
  assert.equal(messages.length, 1);
  const { wordings } = (await ontario.quoteClient.get(`/v1/policies/${policyNumber}`)).body;
  assert.deepEqual(messages[0].attachments, [
    { filename: `${policyNumber}-declaration.pdf`, downloadId: documentDownloadId },
  ]);
  assert.deepEqual(messages[0].wordings, [
    { filename: 'NB-REP-sample-1-en.pdf', downloadId: wordings[0].downloadId },
    { filename: 'NB-EXT-sample-1-en.pdf', downloadId: wordings[1].downloadId },
  ]);
  const other = await openSaleClient(service, 'manitoba');
  assert.deepEqual((await other.quoteClient.get('/sandbox/outbox')).body.messages, []);
});

test('a policy has the wordings of its products in the customer’s languages, for every seller to download', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const { policyNumber } = await bound(quebec, () => byReferral);
  const { body } = await quebec.quoteClient.get(`/v1/policies/${policyNumber}`);
  assert.deepEqual(
    body.documents.map(({ kind }: { kind: string }) => kind),
    ['Declaration'],
  );
  const { wordings } = body;
  assert.deepEqual(
    wordings.map(({ form, version, language, productTypes }: Record<string, string>) => [
      form,
      version,
      language,
      productTypes!.includes('RPL'),
    ]),
    [
      ['F.P.Q. nº 5', 'sample-1', 'fr', true],
      ['NB-COM', 'sample-1', 'fr', false],
      ['Q.P.F. No. 5', 'sample-1', 'en', true],
      ['NB-EXT', 'sample-1', 'en', false],
    ],
  );
  for (const saleClient of [quebec, ontario]) {
    const { status, headers, bytes } = await download(saleClient, wordings[0].downloadId);
    assert.equal(status, 200);
    assert.equal(headers.get('content-disposition'), 'attachment; filename="F-P-Q-no-5-sample-1-fr.pdf"');
    assert.match(readPdf(bytes).text, /EXEMPLE/);
  }
});

test('the declaration names insurer, limits and the version of the form, as they were at the bind', async () => {
  const { documentDownloadId } = await bound(ontario, () => byReferral);
  const text = readPdf((await download(ontario, documentDownloadId)).bytes).text.replaceAll(/\s+/g, ' ');
  assert.match(text, /NB-REP, version sample-1/);
  assert.match(text, /Sample Insurance Company \(underwriter: Sample Underwriting Managers Inc\.\)/);
  assert.match(text, /Rental car: limit \$65\.00 each day, \$1,950\.00 each claim\./);
});

test('the outbox shows the latest thousand mails', async () => {
  const alberta = await openSaleClient(service, 'alberta');
  const { policyNumber } = await bound(alberta, () => byReferral);
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO mail (id, seller_id, policy_number, kind, to_address, document_ids, due_at, subject, sent_at)
     SELECT uuidv7(), seller_id, policy_number, 'receipt', number || '@example.ca', '{}', NULL, 'Mail ' || number,
            timestamptz '2040-01-01' + make_interval(secs => number)
     FROM policy, generate_series(1, 1001) AS number
     WHERE policy_number = $1`,
    [policyNumber],
  );
  const { messages } = (await alberta.quoteClient.get('/sandbox/outbox')).body;
  assert.deepEqual(
    messages.map(({ subject }: { subject: string }) => subject),
    Array.from({ length: 1_000 }, (_, index) => `Mail ${1_001 - index}`),
  );
});
