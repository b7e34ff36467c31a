import assert from 'node:assert/strict';
import test from 'node:test';
import { buildLienHolderIndex, searchLienHolders } from '../../domain/lienholder/search.ts';
import { cities } from '../../domain/person/cities.ts';
import { buildCityIndex, judgeCity } from '../../domain/person/city.ts';
import { isPostalCodeIn, parsePostalCode } from '../../domain/person/postal-code.ts';
import { type Province, provinces } from '../../domain/province.ts';
import dealerData from './dealers.json' with { type: 'json' };
import lienHolderData from './lienholders.json' with { type: 'json' };

const { dealers } = dealerData;
const { lienHolders } = lienHolderData;
const cityIndex = buildCityIndex(cities);

test('sample data says that it is sample data', () => {
  for (const data of [dealerData, lienHolderData]) {
    assert.equal(data.sample, true);
    assert.match(data.notice, /sample|invented/);
  }
});

test('every row has an id of its own and an address that obeys the address rules', () => {
  const isIdOf = { 'dl-': dealers, 'lh-': lienHolders };
  for (const [prefix, rows] of Object.entries(isIdOf)) {
    assert.equal(new Set(rows.map((row) => row.id)).size, rows.length);
    assert.equal(new Set(rows.map((row) => row.name)).size, rows.length);
    for (const row of rows) {
      assert.match(row.id, new RegExp(`^${prefix}[a-z0-9]+(-[a-z0-9]+)*$`));
      for (const text of [row.name, row.addressLine1, row.city]) assert.ok(text !== '' && text === text.trim(), row.id);
      const province = provinces.find((known) => known === row.province);
      assert.ok(province !== undefined, row.id);
      assert.equal(parsePostalCode(row.postalCode), row.postalCode, row.id);
      assert.ok(isPostalCodeIn(row.postalCode, province), row.id);
      assert.deepEqual(judgeCity(cityIndex, row.city, province), [], row.id);
    }
  }
});

test('there are lienholders enough, in every part of the country', () => {
  assert.ok(lienHolders.length >= 130);
  const covered = new Set(lienHolders.map((row) => row.province));
  for (const province of ['ON', 'QC', 'BC', 'AB', 'SK', 'MB', 'NB', 'NS', 'PE', 'NL']) assert.ok(covered.has(province));
});

test('every lienholder is found first by its own name', () => {
  const index = buildLienHolderIndex(lienHolders);
  for (const row of lienHolders) assert.equal(searchLienHolders(index, row.name)[0]?.id, row.id, row.name);
});

test('sellers have the dealers that the sandbox promises them, each in their province', () => {
  const homes: Readonly<Record<string, Province>> = { ontario: 'ON', quebec: 'QC', levis: 'QC', manitoba: 'MB' };
  const linked = (seller: string, isActive: boolean) =>
    dealers.filter((dealer) => dealer.links.some((link) => link.seller === seller && link.isActive === isActive))
      .length;
  assert.ok(dealers.length >= 14);
  assert.ok(linked('ontario', true) >= 3);
  assert.ok(linked('quebec', true) >= 1);
  assert.ok(linked('manitoba', true) >= 1);
  assert.equal(linked('levis', true), 1);
  assert.equal(linked('ontario', false), 1);
  for (const dealer of dealers) {
    for (const link of dealer.links) assert.equal(homes[link.seller], dealer.province, `${dealer.id} ${link.seller}`);
  }
});
