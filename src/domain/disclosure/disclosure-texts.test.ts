import assert from 'node:assert/strict';
import test from 'node:test';
import sampleData from '../../sandbox/data/disclosure-texts.json' with { type: 'json' };
import { provinces } from '../address/province.ts';
import { disclosuresFor, parseDisclosureTexts } from './disclosure-texts.ts';
import { fieldsIn, loanFields } from './fields.ts';

const parsed = parseDisclosureTexts(sampleData);
assert.ok(parsed.ok);
const { texts } = parsed;
const choice = { products: [{ productType: 'RPL' }], paymentMethod: 'PFF', day: '2026-11-16' } as const;

test('a clause is given in its provinces alone: two days to cancel a loan only in Quebec', () => {
  for (const province of provinces) {
    const { body } = disclosuresFor(texts, { ...choice, province }).find(({ kind }) => kind === 'CreditDisclosure')!;
    assert.equal(body.en.includes('two days to cancel'), province === 'QC', province);
    assert.equal(body.fr.includes('deux jours pour résoudre'), province === 'QC', province);
  }
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
