import assert from 'node:assert/strict';
import test from 'node:test';
import type { Applicant } from '../quote/quote.ts';
import { saleWords } from './sale-words.ts';
import { namesOneSale, readSearch } from './search-box.ts';

const vin = '2T3RFREV7RW012345';
const marie = {
  firstOrCompanyName: 'Marie-Ève',
  lastName: "L'Écuyer d’Amours",
  emailAddress: 'Marie.Lecuyer@Exemple.ca',
  phoneNumber: '+1 (416) 555-0142 ext. 12',
  businessPhone: null,
};

/** Whether the words of a sale are found by what is typed, as PostgreSQL finds them. */
function finds(typed: string, applicant: Partial<Applicant> = {}, isWhole = false): boolean {
  const words = saleWords({ applicant: { ...marie, ...applicant }, vehicle: { vin } });
  const search = readSearch(typed, { isWhole });
  return (search?.words ?? []).some((all) =>
    all.every(({ text, isBeginning }) => words.some((word) => (isBeginning ? word.startsWith(text) : word === text))),
  );
}

const all = (typed: readonly string[], isWhole = false): void => {
  for (const text of typed) assert.ok(finds(text, {}, isWhole), text);
};
const none = (typed: readonly string[], isWhole = false): void => {
  for (const text of typed) assert.ok(!finds(text, {}, isWhole), text);
};

test('a name is found by the beginning of any of its words, in any order, whatever the accents and hyphens', () => {
  all([
    'marie',
    'MARIE-EVE',
    'ève',
    'lecuyer',
    'L’Écu',
    "l'ecuyer marie",
    'Marie Eve L’Écuyer',
    'lec mar',
    'm lecuyer',
  ]);
  none(['cuyerx', 'arie', 'marie tremblay', 'lecuyer x']);
});

test('a word with an apostrophe is found as one word and as two', () => {
  all(['damours', "d'amours", 'd amours', 'amours', 'ecuyer']);
});

test('two letters are enough for a name, and one beside another word', () => {
  all(['ma', 'm l']);
  assert.equal(readSearch('m', { isWhole: false }), null);
});

test('an e-mail address is found by its beginning, with or without what follows the @', () => {
  all(['marie.lecuyer@exemple.ca', 'MARIE.LECUYER@', 'marie.lec']);
  none(['lecuyer@', 'exemple.ca', 'marie.lecuyer@exemple.com']);
});

test('a VIN is found whole, by its first five and by its last four characters', () => {
  all([vin, vin.toLowerCase(), '2t3rf', '2T3RFREV7', '2345', '012345', 'RW012345']);
  none(['345', '2346', '2T3R', '2T3RFREV8', '112345', 'O12345']);
});

test('a phone number is found whole or by its last four digits or more, however it is written, and never by its extension', () => {
  all(['416-555-0142', '(416) 555 0142', '+1 416.555.0142', '14165550142', '555-0142', '5550142', '55-0142', '0142']);
  none(['142', '416-555', '416-555-0143', '613-555-0142', '416555014212']);
  assert.ok(finds('613 555 0199', { businessPhone: '613-555-0199' }));
  assert.ok(finds('9123-4567', { firstOrCompanyName: '9123-4567 Québec inc.', lastName: null }));
});

test('who may not see people finds them by what is known in full, and vehicles as others do', () => {
  all(['marie-eve lecuyer damours', 'L’Écuyer d’Amours Marie Ève', 'marie.lecuyer@exemple.ca', '416 555 0142'], true);
  none(['marie', 'lecuyer damours', 'marie.lecuyer@', 'marie.lecuyer', '555-0142'], true);
  all([vin, '2T3RF', '012345'], true);
});

test('a number may be the end of a policy number, and one with a digit that of a loan', () => {
  const read = (text: string) => readSearch(text, { isWhole: false });
  assert.equal(read('0017')?.policyNumberEnd, '0017');
  assert.equal(read('017')?.policyNumberEnd, null);
  assert.equal(read('sl-1000 0017-3')?.loanNumber, 'SL100000173');
  assert.equal(read('tremblay')?.loanNumber, null);
});

test('a whole policy number and an id name one sale, and nothing else is looked for', () => {
  const whole = readSearch(' nb100000017 ', { isWhole: false })!;
  assert.deepEqual(whole, { id: null, words: [], policyNumberEnd: 'NB100000017', loanNumber: null });
  const id = readSearch('019A0B1C-2D3E-7F40-8123-456789ABCDEF', { isWhole: false })!;
  assert.deepEqual(id, { ...whole, id: '019a0b1c-2d3e-7f40-8123-456789abcdef', policyNumberEnd: null });
  assert.deepEqual(
    [whole, id, readSearch('00000017', { isWhole: false })!].map((search) => namesOneSale(search)),
    [true, true, false],
  );
});

test('what is too short to find anything by is no search', () => {
  for (const text of ['', '  ', 'a', '@', 'a@', '!!', "'", '1'])
    assert.equal(readSearch(text, { isWhole: false }), null, text);
  assert.notEqual(readSearch('Li', { isWhole: false }), null);
  assert.notEqual(readSearch('a@b', { isWhole: false }), null);
});
