import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { addDays } from '../calendar.ts';
import { type Province, provinces } from '../province.ts';
import { parseRateBook } from '../tariff/parse-rate-book.ts';
import type { InsurerNoticeRule } from '../tariff/rate-book.ts';
import { type CancellationGround, cancellationGrounds } from './cancellation-cause.ts';
import { insurerNotice } from './insurer-notice.ts';

const sample = readFileSync(new URL('../../sandbox/data/rate-book.json', import.meta.url), 'utf8');
const parsed = parseRateBook(JSON.parse(sample));
const rules = parsed.ok ? parsed.book.insurerNotices : assert.fail();

const effectiveDate = '2026-11-15';
const days = (province: Province, ground: CancellationGround, inForce = 0) =>
  insurerNotice(rules, {
    province,
    ground,
    effectiveDate,
    givenOn: addDays(effectiveDate, inForce),
  });

test('Ontario asks for 15 days, and for 30 when the premium is not paid', () => {
  assert.equal(days('ON', 'Other').days, 15);
  assert.equal(days('ON', 'NonPayment').days, 30);
  assert.equal(days('ON', 'Other').earliest, '2026-11-30');
  assert.equal(days('ON', 'Other').isSample, false);
});

test('Quebec asks for 15 days, and for 30 from the sixtieth day of cover on', () => {
  for (const ground of ['Other', 'NonPayment'] as const) {
    assert.equal(days('QC', ground, -5).days, 15);
    assert.equal(days('QC', ground, 59).days, 15);
    assert.equal(days('QC', ground, 60).days, 30);
  }
});

test('Quebec lets the insurer cancel after 60 days for non-payment or an aggravated risk alone, by its own law', () => {
  for (const ground of cancellationGrounds) {
    assert.equal(days('QC', ground, 59).isAllowed, true, ground);
    assert.equal(days('QC', ground, 60).isAllowed, ['NonPayment', 'AggravatedRisk'].includes(ground), ground);
    assert.equal(days('ON', ground, 400).isAllowed, true, ground);
    assert.match(days('QC', ground, 59).basis, /Civil Code of Québec, art\. 2477/);
    assert.equal(days('QC', ground, 60).basis, 'Automobile Insurance Act, s. 91');
    assert.equal(days('QC', ground, 60).basisFrench, 'Loi sur l’assurance automobile, art. 91');
  }
});

test('a province without a rule of its own has a sample, which is marked', () => {
  assert.deepEqual([days('AB', 'Other').days, days('AB', 'Other').isSample], [15, true]);
  assert.deepEqual([days('NS', 'NonPayment').days, days('NS', 'NonPayment').isSample], [30, true]);
});

test('which rule counts does not depend on their order in the book', () => {
  const backwards = rules.toReversed();
  for (const province of provinces)
    for (const ground of ['Other', 'NonPayment'] as const)
      for (const inForce of [0, 60]) {
        const given = { province, ground, effectiveDate, givenOn: addDays(effectiveDate, inForce) };
        assert.deepEqual(insurerNotice(backwards, given), insurerNotice(rules, given), `${province} ${ground}`);
      }
});

test('a change of the law counts for notices from its day on, and the rule before until then', () => {
  const changed: InsurerNoticeRule[] = rules.flatMap((rule) =>
    rule.provinces?.includes('ON') && !rule.isForNonPayment
      ? [
          { ...rule, until: '2026-12-31' },
          { ...rule, from: '2027-01-01', days: 20, basis: 'O. Reg. 1/27' },
        ]
      : [rule],
  );
  const on = (givenOn: string) => insurerNotice(changed, { province: 'ON', ground: 'Other', effectiveDate, givenOn });
  assert.deepEqual([on('2026-12-31').days, on('2026-12-31').basis], [15, 'O. Reg. 45/05']);
  assert.deepEqual([on('2027-01-01').days, on('2027-01-01').earliest], [20, '2027-01-21']);
});

test('a book without rules asks for the longest notice known, as a sample', () => {
  const given = { province: 'ON', ground: 'Other', effectiveDate, givenOn: effectiveDate } as const;
  const { basis, basisFrench, ...notice } = insurerNotice([], given);
  assert.deepEqual(notice, { days: 30, isSample: true, isAllowed: true, earliest: '2026-12-15' });
  assert.match(basis, /no rule/);
  assert.match(basisFrench!, /aucune règle/);
});

test('a rule that names no basis in French leaves it out', () => {
  const given = { province: 'ON', ground: 'Other', effectiveDate, givenOn: effectiveDate } as const;
  const english = rules.map((rule) => ({ ...rule, basisFrench: null }));
  assert.equal('basisFrench' in insurerNotice(english, given), false);
});
