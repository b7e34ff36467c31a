import assert from 'node:assert/strict';
import test from 'node:test';

/**
 * What the card form knows of cards by itself. It is browser code, without types, so it is loaded as the browser does
 * it.
 */
const folder = new URL('../../src/sandbox/card-processor/checkout/', import.meta.url);
const card = await import(new URL('card.js', folder).href);
const { sandboxCards } = await import(new URL('sandbox-cards.js', folder).href);
const { texts } = await import(new URL('texts.js', folder).href);
const { behaviourOf } = await import('../../src/sandbox/card-processor/card-behaviour.ts');

test('an expiry date is understood however it is typed, pasted or filled in', () => {
  const written: readonly (readonly [string, string])[] = [
    ['1', '1'],
    ['12', '12'],
    ['3', '03'],
    ['123', '12 / 3'],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['3/30', '03 / 30'],
    ['12/2030', '12 / 30'],
    ['12 / 202', '12 / 202'],
    ['2030-12', '12 / 30'],
    ['2030-3', '03 / 30'],
    ['12/30/99', '12 / 30'],
    ['', ''],
  ];
  for (const [typed, shown] of written) assert.equal(card.formatExpiry(typed), shown, typed);
});

test('a card is good until the end of its month', () => {
  const today = new Date(2027, 5, 30);
  assert.equal(card.faultOfExpiry('06 / 27', today), null);
  assert.equal(card.faultOfExpiry('05 / 27', today), 'expiryPast');
  assert.equal(card.faultOfExpiry('12 / 26', today), 'expiryPast');
  assert.equal(card.faultOfExpiry('01 / 28', today), null);
  assert.equal(card.faultOfExpiry('00 / 28', today), 'expiryNoMonth');
  assert.equal(card.faultOfExpiry('12 / 202', today), 'expiryIncomplete');
});

test('a number is grouped as on the card, and checked to its last digit', () => {
  assert.equal(card.groupNumber('4242424242424242'), '4242 4242 4242 4242');
  assert.equal(card.groupNumber('371449635398431'), '3714 496353 98431');
  assert.equal(card.groupNumber('3714496353984319999'), '3714 496353 98431');
  assert.equal(card.faultOfNumber('371449635398431'), null);
  assert.equal(card.faultOfNumber('371449635398432'), 'numberWrong');
  assert.equal(card.faultOfNumber('37144963539843'), 'numberIncomplete');
  assert.equal(card.faultOfCvv('123', '371449635398431'), 'cvvNotFour');
  assert.equal(card.faultOfCvv('1234', '4242424242424242'), 'cvvNotThree');
});

test('the cards on the ribbon are the processor’s, with what it does with them', () => {
  const behaviours: Readonly<Record<string, string>> = {
    accepted: 'accepted',
    refused: 'refused',
    refusedLater: 'refused later',
    refusedForGood: 'refused for good',
    refusedForDays: 'refused for days',
  };
  for (const { number, outcome } of sandboxCards) {
    assert.equal(behaviourOf(number.replaceAll(' ', '')), behaviours[outcome], number);
  }
});

test('the form speaks of the page around it: a shop, the page of a link, or of an unpaid charge', () => {
  assert.doesNotMatch(JSON.stringify(texts.en.screens), /shop/i);
  assert.doesNotMatch(JSON.stringify(texts.fr.screens), /boutique/i);
});

test('both languages say everything', () => {
  assert.deepEqual(Object.keys(texts.fr), Object.keys(texts.en));
  assert.deepEqual(Object.keys(texts.fr.screens), Object.keys(texts.en.screens));
});
