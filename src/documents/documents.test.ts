import assert from 'node:assert/strict';
import test from 'node:test';
import {
  collectedByCard,
  quebecSale,
  sampleCancellation,
  sampleCharged,
  sampleFinanced,
  samplePayments,
  samplePolicy,
  sampleRefund,
} from '../../test/kit/sale/sample-policy.ts';
import type { PlainDate } from '../domain/calendar.ts';
import { customerLanguages } from '../domain/document/customer-languages.ts';
import type { Language } from '../domain/language.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Province } from '../domain/province.ts';
import { composeCancellationNotice } from './cancellation-notice.ts';
import { compose } from './compose.ts';
import { composeDeclaration } from './declaration.ts';
import { composeDisclosure } from './disclosure.ts';
import { documentContext } from './document-context.ts';
import { fileNameOf } from './file-name.ts';
import { composeFinancingLetter } from './financing-letter.ts';
import { sampleIssuer } from './issuer.ts';
import { loanOutline } from './loan-outline.ts';
import type { DisclosedSale } from './print-request.ts';
import { composePaymentReceipt, composeReceipt } from './receipt.ts';
import { composeRefundReceipt } from './refund-receipt.ts';
import { taxNotes } from './tax-notes.ts';
import { cancellationWords } from './words/cancellation-words.ts';
import { french } from './words/french.ts';

const en = documentContext('en', sampleIssuer);
const fr = documentContext('fr', sampleIssuer);

/** Leaves out what only a sale with a dealer has. */
const ofSeller = {
  dealerName: null,
  cover: [],
  commissionCents: 0,
  customerCity: 'Toronto',
  isCompany: false,
} as const;

test('a customer is served in their own language, in Quebec in French first', () => {
  const languagesOf = (province: Province, language: Language | null = null) =>
    customerLanguages({ seller: { province }, inputs: { language } }).join();
  assert.equal(languagesOf('QC'), 'fr,en');
  assert.equal(languagesOf('QC', 'en'), 'fr,en');
  assert.equal(languagesOf('QC', 'fr'), 'fr');
  assert.equal(languagesOf('NB'), 'en');
  assert.equal(languagesOf('NB', 'fr'), 'fr');
});

test('a file name is plain ASCII, in the first language', () => {
  assert.equal(fileNameOf('declaration', samplePolicy(), 'en'), 'NB-1234567-declaration.pdf');
  assert.equal(fileNameOf('receipt', samplePolicy(), ['fr', 'en']), 'NB-1234567-recu.pdf');
  assert.equal(fileNameOf('rescission', samplePolicy(), 'fr'), 'NB-1234567-avis-de-resolution.pdf');
  assert.equal(fileNameOf('financing-letter', samplePolicy(), 'fr'), 'NB-1234567-avis-acceptation-du-pret.pdf');
  assert.equal(fileNameOf('financing-letter', { policyNumber: '../é "1' }, 'en'), '1-financing-letter.pdf');
});

test('a declaration names dealer, contact, lienholder and producer code where there are any', () => {
  const plus = textOf(composeDeclaration(samplePolicy(quebecSale), fr));
  for (const text of ['Garage Saint-Hyacinthe', 'Noémie Gagné', '450 555-0188', 'Crédit Auto Boréal', 'PC-00417'])
    assert.ok(plus.includes(text), text);
  const prime = textOf(composeDeclaration(samplePolicy(), en));
  for (const label of ['Dealer', 'Lienholder', 'Producer code']) assert.ok(!prime.includes(label), label);
});

test('Quebec’s insurance is on Q.P.F. No. 5, its extras and other provinces on sample forms', () => {
  assert.match(textOf(composeDeclaration(samplePolicy(quebecSale), fr)), /F\.P\.Q\.\u00a0nº\u00a05.*NB-DED-QC/s);
  const ontario = textOf(composeDeclaration(samplePolicy(), en));
  assert.match(ontario, /NB-RPL-ON \(sample\)/);
  assert.doesNotMatch(ontario, /Q\.P\.F/);
});

const sold: Partial<Policy> = {
  cover: [
    {
      product: 'RPL',
      insurer: { name: 'First Insurance Inc.', underwriter: 'Second Managers' },
      limits: [{ name: { en: 'each claim', fr: 'par sinistre' }, amountCents: 6_000_000 }],
      deductibles: [{ name: { en: 'none', fr: 'aucune' }, amountCents: null }],
    },
    { product: 'DED', insurer: { name: 'Third Ltd', underwriter: null }, limits: [], deductibles: [] },
    { product: 'KEY', insurer: null, limits: [], deductibles: [] },
  ],
  wordings: (['en', 'fr'] as const).map((language) => ({
    id: '019a' as never,
    form: `REP ${language}`,
    version: '2026-01',
    language,
    products: ['RPL'],
  })),
};

test('a declaration names insurers, underwriters, limits, deductibles and the versions of wordings', () => {
  const english = textOf(composeDeclaration(samplePolicy(sold), en));
  for (const text of [
    'Vehicle replacement: First Insurance Inc. (underwriter: Second Managers); Deductible reimbursement: Third Ltd.',
    'Vehicle replacement: limit $60,000.00 each claim; deductible none.',
    'form REP en, version 2026-01, form NB-DED-ON (sample) and form NB-KEY-ON (sample)',
  ])
    assert.ok(english.includes(text), text);
  const french = textOf(composeDeclaration(samplePolicy(sold), fr));
  assert.match(
    french,
    /Remplacement du véhicule\u00a0: limite 60\u00a0000,00\u00a0\$ par sinistre; franchise aucune\./,
  );
  assert.match(french, /la formule REP fr, version 2026-01/);
  assert.doesNotMatch(textOf(composeDeclaration(samplePolicy(), en)), /Insurer/);
});

test('a warranty has a provider and a price; only insurance has an insurer and a premium', () => {
  const [rpl, ded] = sold.cover!;
  const warranty = {
    ...ded!,
    product: 'KEY',
    insurer: { name: 'Keys Ltd', underwriter: null },
    isWarranty: true,
  } as const;
  const policy = samplePolicy({ cover: [rpl!, ded!, warranty] });
  const english = textOf(composeDeclaration(policy, en));
  assert.match(
    english,
    /Insurer\.\nVehicle replacement: First Insurance[^\n]*Third Ltd\.\nProvider\.\nKey replacement: Keys Ltd\./,
  );
  assert.doesNotMatch(english, /\nPremium\n|Insurer, limits/);
  const inFrench = textOf(composeDeclaration(policy, fr));
  assert.match(
    inFrench,
    /Assureur\.\n[^\n]*\(agent souscripteur\u00a0: [^\n]*\nFournisseur\.\nRemplacement des clés\u00a0: Keys Ltd\./,
  );
  assert.doesNotMatch(inFrench, /Prime\n/);
  const cancelled = sampleCancellation(policy, {
    kind: 'pro-rata',
    cancelledOn: '2027-11-15',
    madeOn: '2027-11-15',
    collected: { by: 'seller' },
  });
  assert.doesNotMatch(textOf(composeCancellationNotice(policy, cancelled, en)), /(?<!XLE )premium/i);
  assert.doesNotMatch(textOf(composeCancellationNotice(policy, cancelled, fr)), /prime et|Prime\n/);
  assert.match(textOf(composeDeclaration(samplePolicy(sold), en)), /\nPremium\n/, 'insurance alone');
});

test('a declaration says at what time the cover begins and ends', () => {
  assert.match(
    textOf(composeDeclaration(samplePolicy(), en)),
    /Policy period, from and to 12:01\u00a0a\.m\., local time\n/,
  );
  assert.match(
    textOf(composeDeclaration(samplePolicy(), fr)),
    /Période d’assurance \(de 0\u00a0h\u00a001 à 0\u00a0h\u00a001, heure locale\)\n/,
  );
});

test('a declaration in production names no sample, whatever wordings are loaded', () => {
  const issuer = { ...sampleIssuer, addressLines: ['1 Bay Street'], notice: null };
  const samples = sold.wordings!.map((one) => ({ ...one, version: 'sample-2026-11' }));
  for (const sale of [{}, quebecSale, sold, { wordings: samples }])
    for (const language of ['en', 'fr'] as const) {
      const text = textOf(composeDeclaration(samplePolicy(sale), documentContext(language, issuer)));
      assert.doesNotMatch(text, /sample|exemple|NB-RPL/i);
    }
  const english = textOf(composeDeclaration(samplePolicy(), documentContext('en', issuer)));
  assert.match(english, /are to be read with its wording\./);
  assert.match(english, /\nIncluded\n/);
});

test('a card that is charged later shows its date and the amount due; one that is charged, its approval', () => {
  const [charged, later] = samplePayments
    .filter(({ method }) => method === 'CC')
    .map((payment) => textOf(composeDeclaration(samplePolicy({ payment }), en)));
  assert.match(later!, /\$1,919\.96 on December\u00a01, 2026/);
  assert.doesNotMatch(later!, /Authorization/);
  assert.match(charged!, /Visa 4242 \*{4} \*{4} 4242.*A81F07/s);
});

test('the letter has every figure of the loan and every element of a debit notice', () => {
  const letter = textOf(composeFinancingLetter(sampleFinanced(), en));
  for (const text of [
    'L-20261115-0042',
    '24 months',
    '$200.00',
    '$81.66',
    '$189.88',
    '$50.00',
    '12.87%',
    '$1,959.84',
    '$239.88', // interest and fee: the cost of borrowing
    '9.99%',
    '200 Sample Street, Suite 900',
    '$1,719.96', // premium with tax, less the down payment: the net capital
    'December\u00a015, 2026',
    'November\u00a015, 2028',
    'personal pre-authorized debits',
    '30 days’ notice',
    'recourse rights',
    'loans@northbind.example',
  ])
    assert.ok(letter.includes(text), text);
});

test('net capital and cost of borrowing are the total, each under one name on declaration, letter and disclosure', () => {
  const policy = sampleFinanced();
  const { loan } = policy.payment;
  const sale: DisclosedSale = {
    ...policy,
    sellerName: 'Lakeshore',
    customerName: 'Amelia',
    ...ofSeller,
    vehicle: { en: '2024 Make', fr: 'Make 2024' },
    vin: '',
    today: '2026-11-15',
    loan,
  };
  const body = '{{netCapital}} + {{costOfBorrowing}} ({{interest}} + {{applicationFee}}) = {{totalPayable}}';
  const text = {
    kind: 'CreditDisclosure',
    version: '1',
    title: { en: 'Loan', fr: 'Prêt' },
    body: { en: body, fr: body },
  };
  for (const [context, names] of [
    [en, ['Net capital', 'Cost of borrowing', 'Total payable', 'Interest', 'Application fee']],
    [fr, ['Capital net', 'Frais de crédit', 'Obligation totale', 'Intérêts', 'Frais de dossier']],
  ] as const) {
    const [netCapital, interest, fee, cost, total] = [171_996, 18_988, 5_000, 23_988, 195_984].map(
      context.formats.money,
    );
    for (const compose of [composeDeclaration, composeFinancingLetter]) {
      const facts = compose(policy, context).flatMap((block) =>
        block.kind === 'facts' ? block.groups.flatMap((group) => group.facts) : [],
      );
      const values = names.map((name) => facts.find(({ label }) => label === name)?.lines.join());
      const parts = compose === composeDeclaration ? [undefined, undefined] : [interest, fee];
      assert.deepEqual(values, [netCapital, cost, total, ...parts]);
    }
    const { blocks } = composeDisclosure({ kind: 'disclosure', text, sale, language: context.language }, context);
    assert.ok(JSON.stringify(blocks).includes(`${netCapital} + ${cost} (${interest} + ${fee}) = ${total}`));
  }
});

test('declaration and letter say who collects the down payment, and when', () => {
  const policy = sampleFinanced();
  for (const compose of [composeDeclaration, composeFinancingLetter]) {
    assert.match(
      textOf(compose(policy, en)),
      /Down payment.+\$200\.00.+to Lakeshore Auto Partners, on November.15, 2026/s,
    );
    assert.match(
      textOf(compose(policy, fr)),
      /Mise de fonds.+200,00.\$.+à Lakeshore Auto Partners, le 15.novembre.2026/s,
    );
  }
  assert.match(textOf(composeFinancingLetter(policy, en)), /The lender does not collect it/);
});

test('the last installment is named where it differs, and its day is counted from the first', () => {
  const { loan } = sampleFinanced().payment;
  const free = { ...loan, loanTermInMonths: 12, installmentCents: 8_333, totalPayableCents: 100_000 };
  const outline = loanOutline({ ...free, firstInstallmentDate: '2027-01-31' }, en);
  assert.deepEqual(outline.installments, ['11 of $83.33', 'and a last one of $83.37']);
  assert.equal(outline.last, 'December\u00a031, 2027');
  const sale: DisclosedSale = {
    ...sampleFinanced(),
    sellerName: 'Lakeshore',
    customerName: 'Amelia',
    ...ofSeller,
    vehicle: { en: '2024 Make', fr: 'Make 2024' },
    vin: '',
    today: '2026-11-15',
    loan: { ...free, firstInstallmentDate: '2027-01-31' },
  };
  const title = { en: 'Loan', fr: 'Prêt' };
  const body = { en: '{{installments}}, in all {{totalPayable}}', fr: '' };
  const text = { kind: 'CreditDisclosure', version: '1', title, body };
  const { blocks } = composeDisclosure({ kind: 'disclosure', text, sale, language: 'en' }, en);
  assert.match(JSON.stringify(blocks), /11 of \$83\.33 and a last one of \$83\.37, in all \$1,000\.00/);
  assert.match(en.words.padAmountText(outline.debits), /on the 31st of each month \(the last day of a shorter month\)/);
});

test('a receipt shows amount, card, approval, local time and the payment’s reference', () => {
  const receipt = textOf(composeReceipt(sampleCharged(), en));
  for (const text of ['$1,919.96', 'Visa 4242 **** **** 4242', 'A81F07', 'at 2:32\u00a0p.m.', 'pay_01JCQ7Z5M4T9W8'])
    assert.ok(receipt.includes(text), text);
});

test('a refund receipt shows amount, day, card and the processor’s reference', () => {
  const policy = sampleCharged();
  const english = textOf(composeRefundReceipt(policy, sampleRefund, en));
  for (const text of ['$1,432.17', 'November\u00a015, 2027', '4242 **** **** 4242', 'R55-0417', '10 business days'])
    assert.ok(english.includes(text), text);
  const french = textOf(composeRefundReceipt(policy, sampleRefund, fr));
  for (const text of ['1\u00a0432,17\u00a0$', 'votre carte de crédit, Visa 4242', 'R55-0417', '10 jours ouvrables'])
    assert.ok(french.includes(text), text);
  const job = compose({ kind: 'refund-receipt', policy, refund: sampleRefund, language: ['fr', 'en'] }, sampleIssuer);
  assert.deepEqual(
    job.sheets.map(({ title }) => title),
    ['Reçu de remboursement', 'Refund receipt'],
  );
  assert.deepEqual(job.date, { year: 2027, month: 11, day: 15 });
  assert.equal(fileNameOf('refund-receipt', policy, 'fr'), 'NB-1234567-recu-de-remboursement.pdf');
});

test('what the operator has given back is received by cheque or transfer, with its reference if there is one', () => {
  const refund = { ...sampleRefund, payee: 'Customer' } as const;
  const english = textOf(composeRefundReceipt(sampleCharged(), refund, en));
  assert.match(english, /refunded \$1,432\.17 to you by cheque or transfer[\s\S]*R55-0417/);
  assert.doesNotMatch(english, /4242|business days/);
  assert.doesNotMatch(textOf(composeRefundReceipt(sampleCharged(), { ...refund, reference: null }, fr)), /Référence/);
  const typed = textOf(composeRefundReceipt(sampleCharged(), { ...refund, reference: 'cheque.evil.ca' }, en));
  assert.doesNotMatch(typed, /cheque\.evil\.ca/);
});

test('a receipt of what went to a loan names lender, loan and who gives back the rest, and replaces the notice', () => {
  const rest = { bySellerCents: 20_000, byOperatorCents: 0, byLenderCents: 500 };
  const refund = { ...sampleRefund, payee: 'Lender', rest } as const;
  const english = textOf(composeRefundReceipt(sampleFinanced(), refund, en));
  assert.match(english, /\$1,432\.17[\s\S]*for the loan on your policy NB-1234567/);
  assert.match(english, /Lakeshore Auto Partners gives \$200\.00 back to you\./);
  assert.match(english, /gives \$5\.00 back to you\. These amounts replace those of the notice that you received\./);
  assert.doesNotMatch(english, /\$0\.00/);
  const nothing = textOf(composeRefundReceipt(sampleFinanced(), { ...refund, amountCents: 0 }, fr));
  assert.match(nothing, /rien n’était dû sur le prêt[\s\S]*Ces montants remplacent ceux de l’avis/);
});

test('a receipt of a part says whether it paid for used days or for a part of the price', () => {
  const whole = sampleCharged();
  const { card } = whole.payment;
  const part = {
    ...whole,
    payment: { ...whole.payment, card: { ...card, charge: { ...card.charge, amountCents: 5_000 } } },
  };
  assert.match(textOf(composeReceipt(part, en)), /It pays a part of the price of \$1,919\.96\./);
  assert.match(textOf(composeReceipt(part, fr)), /Il règle une partie du prix de 1/);
  assert.match(textOf(composeReceipt(part, en, true)), /days of cover before the policy was cancelled/);
  assert.doesNotMatch(textOf(composeReceipt(whole, en)), /part of the price|days of cover before/);
});

test('a payment by cheque has a receipt with its day, and what it paid for if it paid all', () => {
  const payment = { amountCents: sampleCharged().totalWithTaxCents, paidOn: '2026-11-20', reference: 'CHQ-7' } as const;
  const whole = textOf(composePaymentReceipt(sampleCharged(), payment, en));
  assert.match(whole, /has received \$1,919\.96[\s\S]*November\u00a020, 2026[\s\S]*Cheque or transfer[\s\S]*CHQ-7/);
  assert.match(whole, /Paid for/);
  const part = textOf(composePaymentReceipt(sampleCharged(), { ...payment, amountCents: 5_000, reference: null }, fr));
  assert.match(part, /50,00[\s\S]*Chèque ou virement/);
  assert.doesNotMatch(part, /Objet du paiement|4242/);
});

test('a cancellation notice shows the days and the parts', () => {
  const policy = sampleCharged();
  const notice = textOf(
    composeCancellationNotice(
      policy,
      sampleCancellation(policy, {
        kind: 'pro-rata',
        cancelledOn: '2027-11-15',
        madeOn: '2027-11-10',
        ground: 'VehicleSold',
        collected: collectedByCard(policy.totalWithTaxCents),
      }),
      en,
    ),
  );
  for (const text of [
    'November\u00a015, 2027',
    '1,096 of 1,461', // four years with a leap day, one of them used
    '731 of 1,096', // a product of three years
    '$1,082.50', // 1,443.00 × 1,096 ÷ 1,461
    '$97.42', // its tax
    'Vehicle sold',
    'back to the card that paid, Visa 4242',
  ])
    assert.ok(notice.includes(text), text);
});

test('a cancellation for a later day says from when on, and that the policy covers until then', () => {
  const policy = samplePolicy();
  const madeOn = (day: string, context = en): string =>
    textOf(
      composeCancellationNotice(
        policy,
        sampleCancellation(policy, {
          kind: 'pro-rata',
          cancelledOn: '2027-11-15',
          madeOn: day,
          collected: { by: 'seller' },
        }),
        context,
      ),
    );
  assert.match(madeOn('2027-11-14'), /is cancelled from November\s15, 2027\. Until then it covers you/);
  assert.match(madeOn('2027-11-14'), /gives \$1,\d{3}\.\d\d back to you from November\s15, 2027 on/);
  assert.match(madeOn('2027-11-14', fr), /est résiliée à compter du 15\snovembre\s2027\. D’ici là/);
  for (const day of ['2027-11-15', '2027-12-01']) {
    assert.doesNotMatch(madeOn(day), /is cancelled from|Until then|2027 on/);
    assert.doesNotMatch(madeOn(day, fr), /à compter du/);
  }
});

test('a rescission is named as such: the policy is treated as if it had never existed', () => {
  const policy = sampleCharged();
  const cancellation = sampleCancellation(policy, {
    kind: 'flat',
    cancelledOn: '2026-11-20',
    madeOn: '2026-11-20',
    ground: 'Rescission',
    collected: collectedByCard(policy.totalWithTaxCents),
  });
  const job = compose({ kind: 'cancellation', policy, cancellation, language: ['fr', 'en'] }, sampleIssuer);
  const [inFrench, inEnglish] = job.sheets.map(({ title, blocks }) => `${title} ${textOf(blocks)}`);
  assert.match(inFrench!, /contrat conclu le 15\u00a0novembre\u00a02026, est résolue/);
  assert.match(inFrench!, /Contrat conclu le\n15\u00a0novembre\u00a02026/);
  assert.match(inEnglish!, /a contract made on November\u00a015, 2026, is rescinded/);
  assert.match(inFrench!, /^Avis de résolution[\s\S]*est résolue\u00a0: elle est réputée n’avoir jamais existé/);
  assert.doesNotMatch(inFrench!, /résilié|La résiliation|Intégrale/);
  assert.match(inEnglish!, /^Notice of rescission[\s\S]*is rescinded/);
});

test('the insurer’s notice says how many days were given, and how many the law asks for where they are fewer', () => {
  const policy = sampleCharged();
  const noticed = (cancelledOn: PlainDate, context = en) => {
    const collected = collectedByCard(policy.totalWithTaxCents);
    const asked = { kind: 'pro-rata', cancelledOn, madeOn: '2027-01-01', collected, requestedBy: 'insurer' } as const;
    const noticeRule = { basis: 'O. Reg. 45/05', isSample: false, rateBook: '1' };
    const cancellation = { ...sampleCancellation(policy, asked), noticeDays: 15, noticeRule };
    return textOf(composeCancellationNotice(policy, cancellation, context));
  };
  assert.match(noticed('2027-01-16'), /Notice given\n15 days\n/);
  assert.match(noticed('2027-01-21'), /Notice given\n20 days \(at least 15 required\)\n/);
  assert.match(noticed('2027-01-21', fr), /Préavis donné\n20\u00a0jours \(au moins 15 exigés\)\n/);
});

test('a loan of one installment less the last is told in the singular, in French, too', () => {
  assert.equal(french.installmentsOf(1, '5,00\u00a0$'), '1 mensualité de 5,00\u00a0$');
  assert.equal(french.installmentsOf(2, '5,00\u00a0$'), '2 mensualités de 5,00\u00a0$');
});

test('in Quebec the letter and the declaration name what a loan costs as the law there does, in English, too', () => {
  const soldIn = (province: Province) => ({ ...sampleFinanced(), seller: { ...sampleFinanced().seller, province } });
  for (const composed of [composeFinancingLetter, composeDeclaration]) {
    const inQuebec = textOf(composed(soldIn('QC'), en));
    assert.match(inQuebec, /Credit charges\n[\s\S]*Total obligation\n/);
    assert.doesNotMatch(inQuebec, /[Cc]ost of borrowing|Total payable|APR/);
    assert.match(textOf(composed(soldIn('ON'), en)), /Cost of borrowing\n[\s\S]*Total payable\n/);
  }
});

test('no reader makes a link of what a customer or partner typed', () => {
  const base = samplePolicy({ payment: { ...samplePayments[0]!, reference: 'pay.evil.ca' } as Policy['payment'] });
  const typed = { firstOrCompanyName: 'https://evil.ca', addressLine1: 'www.evil.ca', city: 'evil.ca' };
  const applicant = { ...base.inputs.applicant, ...typed };
  const policy = { ...base, inputs: { ...base.inputs, applicant, producerCode: 'evil.ca' } };
  const declaration = textOf(composeDeclaration(policy, en));
  assert.ok(declaration.includes('evil.\u200cca'));
  assert.doesNotMatch(declaration, /evil\.ca|:\/\/evil/);
});

test('an operator’s French text does not break before its punctuation, as typed with plain spaces', () => {
  const body = { en: 'Price : ten', fr: 'Le prix : « dix » ! Dans 10 jours : 1 877 525-0337.' };
  const text = { kind: 'FactSheet', version: '1', title: { en: 'Fact', fr: 'Fiche : prix' }, body };
  const vehicle = { en: '2024 Taos', fr: 'Taos 2024' };
  const sale = { ...ofSeller, customerName: 'Marie', vehicle, today: '2026-11-15' };
  const sold = { ...sale, sellerName: 'S', products: [] as readonly unknown[] } as unknown as DisclosedSale;
  const job = compose({ kind: 'disclosure', text, sale: sold, language: ['fr', 'en'] }, sampleIssuer);
  const [inFrench, inEnglish] = job.sheets.map(({ title, blocks }) => `${title} ${textOf(blocks)}`);
  assert.match(
    inFrench!,
    /Fiche\u00a0: prix[\s\S]*Le prix\u00a0: «\u00a0dix\u00a0»\u00a0! Dans 10\u00a0jours\u00a0: 1\u00a0877\u00a0525-0337/,
  );
  assert.match(inEnglish!, /Price : ten/);
});

test('French has an unbreakable space before a colon', () => {
  assert.doesNotMatch(JSON.stringify([french, cancellationWords.fr]), /[a-zé] :/);
  for (const text of [french.methods.REF, french.padCancelText]) assert.match(text, /\u00a0:/);
});

test('a label has one line beside what it labels', () => {
  const charged = sampleCharged(quebecSale);
  const cancellation = sampleCancellation(charged, {
    kind: 'flat',
    cancelledOn: '2026-11-15',
    madeOn: '2026-11-20',
    ground: 'Rescission',
    collected: collectedByCard(charged.totalWithTaxCents),
  });
  const labels = [en, fr].flatMap((context) =>
    [
      ...samplePayments.map((payment) => composeDeclaration(samplePolicy({ ...quebecSale, payment }), context)),
      composeFinancingLetter(sampleFinanced(quebecSale), context),
      composeReceipt(charged, context),
      composeRefundReceipt(charged, sampleRefund, context),
      composeCancellationNotice(charged, cancellation, context),
    ]
      .flat()
      .flatMap((block) => (block.kind === 'facts' ? block.groups : []))
      .flatMap(({ facts }) => facts.map(({ label }) => label)),
  );
  assert.ok(labels.length > 100);
  // The column is wide enough for 22 letters and a gap.
  assert.deepEqual(
    labels.filter((label) => label.length > 22),
    [],
  );
});

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textOf).join('\n');
}

test('a statement lists what a seller sold, earned and collected, and who owes whom', () => {
  const amounts = {
    premiumCents: 100_000,
    taxCents: 9_000,
    totalCents: 109_000,
    commissionCents: 15_000,
    collectedCents: 109_000,
  };
  const line = {
    day: '2026-11-15',
    policyNumber: 'NB100000017',
    kind: 'Bind',
    paymentMethod: 'REF',
    seller: 'quebec',
    taxes: [],
    ...amounts,
  } as const;
  const statement = {
    sellerName: 'Assurances Laurentides',
    month: '2026-11',
    to: '2026-11-30',
    isCut: true,
    lines: [line],
    totals: { ...amounts, taxes: [], balanceCents: 94_000 },
    taxes: [{ name: { en: 'RST', fr: 'Taxe sur les primes' }, ratePpm: 90_000, amountCents: 9_000 }],
  };
  const job = compose({ kind: 'statement', statement, language: ['fr', 'en'] }, sampleIssuer);
  assert.deepEqual(
    job.sheets.map(({ title }) => title),
    ['Relevé', 'Statement'],
  );
  const text = JSON.stringify(job.sheets[1]);
  for (const words of [
    'NB100000017',
    'November\u00a02026',
    'November\u00a015, 2026 · Bound',
    '$150.00',
    'You owe us',
    '$940.00',
    'the CSV lists them',
    'Taxes included: RST 9%: $90.00',
  ])
    assert.ok(text.includes(words), words);
  assert.ok(!text.includes('Registration numbers'), 'the issuer has no number for this tax');
});

test('each tax is named with its rate, and the numbers under which it is collected', () => {
  const taxes = [
    { name: { en: 'GST', fr: 'TPS' }, ratePpm: 50_000, amountCents: 1_000 },
    { name: { en: 'QST', fr: 'TVQ' }, ratePpm: 99_750, amountCents: 1_998 },
  ];
  const notesOf = (context: typeof en) => {
    const table = composeDeclaration(samplePolicy({ taxes }), context).find((block) => block.kind === 'prices');
    return table?.kind === 'prices' ? table.notes : null;
  };
  assert.equal(notesOf(en)![0], 'Taxes included: GST 5%: $10.00 · QST 9.975%: $19.98');
  assert.equal(
    notesOf(fr)![0]!.replaceAll('\u00a0', ' '),
    'Taxes comprises : TPS 5 % : 10,00 $ · TVQ 9,975 % : 19,98 $',
  );
  assert.match(notesOf(en)![1]!, /^Registration numbers: GST/);
  assert.match(notesOf(fr)![1]!, /^Numéros d’inscription.: TPS/);
});

test('a registration number is printed only where its tax is charged', () => {
  const ofTax = (name: { readonly en: string; readonly fr: string }, taxNumbers = sampleIssuer.taxNumbers) =>
    (['en', 'fr'] as const).map((language) => {
      const taxes = [{ name, ratePpm: 50_000, amountCents: 1_000 }];
      const [, numbers = ''] = taxNotes(taxes, documentContext(language, { ...sampleIssuer, taxNumbers }));
      return numbers.replace(/^.*?: /, '');
    });
  const gst = ['GST/HST 12345 6789 RT0001', 'TPS/TVH 12345 6789 RT0001'];
  assert.deepEqual(ofTax({ en: 'GST', fr: 'TPS' }), gst);
  assert.deepEqual(ofTax({ en: 'HST', fr: 'TVH' }), gst);
  assert.deepEqual(ofTax({ en: 'QST', fr: 'TVQ' }), ['QST 1234567890 TQ0001', 'TVQ 1234567890 TQ0001']);
  assert.deepEqual(ofTax({ en: 'PST', fr: 'TVP' }), ['', '']);
  // A name of several words, and an issuer that names its numbers in one language.
  const premiums = { en: 'Tax on insurance premiums', fr: 'Taxe sur les primes d’assurance' };
  const one = 'GST/HST 12345 6789 RT0001 · Tax on insurance premiums 1234567890 TP0001';
  assert.deepEqual(
    ofTax(premiums, { en: one, fr: one }),
    Array.from({ length: 2 }, () => 'Tax on insurance premiums 1234567890 TP0001'),
  );
  assert.equal(ofTax({ en: 'PST', fr: 'TVP' }, { en: '12345 6789 RT0001', fr: '' })[0], '12345 6789 RT0001');
});
