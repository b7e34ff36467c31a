import assert from 'node:assert/strict';
import test from 'node:test';
import type { DocumentId } from '../ids.ts';
import { type WordedSale, type Wording, wordingsFor } from './wording.ts';

const wording = (id: string, changes: Partial<Wording> = {}): Wording => ({
  id: id as DocumentId,
  form: id,
  version: '1',
  language: 'en',
  products: null,
  provinces: null,
  from: '2026-01-01',
  digest: '',
  ...changes,
});

const sale: WordedSale = {
  province: 'ON',
  languages: ['en'],
  day: '2026-11-15',
  products: [{ productType: 'RPL' }, { productType: 'DED' }],
};

const formsOf = (known: readonly Wording[], changes: Partial<WordedSale> = {}) =>
  wordingsFor(known, { ...sale, ...changes }).map(({ form, products }) => `${form}: ${products.join(' ')}`);

test('a wording of several products is there once', () => {
  assert.deepEqual(formsOf([wording('all')]), ['all: RPL DED']);
});

test('a wording that names the product counts before one that names the province, and that before one for all', () => {
  const known = [wording('all'), wording('ontario', { provinces: ['ON'] }), wording('rpl', { products: ['RPL'] })];
  assert.deepEqual(formsOf(known), ['rpl: RPL', 'ontario: DED']);
  const both = wording('rpl in ontario', { products: ['RPL'], provinces: ['ON'] });
  assert.deepEqual(formsOf([...known, both]), ['rpl in ontario: RPL', 'ontario: DED']);
  assert.deepEqual(formsOf([...known, both], { province: 'MB' }), ['rpl: RPL', 'all: DED']);
});

test('a wording holds from its first day, and then counts before the older one', () => {
  const known = [wording('new', { from: '2026-11-16' }), wording('old')];
  assert.deepEqual(formsOf(known), ['old: RPL DED']);
  assert.deepEqual(formsOf(known, { day: '2026-11-16' }), ['new: RPL DED']);
});

test('a customer of two languages gets both, in their order, and never another language', () => {
  const known = [wording('en'), wording('fr', { language: 'fr' })];
  assert.deepEqual(formsOf(known, { languages: ['fr', 'en'] }), ['fr: RPL DED', 'en: RPL DED']);
  assert.deepEqual(formsOf([wording('en')], { languages: ['fr'] }), []);
});
