import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, type Bind, bankAccount, binder, byReferral, chooseFrom } from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { assertRefused, changed, clockAt, inDatabase, type Json, noon } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let levis: SaleClient;
let bind: Bind;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  levis = await openSaleClient(service, 'levis');
  bind = binder(service, levis.quoteClient.token);
});

interface Disclosure {
  readonly kind: string;
  readonly title: string;
  readonly language: string;
  readonly version: string;
  readonly downloadId: string;
  readonly isRequired: boolean;
}

const financing = { loanTermInMonths: 12, downPayment: 100, firstInstallmentDate: '2026-11-20' };
/** Late enough for the notice of the first debit. */
const later = { ...financing, firstInstallmentDate: '2026-12-01' };
/** In the second in which they are given: the clock stands still. */
const acknowledgedAt = new Date(noon).toISOString().replace(/\.\d+/, '');

function ask(body: Json, saleClient = levis, headers: Record<string, string> = {}): Promise<Answer> {
  return service.call('POST', '/v1/disclosures', { token: saleClient.quoteClient.token, body, headers });
}

async function disclosed(body: Json, saleClient = levis): Promise<readonly Disclosure[]> {
  const answer = await ask(body, saleClient);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.disclosures;
}

const acknowledged = (disclosures: readonly Disclosure[]) =>
  disclosures.map(({ kind, version }) => ({ kind, version, acknowledgedAt }));

/** Orders them by their ids, whatever was given since. */
const byId = (disclosures: readonly Disclosure[]) =>
  disclosures.map(({ downloadId }) => ({ downloadId, acknowledgedAt }));

async function choose(saleClient = levis, language?: string): Promise<Choice> {
  const quoted = await saleClient.quote({ purchaseMethod: 'Finance', ...(language !== undefined && { language }) });
  return quoted.choose('Replacement', 3);
}

function kindsOf(disclosures: readonly Disclosure[]): string {
  return disclosures.map(({ kind, isRequired }) => `${kind}${isRequired ? '!' : ''}`).join(' ');
}

test('what is given depends on the province and the payment method', async () => {
  const inQuebec = await choose();
  assert.equal(
    kindsOf(await disclosed({ ...inQuebec, paymentMethod: 'REF' })),
    'ProductSummary! FactSheet! RescissionNotice! LegalWarrantyNotice PrivacyNotice Offer',
  );
  assert.equal(
    kindsOf(await disclosed({ ...inQuebec, paymentMethod: 'PFF', financing })),
    'ProductSummary! FactSheet! RescissionNotice! LegalWarrantyNotice CreditDisclosure! PadAgreement! PadNoticeWaiver! PrivacyNotice Offer',
  );
  const ontario = await openSaleClient(service);
  const there = await choose(ontario);
  assert.equal(
    kindsOf(await disclosed({ ...there, paymentMethod: 'CC' }, ontario)),
    'ProductSummary PrivacyNotice Offer',
  );
  assert.equal(
    kindsOf(await disclosed({ ...there, paymentMethod: 'PFF', financing: later }, ontario)),
    'ProductSummary CreditDisclosure! PadAgreement! PrivacyNotice Offer',
  );
});

test('an empty loan is as good as none where the payment method has no use for it, and any other is refused', async () => {
  const choice = await choose();
  const first = await disclosed({ ...choice, paymentMethod: 'REF' });
  for (const nothing of [{}, { loanTermInMonths: null }])
    assert.deepEqual(await disclosed({ ...choice, paymentMethod: 'REF', financing: nothing }), first);
  for (const loan of [financing, { downPayment: 'much' }, 'junk', []])
    assertRefused(await ask({ ...choice, paymentMethod: 'REF', financing: loan }), [
      'FinancingNotApplicable financing',
    ]);
});

test('asked again they are the same papers, and another choice has others', async () => {
  const choice = await choose();
  const first = await disclosed({ ...choice, paymentMethod: 'REF' });
  assert.deepEqual(await disclosed({ ...choice, paymentMethod: 'REF' }), first);
  const fewer = await disclosed({ ...choice, selectedProducts: ['RPL'], paymentMethod: 'REF' });
  assert.notEqual(fewer[0]!.downloadId, first[0]!.downloadId);
});

test('each is a PDF with the figures of the sale, in the customer’s languages, for its seller alone', async () => {
  const choice = await choose(levis, 'en');
  const disclosures = await disclosed({ ...choice, paymentMethod: 'PFF', financing });
  const { body } = await levis.finance({ ...choice, downPayment: 100, firstInstallmentDate: '2026-11-20' });
  const option = body.options.find((one: Json) => one.loanTermInMonths === 12);
  for (const { kind, downloadId, language } of disclosures) {
    const { status, headers, bytes } = await download(downloadId);
    assert.equal(status, 200);
    assert.equal(headers.get('content-disposition'), `attachment; filename="${kind}-fr.pdf"`);
    assert.equal(language, 'fr');
    const { text } = readPdf(bytes);
    assert.doesNotMatch(text, /[{}]/);
    if (kind !== 'CreditDisclosure') continue;
    assert.match(text, /Contrat de crédit[\s\S]*Credit contract/, 'French first');
    // The Consumer Protection Act, s. 13, forbids a charge that is fixed beforehand.
    assert.match(text.replaceAll(/\s+/g, ' '), /porte intérêt au taux du prêt\. Rien d’autre n’est exigé\./);
    assert.ok(text.includes(`${option.apr.toFixed(2)}%`), text);
    assert.ok(text.includes(option.totalPayable.toLocaleString('en-CA', { minimumFractionDigits: 2 })), text);
  }
  const other = await openSaleClient(service, 'quebec');
  const foreign = await other.quoteClient.get(`/v1/document/${disclosures[0]!.downloadId}`);
  assertRefused(foreign, ['DocumentNotFound downloadId']);
});

test('the first debit within ten days is announced as a waiver of the notice; later it is not', async () => {
  const choice = await choose(levis, 'fr');
  const padText = async (firstInstallmentDate: string) => {
    const papers = await disclosed({
      ...choice,
      paymentMethod: 'PFF',
      financing: { ...financing, firstInstallmentDate },
    });
    const pad = papers.find(({ kind }) => kind === 'PadAgreement')!;
    return readPdf((await download(pad.downloadId)).bytes).text;
  };
  assert.match(await padText('2026-11-24'), /vous renoncez\s+au préavis\s+de\s+10\s+jours/);
  assert.match(await padText('2026-11-25'), /au moins\s+10\s+jours à l’avance/);
});

test('the waiver of the notice has an acknowledgement of its own: without it, nothing is bound', async () => {
  const choice = await choose();
  const asked = { ...choice, paymentMethod: 'PFF' };
  const papers = await disclosed({ ...asked, financing });
  const waiver = papers.find(({ kind }) => kind === 'PadNoticeWaiver')!;
  const text = readPdf((await download(waiver.downloadId)).bytes).text;
  assert.match(text, /Renonciation au préavis de débit[\s\S]*vous renoncez\s+au\s+préavis\s+de\s+10\s+jours/);
  const others = acknowledged(papers.filter(({ kind }) => kind !== 'PadNoticeWaiver'));
  const bankLoan = { ...financing, bankAccount };
  const refused = await bind({ ...asked, financing: bankLoan, acknowledgements: others });
  assertRefused(refused, ['AcknowledgementRequired acknowledgements']);
  assert.match(refused.body.errors[0].message, /PadNoticeWaiver/);
  assert.doesNotMatch(refused.body.errors[0].message, /PadAgreement/);
  // A later first debit needs no waiver.
  const notWaived = await disclosed({ ...asked, financing: later });
  const inTime = { ...asked, financing: { ...later, bankAccount }, acknowledgements: acknowledged(notWaived) };
  assertBound(await bind(inTime));
});

test('the debits are personal or business ones, as the customer is', async () => {
  const kindOf = async (applicant: Json) => {
    const quoted = await levis.quoteClient.quote(changed(await levis.quoteClient.request(), applicant));
    const choice = chooseFrom(quoted, 'Replacement', 3);
    const papers = await disclosed({ ...choice, paymentMethod: 'PFF', financing });
    const { downloadId } = papers.find(({ kind }) => kind === 'PadAgreement')!;
    return readPdf((await download(downloadId)).bytes).text;
  };
  assert.match(await kindOf({}), /\(DPA\)\s+personnels/);
  assert.match(
    await kindOf({ 'applicant.isCompany': true, 'applicant.lastName': undefined }),
    /\(DPA\)\s+d’entreprise/,
  );
});

test('the papers of the loan that was bound come with the policy, and no other’s', async () => {
  const choice = await choose();
  const asked = { ...choice, paymentMethod: 'PFF' };
  await disclosed({ ...asked, financing: { ...financing, downPayment: 150 } });
  const disclosures = await disclosed({ ...asked, financing });
  await disclosed({ ...asked, financing: { ...financing, firstInstallmentDate: '2026-11-21' } });
  const loan = { ...financing, bankAccount };
  const byKind = await bind({ ...asked, financing: loan, acknowledgements: acknowledged(disclosures) });
  assertRefused(byKind, ['AcknowledgementRequired acknowledgements']);
  assert.match(byKind.body.errors[0].message, /: CreditDisclosure, PadAgreement, PadNoticeWaiver\./, 'the last given');
  const { policyNumber } = assertBound(await bind({ ...asked, financing: loan, acknowledgements: byId(disclosures) }));
  const message = await until(
    async () => (await levis.quoteClient.get('/sandbox/outbox')).body.messages[0] as Json | undefined,
    (one) => String(one?.text).includes(policyNumber),
  );
  const sent = String(message!.text);
  const idOf = (kind: string) => disclosures.find((one) => one.kind === kind)!.downloadId;
  const attachments = message!.attachments as Json[];
  const brought = attachments.slice(-4, -1);
  assert.deepEqual(
    brought.map(({ filename }) => filename),
    ['CreditDisclosure', 'PadAgreement', 'PadNoticeWaiver'].map((kind) => `${kind}-fr.pdf`),
    'the outbox lists what the mail brings',
  );
  const [credit, agreement, waiver] = brought.map(({ downloadId }) => String(downloadId));
  assert.deepEqual([credit, waiver], [idOf('CreditDisclosure'), idOf('PadNoticeWaiver')]);
  // The bind knows the account; the name of another holder stays with the lender.
  const agreed = readPdf((await download(agreement!)).bytes).text.replaceAll(/\s+/g, ' ');
  assert.match(agreed, /Titulaire : l’autre personne nommée lors de l’achat\. Numéro de compte se terminant par 647\./);
  const draft = readPdf((await download(idOf('PadAgreement'))).bytes).text.replaceAll(/\s+/g, ' ');
  assert.match(draft, /Titulaire : _+\. Numéro de compte se terminant par _+\./);
  const support = await signInOperator(service, 'support');
  const { papers, mails } = (await support.get(`/api/sales/${choice.applicationId}`)).body;
  assert.deepEqual(
    papers.map(({ downloadId }: Json) => downloadId),
    disclosures.map(({ downloadId }) => downloadId),
    'and the operator sees the papers of this sale alone',
  );
  const [mailed] = mails.filter(({ kind }: Json) => kind === 'policy');
  assert.deepEqual(
    mailed.documentIds,
    attachments.map(({ downloadId }) => downloadId),
  );
  assert.match(
    sent,
    /- Renseignements sur le crédit\n- Accord de débit préautorisé\n- Renonciation au préavis de débit\n/,
  );
  assert.equal(sent.split('-'.repeat(40))[0]!.match(/Accord de débit/g)!.length, 1);
});

test('a customer who was given the credit disclosure of another loan, or none, gets that of the loan with the policy', async () => {
  const ontario = await openSaleClient(service, 'ontario');
  const bindLoan = binder(service, ontario.quoteClient.token);
  for (const given of [null, 12, 36]) {
    const asked = { ...(await choose(ontario)), paymentMethod: 'PFF' };
    const papers =
      given === null ? [] : await disclosed({ ...asked, financing: { ...later, loanTermInMonths: given } }, ontario);
    const loan = { ...later, loanTermInMonths: 36, bankAccount };
    const { policyNumber, financing: bound } = assertBound(await bindLoan({ ...asked, financing: loan }));
    const message = await until(
      async () => (await ontario.quoteClient.get('/sandbox/outbox')).body.messages[0] as Json | undefined,
      (one) => String(one?.text).includes(policyNumber),
    );
    const credit = (message!.attachments as Json[]).filter(({ filename }) => filename === 'CreditDisclosure-en.pdf');
    assert.equal(credit.length, 1, String(given));
    const id = String(credit[0]!.downloadId);
    const isTheGiven = papers.some(({ kind, downloadId }) => kind === 'CreditDisclosure' && downloadId === id);
    assert.equal(isTheGiven, given === 36, String(given));
    const { text } = readPdf((await download(id, ontario)).bytes);
    assert.ok(text.includes(bound.totalPayable.toLocaleString('en-CA', { minimumFractionDigits: 2 })), text);
  }
});

test('the notice of rescission comes with the policy, with its number and the day of the bind', async () => {
  const quebec = await openSaleClient(service, 'quebec');
  const choice = await choose(quebec);
  const draft = (await disclosed({ ...choice, paymentMethod: 'REF' }, quebec)).find(
    ({ kind }) => kind === 'RescissionNotice',
  )!;
  const { policyNumber } = assertBound(await binder(service, quebec.quoteClient.token)({ ...choice, ...byReferral }));
  const message = await until(
    async () => (await quebec.quoteClient.get('/sandbox/outbox')).body.messages[0] as Json | undefined,
    (one) => String(one?.text).includes(policyNumber),
  );
  assert.match(String(message!.text), /- Avis de résolution\n/);
  const notice = (message!.attachments as Json[]).find(({ filename }) => filename === 'RescissionNotice-fr.pdf')!;
  assert.notEqual(notice.downloadId, draft.downloadId, 'the draft stays as it was given');
  const textOf = async (id: string) => readPdf((await download(id, quebec)).bytes).text.replaceAll(/\s+/g, ' ');
  assert.match(
    await textOf(String(notice.downloadId)),
    new RegExp(`police ${policyNumber}, conclu le 15 novembre 2026`),
  );
  assert.match(await textOf(draft.downloadId), /police _+, conclu le _+/);
  // The tenth day is a Wednesday.
  assert.match(await textOf(String(notice.downloadId)), /Dernier jour\. 25 novembre 2026\./);
  assert.match(await textOf(draft.downloadId), /Dernier jour\. _+\./);
  const support = await signInOperator(service, 'support');
  const { mails } = (await support.get(`/api/sales/${choice.applicationId}`)).body;
  assert.ok(mails[0].documentIds.includes(notice.downloadId));
});

test('papers say who is who: nobody is called the seller of the vehicle or a provider who is not', async () => {
  const choice = await choose(levis, 'en');
  const papers = await disclosed({ ...choice, paymentMethod: 'REF' });
  const textOf = async (kind: string) => {
    const { downloadId } = papers.find((one) => one.kind === kind)!;
    return readPdf((await download(downloadId)).bytes).text.replaceAll(/\s+/g, ' ');
  };
  const sheet = await textOf('FactSheet');
  assert.match(sheet, /Vendeur du véhicule\. Non nommé dans cette vente\./);
  assert.match(sheet, /Seller of the vehicle\. Not named in this sale\./);
  const warranty = await textOf('LegalWarrantyNotice');
  assert.match(warranty, /Provider\. Tire and rim: Sample Warranty Company\./);
  assert.doesNotMatch(warranty, /Sample Insurance Company/, 'an insurer provides no warranty');
  assert.match(await textOf('ProductSummary'), /Insurer\. Vehicle replacement, [^.]+: Sample Insurance Company/);
});

test('a seller that requires acknowledgements binds with all of them, in their present version', async () => {
  const choice = await choose();
  const asked = { ...choice, ...byReferral };
  const disclosures = await disclosed({ ...choice, paymentMethod: 'REF' });
  const missing = await bind(asked);
  assertRefused(missing, ['AcknowledgementRequired acknowledgements']);
  assert.match(missing.body.errors[0].message, /ProductSummary, FactSheet, RescissionNotice/);

  const acknowledgements = acknowledged(disclosures);
  const outdated = acknowledgements.map((one) => (one.kind === 'FactSheet' ? { ...one, version: 'older' } : one));
  const refused = await bind({ ...asked, acknowledgements: outdated });
  assert.match(refused.body.errors[0].message, /: FactSheet\./);

  const { policyNumber } = assertBound(await bind({ ...asked, acknowledgements }));
  const [{ snapshot }] = await inDatabase(service.databaseUrl, 'SELECT snapshot FROM policy WHERE policy_number = $1', [
    policyNumber,
  ]);
  const kept = acknowledgements.map((one, place) => ({ ...one, downloadId: disclosures[place]!.downloadId }));
  assert.deepEqual(snapshot.acknowledgements, kept);
});

test('a paper counts for what it says: those of another choice are named, and not those that say nothing of it', async () => {
  const kindsNamed = (answer: Answer) => {
    assertRefused(answer, ['AcknowledgementRequired acknowledgements']);
    return /: ([A-Za-z, ]+)\./.exec(answer.body.errors[0].message)![1];
  };
  const choice = await choose();
  const fewer = byId(await disclosed({ ...choice, selectedProducts: ['RPL'], paymentMethod: 'REF' }));
  const other = await bind({ ...choice, ...byReferral, acknowledgements: fewer });
  assert.equal(kindsNamed(other), 'ProductSummary, FactSheet, RescissionNotice');

  const asked = { ...choice, paymentMethod: 'PFF' };
  const year = byId(await disclosed({ ...asked, financing: later }));
  const loan = { ...later, bankAccount };
  for (const changedLoan of [{ loanTermInMonths: 36 }, { downPayment: 101 }, { firstInstallmentDate: '2026-12-02' }]) {
    const answer = await bind({ ...asked, financing: { ...loan, ...changedLoan }, acknowledgements: year });
    assert.equal(kindsNamed(answer), 'CreditDisclosure, PadAgreement', JSON.stringify(changedLoan));
  }
  assertBound(await bind({ ...asked, financing: loan, acknowledgements: year }));
});

test('an acknowledgement that names no paper is malformed', async () => {
  const asked = { ...(await choose()), ...byReferral };
  for (const named of [{}, { kind: 'FactSheet' }, { version: '1' }, { downloadId: 'one' }]) {
    const answer = await bind({ ...asked, acknowledgements: [{ ...named, acknowledgedAt }] });
    assert.equal(answer.codes[0], 'AcknowledgementsInvalid', JSON.stringify(named));
  }
});

test('an offer to think over says vehicle, prices, loan and how long it holds, and needs no acknowledgement', async () => {
  const choice = await choose(levis, 'en');
  const offerText = async (how: Json) => {
    const offer = (await disclosed({ ...choice, ...how })).find(({ kind }) => kind === 'Offer')!;
    assert.equal(offer.isRequired, false);
    return readPdf((await download(offer.downloadId)).bytes).text;
  };
  const cash = await offerText({ paymentMethod: 'REF' });
  assert.match(cash, /Offre pour réflexion[\s\S]*Offer to think over/);
  assert.match(cash, /hold until the end of November\s15,\s2026/);
  assert.doesNotMatch(cash, /Loan/);
  const monthly = await offerText({ paymentMethod: 'PFF', financing: later });
  assert.match(monthly, /Loan[\s\S]*down payment of \$100\.00[\s\S]*credit rate of/);
});

test('a title is in the language of its paper, whatever the call’s', async () => {
  const choice = await choose();
  const { body } = await ask({ ...choice, paymentMethod: 'REF' }, levis, { 'accept-language': 'en' });
  const sheet = body.disclosures.find(({ kind }: Json) => kind === 'FactSheet');
  assert.equal(sheet.language, 'fr');
  assert.match(sheet.title, /^Fiche de renseignements/);
});

test('an acknowledgement is of a paper that was given for this application, in its version', async () => {
  const given = acknowledged(await disclosed({ ...(await choose()), paymentMethod: 'REF' }));
  const other = { ...(await choose()), ...byReferral };
  const neverGiven = await bind({ ...other, acknowledgements: given });
  assertRefused(neverGiven, ['AcknowledgementRequired acknowledgements']);
  assert.match(neverGiven.body.errors[0].message, /ProductSummary, FactSheet, RescissionNotice/);
  // Also where none is required.
  const ontario = await openSaleClient(service);
  const there = { ...(await choose(ontario)), ...byReferral };
  const bindThere = binder(service, ontario.quoteClient.token);
  const papers = await disclosed({ ...there, paymentReference: undefined, paymentMethod: 'REF' }, ontario);
  const acknowledgements = acknowledged(papers);
  const invented = [...acknowledgements, { kind: 'FactSheet', version: '1', acknowledgedAt }];
  assertRefused(await bindThere({ ...there, acknowledgements: invented }), [
    'AcknowledgementRequired acknowledgements',
  ]);
  assertBound(await bindThere({ ...there, acknowledgements }));
});

test('an acknowledgement is not before the paper, nor more than five minutes ahead of the clock', async () => {
  const choice = await choose();
  const given = acknowledged(await disclosed({ ...choice, paymentMethod: 'REF' }));
  const at = (ms: number) => new Date(new Date(noon).getTime() + ms).toISOString();
  const withSecond = (ms: number) =>
    given.map((one, place) => (place === 1 ? { ...one, acknowledgedAt: at(ms) } : one));
  for (const ms of [-1_000, -86_400_000, 300_001])
    assertRefused(await bind({ ...choice, ...byReferral, acknowledgements: withSecond(ms) }), [
      'AcknowledgementTimeInvalid acknowledgements[1].acknowledgedAt',
    ]);
  assertBound(await bind({ ...choice, ...byReferral, acknowledgements: withSecond(300_000) }));
});

test('other sellers bind without; what they send is kept, and a malformed one is refused', async () => {
  const ontario = await openSaleClient(service);
  const bindThere = binder(service, ontario.quoteClient.token);
  const asked = { ...(await choose(ontario)), ...byReferral };
  for (const acknowledgements of ['FactSheet', ['FactSheet'], [{ kind: 'FactSheet', version: '1' }], [null]])
    assert.equal((await bindThere({ ...asked, acknowledgements })).codes[0], 'AcknowledgementsInvalid');
  const noZone = [{ kind: 'FactSheet', version: '1', acknowledgedAt: '2026-11-15T10:00:00' }];
  assertRefused(await bindThere({ ...asked, acknowledgements: noZone }), [
    'AcknowledgementsInvalid acknowledgements[0].acknowledgedAt',
  ]);
  assertBound(await bindThere(asked));
});

test('what can’t be chosen or financed is refused as on the bind', async () => {
  const choice = await choose();
  const refusals: readonly [Json, string][] = [
    [{ ...choice, paymentMethod: 'PFF' }, 'FinancingDetailsRequired financing'],
    [{ ...choice, paymentMethod: 'REF', financing }, 'FinancingNotApplicable financing'],
    [
      { ...choice, paymentMethod: 'PFF', financing: { ...financing, loanTermInMonths: 11 } },
      'LoanTermNotAvailable financing.loanTermInMonths',
    ],
    [
      { ...choice, paymentMethod: 'PFF', financing: { ...financing, firstInstallmentDate: '2027-11-20' } },
      'FirstInstallmentDateOutOfRange financing.firstInstallmentDate',
    ],
    [{ ...choice, selectedProducts: ['NOPE'], paymentMethod: 'REF' }, 'SelectedProductsMismatch selectedProducts'],
    [
      { ...choice, applicationId: '0190c0de-0000-7000-8000-000000000000', paymentMethod: 'REF' },
      'ApplicationNotFound applicationId',
    ],
  ];
  for (const [body, expected] of refusals) {
    const answer = await ask(body);
    assert.ok(
      answer.body.errors.some((one: Json) => `${one.code} ${one.field}` === expected),
      `${expected}: ${answer.text}`,
    );
  }
  const secret = JSON.stringify({ ...choice, paymentMethod: 'PFF', financing: { ...financing, bankAccount } });
  const answer = await ask(JSON.parse(secret), levis, { 'sandbox-fault': 'FinancingUnavailable' });
  assertRefused(answer, ['FinancingUnavailable']);
});

async function download(id: string, saleClient = levis): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${service.url}/v1/document/${id}`, {
    headers: { authorization: `Bearer ${saleClient.quoteClient.token}` },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
