import assert from 'node:assert/strict';
import test from 'node:test';
import sampleData from '../../sandbox/data/disclosure-texts.json' with { type: 'json' };
import { provinces } from '../province.ts';
import { disclosuresFor, missingTexts, parseDisclosureTexts } from './disclosure-texts.ts';
import { fieldsIn, loanFields } from './fields.ts';

const parsed = parseDisclosureTexts(sampleData);
assert.ok(parsed.ok);
const { texts } = parsed;
const product = { productType: 'RPL' } as const;
const choice = {
  products: [product],
  paymentMethod: 'PFF',
  isCompany: false,
  day: '2026-11-16',
  firstDebit: '2026-12-16',
} as const;

test('a clause is given in its provinces and to its customers alone: two days to cancel a loan to persons in Quebec', () => {
  for (const province of provinces)
    for (const isCompany of [false, true]) {
      const given = disclosuresFor(texts, { ...choice, province, isCompany });
      const { body } = given.find(({ kind }) => kind === 'CreditDisclosure')!;
      const isConsumer = province === 'QC' && !isCompany;
      assert.equal(body.en.includes('within two days'), isConsumer, province);
      assert.equal(body.fr.includes('dans les deux jours'), isConsumer, province);
    }
});

test('the waiver of a debit’s notice is a paper of its own, given where the first debit is less than ten days ahead', () => {
  const given = (firstDebit: string | null) =>
    disclosuresFor(texts, { ...choice, province: 'ON', firstDebit }).find(({ kind }) => kind === 'PadNoticeWaiver');
  for (const soon of ['2026-11-16', '2026-11-25']) assert.equal(given(soon)?.isRequired, true, soon);
  for (const later of ['2026-11-26', null]) assert.equal(given(later), undefined, String(later));
});

test('a text for the waiver is for loans alone', () => {
  const [text] = sampleData.texts;
  const parse = (paymentMethods: readonly string[]) =>
    parseDisclosureTexts({ ...sampleData, texts: [{ ...text, isForDebitWaiver: true, paymentMethods }] });
  assert.equal(parse(['PFF']).ok, true);
  assert.equal(parse(['PFF', 'CC']).ok, false);
});

test('clauses follow the body in their order', () => {
  const [text] = texts.texts;
  const clause = (words: string, ...named: readonly ('ON' | 'QC')[]) => ({
    provinces: named,
    customers: null,
    body: { en: words, fr: `${words} fr` },
  });
  const own = {
    ...text!,
    provinces: null,
    clauses: [clause('one', 'ON', 'QC'), clause('two', 'QC'), clause('three', 'ON')],
  };
  const given = (province: 'ON' | 'QC' | 'BC') =>
    disclosuresFor({ ...texts, texts: [own] }, { ...choice, province })[0]!.body;
  assert.ok(given('ON').en.endsWith('\n\none\n\nthree'));
  assert.ok(given('QC').fr.endsWith('\n\none fr\n\ntwo fr'));
  assert.deepEqual(given('BC'), text!.body);
});

test('a clause with an unknown field, an unknown province or a figure of a loan where none is, is a fault', () => {
  const faultsOf = (clause: object) => {
    const [text] = sampleData.texts;
    const result = parseDisclosureTexts({ ...sampleData, texts: [{ ...text, clauses: [clause] }] });
    return result.ok ? [] : result.faults.map((fault) => JSON.stringify(fault));
  };
  const body = { en: 'a', fr: 'b' };
  assert.deepEqual(faultsOf({ provinces: ['QC'], body }), []);
  assert.match(faultsOf({ provinces: ['QC'], body: { ...body, en: '{{nothing}}' } }).join(), /nothing/);
  assert.match(faultsOf({ provinces: ['QC'], body: { ...body, fr: '{{apr}}' } }).join(), /figure of a loan/);
  assert.match(faultsOf({ provinces: ['XX'], body }).join(), /must be one of/);
  assert.match(faultsOf({ body }).join(), /must name provinces or customers/);
  assert.deepEqual(faultsOf({ customers: ['Company'], body }), []);
});

test('the sample credit disclosures state what the law wants to be stated, in both languages: in Quebec one rate', () => {
  const earlierNames = ['amountFinanced', 'financeCharge'];
  const elsewhere = ['installmentAmount', 'debitNotice', 'debitKind', 'accountHolder', 'accountDigits'];
  const ofQuebec = ['creditRate', 'lenderPermit'];
  const ofOthers = ['apr', 'annualRate'];
  for (const province of ['QC', 'ON'] as const)
    for (const language of ['en', 'fr'] as const) {
      const given = disclosuresFor(texts, { ...choice, province });
      const stated = fieldsIn(given.find(({ kind }) => kind === 'CreditDisclosure')!.body[language]);
      const others = province === 'QC' ? ofOthers : ofQuebec;
      for (const field of loanFields.filter((one) => ![...earlierNames, ...elsewhere, ...others].includes(one)))
        assert.ok(stated.includes(field), `${field} ${province} ${language}`);
      for (const field of others) assert.ok(!stated.includes(field), `${field} ${province} ${language}`);
    }
});

test('Quebec needs its three papers, and two more for a loan; elsewhere the operator says what is given', () => {
  const quebec = { province: 'QC', paymentMethod: 'REF' } as const;
  assert.deepEqual(missingTexts([], quebec), ['ProductSummary', 'FactSheet', 'RescissionNotice']);
  assert.deepEqual(missingTexts([{ kind: 'FactSheet' }], { ...quebec, paymentMethod: 'PFF' }), [
    'ProductSummary',
    'RescissionNotice',
    'CreditDisclosure',
    'PadAgreement',
  ]);
  assert.deepEqual(missingTexts([], { ...quebec, province: 'ON' }), []);
});

test('the sample privacy notice says where data goes, and in Quebec alone what is done before it leaves the province', () => {
  for (const province of provinces) {
    const { body } = disclosuresFor(texts, { ...choice, province }).find(({ kind }) => kind === 'PrivacyNotice')!;
    assert.match(body.en, /## Where it goes[\s\S]*outside Canada/);
    assert.match(body.fr, /## Où ils sont conservés[\s\S]*à l’extérieur du Canada/);
    assert.equal(/leaves Quebec[\s\S]*Commission d’accès/.test(body.en), province === 'QC', province);
    assert.equal(/à l’extérieur du Québec[\s\S]*Commission d’accès/.test(body.fr), province === 'QC', province);
    assert.equal(/Qu[eé]bec/.test(body.en + body.fr), province === 'QC', province);
  }
});
