import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type Province, provinces } from '../province.ts';
import { cities } from './cities.ts';
import { buildCityIndex, judgeCity } from './city.ts';

const index = buildCityIndex(cities);
const isRefused = (city: string, province: Province) => judgeCity(index, city, province).length > 0;

test('a city known only in another province is refused at applicant.city', () => {
  assert.deepEqual(judgeCity(index, 'Calgary', 'ON'), [
    { code: 'ApplicantOutsideProvince', field: 'applicant.city', params: { province: 'ON' } },
  ]);
  for (const [city, province] of [
    ['Gatineau', 'ON'],
    ['Ottawa', 'QC'],
    ['Winnipeg', 'SK'],
    ['Halifax', 'NB'],
    ['Iqaluit', 'NT'],
    ['Vancouver', 'AB'],
  ] as const) {
    assert.equal(isRefused(city, province), true, `${city} in ${province}`);
  }
});

test('a city of the province passes, and so does a hamlet that no list has', () => {
  assert.equal(isRefused('Ottawa', 'ON'), false);
  assert.equal(isRefused('Kaladar Corners', 'ON'), false);
  assert.equal(isRefused('constructor', 'ON'), false);
  assert.equal(isRefused('東京', 'ON'), false);
  assert.equal(isRefused('', 'ON'), false);
});

test('every spelling of a name is the same name', () => {
  const spellings: readonly (readonly [Province, readonly string[]])[] = [
    ['QC', ['Montréal', 'montreal', 'MONTRÉAL', 'Montre\u0301al', ' Montréal ']],
    ['QC', ['Québec', 'Quebec', 'Quebec City', 'QUÉBEC CITY', 'Ville de Québec']],
    ['QC', ['Trois-Rivières', 'Trois Rivieres', 'TROIS—RIVIÈRES']],
    ['QC', ["Val-d'Or", 'Val-d’Or', 'Val d Or', 'VAL DOR']],
    ['QC', ['Saint-Jérôme', 'St-Jérôme', 'St. Jerome', 'st jerome']],
    ['QC', ['Sainte-Thérèse', 'Ste-Thérèse', 'Ste. Therese']],
    ['ON', ['Greater Sudbury', 'Sudbury', 'Grand Sudbury', 'Grand-Sudbury']],
    ['ON', ['Sault Ste. Marie', 'Sault Sainte Marie', 'Sault-Ste-Marie']],
    ['ON', ['St. Catharines', 'Saint Catharines', 'St Catharines']],
    ['NL', ["St. John's", 'St Johns', 'Saint John’s']],
    ['NL', ['Mount Pearl', 'Mt. Pearl', 'Mt Pearl']],
    ['AB', ['Fort McMurray', 'Ft. McMurray', 'Ft Mcmurray', 'Fort Mc Murray']],
  ];
  for (const [province, names] of spellings) {
    for (const name of names) {
      assert.equal(isRefused(name, province), false, `${name} in ${province}`);
      assert.equal(isRefused(name, 'YT'), true, `${name} in YT`);
    }
  }
});

test('a name that several provinces have passes in each of them', () => {
  const shared: readonly (readonly [string, readonly Province[]])[] = [
    ['Windsor', ['ON', 'NS', 'QC', 'NL']],
    ['Victoria', ['BC', 'PE', 'NL']],
    ['Richmond', ['BC', 'ON', 'QC']],
    ['Woodstock', ['ON', 'NB']],
    ['Stratford', ['ON', 'PE']],
    ['Lloydminster', ['AB', 'SK']],
    ['Flin Flon', ['MB', 'SK']],
    ['Sherbrooke', ['QC', 'NS']],
    ['Cochrane', ['ON', 'AB']],
    ['Saint John', ['NB', 'NL']],
  ];
  for (const [city, where] of shared) {
    for (const province of where) assert.equal(isRefused(city, province), false, `${city} in ${province}`);
    assert.equal(isRefused(city, 'NU'), true, city);
  }
});

test('the list covers every province and territory and holds no blank names', () => {
  assert.ok(index.size >= 700);
  for (const province of provinces) {
    assert.ok([...index.values()].filter((known) => known.has(province)).length >= 15, province);
  }
  for (const row of cities) {
    assert.ok(row.provinces.length > 0);
    assert.ok(
      row.names.every((name) => name.trim() !== ''),
      row.names.slice(0, 3).join(),
    );
  }
});

test('any text is judged without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (city) => {
      assert.ok(judgeCity(index, city, 'ON').length <= 1);
    }),
  );
});
