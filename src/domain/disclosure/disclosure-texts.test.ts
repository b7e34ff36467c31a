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
const choice = { products: [product], paymentMethod: 'PFF', day: '2026-11-16', firstDebit: '2026-12-16' } as const;

test('a clause is given in its provinces alone: two days to cancel a loan only in Quebec', () => {
  for (const province of provinces) {
    const { body } = disclosuresFor(texts, { ...choice, province }).find(({ kind }) => kind === 'CreditDisclosure')!;
    assert.equal(body.en.includes('two days to cancel'), province === 'QC', province);
    assert.equal(body.fr.includes('deux jours pour résoudre'), province === 'QC', province);
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
  assert.match(faultsOf({ body }).join(), /provinces/);
});

test('the sample credit disclosure states what the law wants to be stated, in both languages', () => {
  const { body } = texts.texts.find(({ kind }) => kind === 'CreditDisclosure')!;
  const earlierNames = ['amountFinanced', 'financeCharge'];
  const elsewhere = ['installmentAmount', 'debitNotice', 'debitKind'];
  for (const field of loanFields.filter((one) => ![...earlierNames, ...elsewhere].includes(one)))
    for (const language of ['en', 'fr'] as const)
      assert.ok(fieldsIn(body[language]).includes(field), `${field} ${language}`);
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
