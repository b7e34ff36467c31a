import assert from 'node:assert/strict';
import test from 'node:test';
import type { DocumentId } from '../ids.ts';
import { type GivenPaper, isOfChoice, judgeAcknowledgements, type StatedChoice, termsStatedIn } from './paper.ts';

const choice: StatedChoice = {
  coverage: { coverageCategory: 'Replacement', paymentTermInYears: 3, productTypes: ['GAP', 'RPL'] },
  loan: { priceCents: 133_340, loanTermInMonths: 36, downPaymentCents: 25_000, firstInstallmentDate: '2026-12-01' },
};
const body = { en: 'For {{customerName}}.' };
const textOf = (kind: string, words = body.en) => ({ kind, body: { en: words } });

/** Other choices, by what is different in them. */
const others = {
  products: { ...choice, coverage: { ...choice.coverage, productTypes: ['RPL'] } },
  term: { ...choice, coverage: { ...choice.coverage, paymentTermInYears: 2 } },
  category: { ...choice, coverage: { ...choice.coverage, coverageCategory: 'LimitedIndemnity' } },
  loanTerm: { ...choice, loan: { ...choice.loan!, loanTermInMonths: 12 } },
  downPayment: { ...choice, loan: { ...choice.loan!, downPaymentCents: 0 } },
  firstInstallment: { ...choice, loan: { ...choice.loan!, firstInstallmentDate: '2026-12-02' } },
  price: { ...choice, loan: { ...choice.loan!, priceCents: 133_341 } },
  noLoan: { ...choice, loan: null },
} as const satisfies Record<string, StatedChoice>;

test('a paper counts for the choice that it says, and one that says nothing of it for every choice', () => {
  const ofCoverage = ['products', 'term', 'category'];
  const ofLoan = ['loanTerm', 'downPayment', 'firstInstallment', 'price', 'noLoan'];
  for (const [kinds, differing] of [
    [['ProductSummary', 'FactSheet', 'RescissionNotice'], ofCoverage],
    [['CreditDisclosure', 'PadAgreement', 'PadNoticeWaiver'], ofLoan],
    [['Offer'], [...ofCoverage, ...ofLoan]],
    [['PrivacyNotice', 'OwnLetter'], []],
  ] as const)
    for (const kind of kinds) {
      const says = termsStatedIn(textOf(kind), choice);
      assert.ok(isOfChoice(says, choice), kind);
      const found = Object.entries(others).filter(([, other]) => !isOfChoice(says, other));
      assert.deepEqual(
        found.map(([name]) => name),
        differing,
        kind,
      );
    }
});

test('an operator’s own kind says what its fields name', () => {
  const says = (words: string) => {
    const { coverage, loan } = termsStatedIn(textOf('OwnLetter', words), choice);
    return [coverage !== null, loan !== null];
  };
  assert.deepEqual(says('{{products}} for {{vehicle}}'), [true, false]);
  assert.deepEqual(says('{{installmentAmount}}'), [false, true]);
  assert.deepEqual(says('{{totalWithTax}}, {{apr}}'), [true, true]);
  assert.deepEqual(says('{{sellerName}}'), [false, false]);
});

test('the order in which the products were chosen makes no other choice', () => {
  const says = termsStatedIn(textOf('FactSheet'), choice);
  assert.ok(isOfChoice(says, { ...choice, coverage: { ...choice.coverage, productTypes: ['RPL', 'GAP'] } }));
});

const now = new Date('2026-11-15T17:00:00.000Z');
const givenAt = new Date('2026-11-15T16:59:00.700Z');
const acknowledgedAt = '2026-11-15T16:59:30Z';
const id = (place: number) => `0190c0de-0000-7000-8000-00000000000${place}` as DocumentId;
const paper = (place: number, of: StatedChoice, version = '2'): GivenPaper => ({
  downloadId: id(place),
  kind: 'FactSheet',
  version,
  givenAt,
  says: termsStatedIn(textOf('FactSheet'), of),
});

test('by kind and version it is the paper of that kind that was given last; by its id any that was given', () => {
  const papers = [paper(2, others.term), paper(1, choice)];
  const judge = (sent: object, of: StatedChoice = choice) =>
    judgeAcknowledgements([{ acknowledgedAt, ...sent }], papers, { choice: of, now });
  assert.deepEqual(judge({ kind: 'FactSheet', version: '2' }).wrong, ['FactSheet'], 'that one is of two years');
  assert.deepEqual(judge({ kind: 'FactSheet', version: '2' }, others.term).wrong, []);
  assert.deepEqual(judge({ downloadId: id(1) }).acknowledgements, [
    { kind: 'FactSheet', version: '2', downloadId: id(1), acknowledgedAt },
  ]);
  assert.deepEqual(judge({ downloadId: id(2) }).wrong, ['FactSheet']);
  assert.deepEqual(judge({ downloadId: id(1), kind: 'PadAgreement' }).wrong, ['PadAgreement']);
  assert.deepEqual(judge({ downloadId: id(3) }).wrong, [id(3)]);
  assert.deepEqual(judge({ kind: 'FactSheet', version: '1' }).wrong, ['FactSheet']);
  assert.deepEqual(judge({ kind: 'PadAgreement', version: '2' }).wrong, ['PadAgreement']);
});

test('an acknowledgement is of a paper that was given, from its second on, at most five minutes ahead', () => {
  const untimely = (at: string) =>
    judgeAcknowledgements([{ kind: 'FactSheet', version: '2', acknowledgedAt: at }], [paper(1, choice)], {
      choice,
      now,
    }).untimely;
  for (const good of ['2026-11-15T16:59:00Z', '2026-11-15T12:05:00-05:00']) assert.deepEqual(untimely(good), []);
  for (const wrong of ['2026-11-15T16:58:59.999Z', '2026-11-15T17:05:00.001Z']) assert.deepEqual(untimely(wrong), [0]);
});
