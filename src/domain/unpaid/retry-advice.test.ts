import assert from 'node:assert/strict';
import test from 'node:test';
import { nextTryOn, refundTriedAfterDays, retryAdviceOf, strictestAdvice, triesMax } from './retry-advice.ts';

const advice = (issuerCode: string | null, adviceCode: string | null = null) =>
  retryAdviceOf({ issuerCode, adviceCode });

test('a refusal without a word of the card schemes is tried again tomorrow', () => {
  for (const code of [null, '05', '51', '54', '61', '91']) assert.equal(advice(code), 'tomorrow');
  for (const code of ['01', '24', '25', '40', '99']) assert.equal(advice('51', code), 'tomorrow');
});

test('a card that its issuer will never approve is not tried again, whichever code says so', () => {
  for (const code of ['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'])
    assert.equal(advice(code), 'never');
  for (const code of ['03', '21']) assert.equal(advice('51', code), 'never');
  assert.equal(advice('41', '26'), 'never');
});

test('an advice code says after how many days a card may be tried again', () => {
  const days = ['02', '26', '27', '28', '29', '30'].map((code) => advice('51', code));
  assert.deepEqual(
    days,
    [3, 2, 4, 6, 8, 10].map((afterDays) => ({ afterDays })),
  );
});

test('a card is charged a few times, on the day that the schemes advise, and then left to the operator', () => {
  const today = '2026-12-30';
  assert.equal(nextTryOn('tomorrow', 1, today), '2026-12-31');
  assert.equal(nextTryOn({ afterDays: 3 }, triesMax - 1, today), '2027-01-02');
  assert.equal(nextTryOn('tomorrow', triesMax, today), null);
  assert.equal(nextTryOn('never', 1, today), null);
});

test('a refund that the issuer declines is tried at most 15 times, and then a person pays it', () => {
  let tries = 0;
  for (let day: number | null = 0; day !== null; tries += 1) {
    const after = refundTriedAfterDays('tomorrow', day);
    day = after === null ? null : day + after;
  }
  assert.equal(tries, 15);
  assert.equal(refundTriedAfterDays({ afterDays: 10 }, 4), 10);
  assert.equal(refundTriedAfterDays({ afterDays: 10 }, 5), null);
  assert.equal(refundTriedAfterDays('never', 0), null);
});

test('of several refusals the strictest counts', () => {
  assert.equal(strictestAdvice([]), 'tomorrow');
  assert.deepEqual(strictestAdvice(['tomorrow', { afterDays: 2 }, { afterDays: 6 }]), { afterDays: 6 });
  assert.equal(strictestAdvice([{ afterDays: 2 }, 'never']), 'never');
});
