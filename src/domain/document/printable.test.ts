import assert from 'node:assert/strict';
import test from 'node:test';
import { namesByFont } from '../../../test/kit/sale/sample-names.ts';
import { fontRuns, isPrintable, nameOfSign, unprintableSign } from './printable.ts';

test('a name can be printed in every script in which people in Canada write theirs', () => {
  for (const [family, names] of Object.entries(namesByFont))
    for (const name of names) {
      assert.equal(unprintableSign(name), null, name);
      assert.deepEqual(fontRuns(name), [{ family, text: name }], name);
    }
});

test('a name is printed however its accents are encoded', () => {
  for (const name of ['Nguyễn Thị Ánh Tuyết', 'Zoë', 'Đặng', 'Ελένη', 'Їжакевич', '김민준', 'がぎぐ', 'ਸ਼ਰਮਾ', 'שָׂרָה']) {
    assert.ok(isPrintable(name.normalize('NFC')), name);
    assert.ok(isPrintable(name.normalize('NFD')), name);
  }
});

test('what can’t be printed as it came is named', () => {
  const signs = {
    'Zoë 😀': '😀 (U+1F600)',
    '🇨🇦': '🇨 (U+1F1E8)',
    'a\u0000b': 'U+0000',
    'a\nb': 'U+000A',
    'a\u202eb': 'U+202E',
    'שרה\u200f': 'U+200F',
    'Schif\u00adfer': 'U+00AD',
    '\ufeffAnn': 'U+FEFF',
    'a\ud800': 'U+D800',
    '\ue000': 'U+E000',
    'a\ufffc': 'U+FFFC',
    '\ufffd': 'U+FFFD',
    '葛\u{e0100}': 'U+E0100',
    '\u3164': 'U+3164',
    བོད: 'བ (U+0F56)',
    ᱥᱟᱱ: 'ᱥ (U+1C65)',
  };
  for (const [name, sign] of Object.entries(signs)) {
    assert.equal(nameOfSign(unprintableSign(name)!), sign, name);
    assert.equal(isPrintable(name), false, name);
  }
});

test('a mark is printed on a letter of its script, and nowhere else', () => {
  for (const name of ['\u0301a', 'a \u0301', '-\u0301', 'a\u05b0', 'कि'.slice(1), 'क\u0e34', 'x\u20e3'])
    assert.notEqual(unprintableSign(name), null, name);
  assert.equal(unprintableSign('x\u0300\u0301\u0302'), null);
  assert.equal(unprintableSign('x\u0300\u0301\u0302\u0303'), '\u0303', 'more would stand in the line above');
});

test('a text of blanks can’t be printed, but no sign of it is to blame', () => {
  for (const text of ['', ' ', '\u00a0', '\u3000']) {
    assert.equal(isPrintable(text), false);
    assert.equal(unprintableSign(text), null);
  }
});

test('what joins letters of a text from right to left stays in their font', () => {
  assert.deepEqual(fontRuns('Ann שרה, 12 (ב) 王'), [
    { family: 'Noto Sans', text: 'Ann ' },
    { family: 'Noto Sans Hebrew', text: 'שרה, 12 (ב) ' },
    { family: 'Noto Sans SC', text: '王' },
  ]);
});

test('ideographs are those of the language that the text shows', () => {
  const familyOf = (text: string) => fontRuns(text)[0]!.family;
  assert.equal(familyOf('高橋さくら'), 'Noto Sans JP');
  assert.equal(familyOf('金민준'), 'Noto Sans KR');
  assert.equal(familyOf('高橋'), 'Noto Sans SC');
});

test('what can’t be printed is left out of a text that nobody has judged', () => {
  assert.deepEqual(fontRuns('INV\u0000-7 😀'), [{ family: 'Noto Sans', text: 'INV-7 ' }]);
  assert.deepEqual(fontRuns('\ud800'), []);
});
