import assert from 'node:assert/strict';
import test from 'node:test';
import { checkDigit, checkVin, makerCode, modelYears, withCheckDigit, yearCode } from './vin.ts';

const modelYear = (vin: string, yearMax: number): number | undefined => modelYears(vin, 'light', yearMax)[0];

test('a VIN is trimmed and upper-cased, and then right or wrong for one reason', () => {
  assert.deepEqual(checkVin(' 1hgcm82633a004352 '), { ok: true, vin: '1HGCM82633A004352' });
  assert.deepEqual(checkVin('1HGCM82633A00435'), { ok: false, fault: 'length' });
  assert.deepEqual(checkVin('1HGCM82633A0043521'), { ok: false, fault: 'length' });
  assert.deepEqual(checkVin(''), { ok: false, fault: 'length' });
  assert.deepEqual(checkVin('1HGCM82643A004352'), { ok: false, fault: 'check-digit' });
});

test('I, O, Q and everything that is neither letter nor digit are refused', () => {
  for (const wrong of ['I', 'O', 'Q', 'É', '.', '-', ' ', '[', '\u0000', '٣']) {
    assert.deepEqual(checkVin(`1HGCM82633A00${wrong}352`), { ok: false, fault: 'alphabet' }, wrong);
  }
  assert.deepEqual(checkVin('1HGCM826Q3A004352'), { ok: false, fault: 'check-digit' });
});

test('the check digit is that of well-known VINs', () => {
  assert.equal(checkDigit('11111111111111111'), '1');
  assert.equal(checkDigit('1M8GDM9AXKP042788'), 'X');
  assert.equal(checkDigit('5GZCZ43D13S812715'), '1');
  assert.equal(checkDigit('1FTFW5L86RFB45612'), '6');
  assert.equal(checkDigit('too short'), null);
});

test('one wrong character, or two neighbours exchanged, is noticed most of the time and repaired by withCheckDigit', () => {
  const vin = '1FTFW5L86RFB45612';
  assert.equal(checkVin('1FTFW5L86RFB45621').ok, false);
  assert.equal(withCheckDigit('1FTFW5L8*RFB45612'), vin);
});

test('the model year of a light vehicle follows position 7: a letter since 2010, a digit before', () => {
  assert.equal(modelYear('1HGCM82633A004352', 2028), 2003);
  assert.equal(modelYear('1FTFW1ET5DFC10312', 2028), 2013);
  assert.equal(modelYear('5YJ3E1EA7KF317000', 2028), 2019);
  assert.equal(modelYear('2T1BR12E1YC000001', 2028), 2000);
  assert.equal(modelYear('2T1BU4EE9AC000001', 2028), 2010);
  assert.equal(modelYear('2T1BU40E99C000001', 2028), 2009);
});

test('a letter in position 7 means the earlier year when the later is still to come', () => {
  assert.deepEqual(modelYears('3C4FY4BB21T000000', 'light', 2028), [2001]);
  assert.deepEqual(modelYears('1FTFW1ET5XFC10312', 'light', 2028), [1999]);
  assert.deepEqual(modelYears('1FTFW1ET5WFC10312', 'light', 2028), [2028, 1998]);
  assert.deepEqual(modelYears('1FTFW1ET5VFC10312', 'light', 2028), [2027]);
});

test('a year beyond the last one is not a year, and five characters never are', () => {
  assert.deepEqual(modelYears('4DRBUC8N4XB000001', 'other', 2028), [1999]);
  assert.deepEqual(modelYears('1FTFW1ET5XFC10312', 'truck', 2028), [1999]);
  for (const wrong of ['U', 'Z', '0', 'I', 'Q']) {
    assert.deepEqual(modelYears(`1FTFW1ET5${wrong}FC10312`, 'other', 2039), []);
  }
});

test('a truck may be heavy and keeps both years, that of position 7 first; other vehicles the later first', () => {
  assert.deepEqual(modelYears('1FTEX15N1SKA00001', 'truck', 2028), [1995, 2025]);
  assert.deepEqual(modelYears('1FTEW1EP5NKE29730', 'truck', 2028), [2022, 1992]);
  assert.deepEqual(modelYears('4DRBUC8N4GB000001', 'other', 2028), [2016, 1986]);
  assert.deepEqual(modelYears('1FVACWDT05H000001', 'other', 2028), [2005]);
});

test('the year code covers 1980 to 2039 and comes back', () => {
  for (let year = 1980; year < 2040; year++) {
    const position7 = year < 2010 ? '1' : 'E';
    const vin = `1FTFW1${position7}T5${yearCode(year)}FC10312`;
    assert.equal(modelYear(vin, 2039), year);
  }
});

test('a small maker has a code of six characters', () => {
  assert.equal(makerCode('1HGCM82633A004352'), '1HG');
  assert.equal(makerCode('1F9AA1234CA434567'), '1F9434');
});
