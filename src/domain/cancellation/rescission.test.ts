import assert from 'node:assert/strict';
import test from 'node:test';
import type { Province } from '../province.ts';
import { lastDayToRescind } from './rescission.ts';
import { builtInRules, builtInRulesFile, parseRescissionRules } from './rescission-rules.ts';

/** The built-in file with something changed, as an operator would load it. */
function rulesWith(changed: object) {
  const parsed = parseRescissionRules({ ...(builtInRulesFile as object), version: 'own', ...changed });
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.rules;
}

function lastDay(boundOn: string, province: Province, rules = builtInRules): string {
  const products = [{ productType: 'RPL' }];
  return lastDayToRescind({ boundOn, seller: { province }, products, acknowledgements: [] }, rules);
}

test('a customer may rescind until ten days after the bind, in Quebec by law and elsewhere by the sample', () => {
  assert.equal(lastDay('2026-11-15', 'QC'), '2026-11-25');
  assert.equal(lastDay('2026-12-28', 'ON'), '2027-01-07');
});

test('in Quebec a last day on a weekend or a holiday is the next working day', () => {
  const until = (boundOn: string) => lastDay(boundOn, 'QC');
  // A Saturday, a Sunday, a Monday.
  assert.deepEqual(['2026-11-18', '2026-11-19', '2026-11-20'].map(until), Array(3).fill('2026-11-30'));
  // Christmas is a Friday, and Boxing Day its Saturday; New Year's Day is a Friday, too.
  assert.equal(until('2026-12-15'), '2026-12-28');
  assert.equal(until('2026-12-22'), '2027-01-04');
  // Good Friday and Easter Monday of 2027, Patriots' Day, the National Holiday, Labour Day, Thanksgiving.
  assert.equal(until('2027-03-16'), '2027-03-30');
  assert.equal(until('2027-05-14'), '2027-05-25');
  assert.equal(until('2027-06-14'), '2027-06-25');
  assert.equal(until('2027-08-27'), '2027-09-07');
  assert.equal(until('2027-10-01'), '2027-10-12');
  // July 1 is a Sunday, and kept on the Monday.
  assert.equal(until('2029-06-21'), '2029-07-03');
  assert.equal(lastDay('2026-11-18', 'ON'), '2026-11-28', 'the sample elsewhere moves nothing');
});

const everywhere = { from: '2020-01-01', days: 10, movesToWorkingDay: false, basis: 'a test' };
const inQuebec = { ...everywhere, provinces: ['QC'] };

test('a rule of a province counts there alone and from its first day on, and a later one in its stead', () => {
  const rules = rulesWith({
    rules: [everywhere, { ...inQuebec, days: 12 }, { ...inQuebec, days: 14, from: '2027-01-01' }],
  });
  assert.equal(lastDay('2026-12-31', 'QC', rules), '2027-01-12');
  assert.equal(lastDay('2027-01-01', 'QC', rules), '2027-01-15');
  assert.equal(lastDay('2027-01-01', 'ON', rules), '2027-01-11');
  assert.equal(lastDay('2019-12-31', 'ON', rules), '2020-01-10', 'bound before every rule: the first one');
});

test('a product may have more days, and still more where a notice is missing; the longest of what was sold counts', () => {
  const withoutNotice = { kind: 'LegalWarrantyNotice', days: 365 };
  const rules = rulesWith({ rules: [everywhere, { ...inQuebec, products: ['TIRE'], days: 12, withoutNotice }] });
  const until = (productTypes: readonly string[], kinds: readonly string[] = []) =>
    lastDayToRescind(
      {
        boundOn: '2026-11-16',
        seller: { province: 'QC' },
        products: productTypes.map((productType) => ({ productType })),
        acknowledgements: kinds.map((kind) => ({ kind })),
      },
      rules,
    );
  assert.equal(until(['RPL']), '2026-11-26');
  assert.equal(until(['RPL', 'TIRE'], ['LegalWarrantyNotice']), '2026-11-28');
  assert.equal(until(['RPL', 'TIRE'], ['FactSheet']), '2027-11-16');
});

test('a holiday of the operator’s own moves the last day of its province: of one year, or every year', () => {
  const holidays = {
    ...builtInRules.holidays,
    QC: [
      { name: 'Day of mourning', date: '2026-11-25' },
      { name: 'Last Thursday of November, at the latest the 28th', month: 11, weekday: 4, onOrBefore: 28 },
      { name: 'Fourth Friday of November', month: 11, weekday: 5, nth: 4 },
    ],
  };
  const rules = rulesWith({
    rules: [everywhere, { ...inQuebec, movesToWorkingDay: true }],
    holidays: written(holidays),
  });
  assert.equal(lastDay('2026-11-15', 'QC', rules), '2026-11-30', 'Wednesday, Thursday, Friday and the weekend');
  assert.equal(lastDay('2027-11-15', 'QC', rules), '2027-11-29', 'the Thursday and the Friday of another year');
  assert.equal(lastDay('2027-11-14', 'QC', rules), '2027-11-24', 'the day of mourning was one day of one year');
});

test('a file of rules is refused that leaves a province out, begins with an exception, or names no day', () => {
  const faultsOf = (changed: object): readonly string[] => {
    const parsed = parseRescissionRules({ ...(builtInRulesFile as object), ...changed });
    return parsed.ok ? [] : parsed.faults.map(({ path, message }) => `${path} ${message}`);
  };
  assert.deepEqual(faultsOf({}), []);
  assert.deepEqual(faultsOf({ rules: [inQuebec] }), [
    'rules must begin with one for all provinces and products: it counts where no other does',
  ]);
  const { YT: _, ...others } = (builtInRulesFile as { holidays: Record<string, unknown> }).holidays;
  assert.deepEqual(faultsOf({ holidays: { ...others, ZZ: [] } }), [
    'holidays.ZZ is not a province',
    'holidays.YT is required',
  ]);
  const withoutNotice = { kind: 'LegalWarrantyNotice', days: 9 };
  assert.deepEqual(faultsOf({ rules: [{ ...everywhere, withoutNotice }] }), [
    'rules[0].withoutNotice.days must not be fewer than with the notice',
  ]);
  const named = (holiday: object) => faultsOf({ holidays: { ...others, YT: [{ name: 'A day', ...holiday }] } });
  const must =
    'holidays.YT[0] must name one of: date; month day; month weekday nth; month weekday onOrBefore; fromEaster';
  for (const holiday of [{}, { month: 7 }, { month: 7, day: 1, weekday: 1 }, { date: '2026-07-01', fromEaster: 1 }])
    assert.deepEqual(named(holiday), [must]);
  assert.deepEqual(named({ month: 13, day: 1 }), ['holidays.YT[0].month must be a whole number of months, 1 to 12']);
});

/** As a file has it: what is null is left out. */
function written(holidays: object): unknown {
  return JSON.parse(JSON.stringify(holidays, (_, value) => value ?? undefined));
}
