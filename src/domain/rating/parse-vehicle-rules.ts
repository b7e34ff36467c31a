import type { DataReader } from './data-reader.ts';
import type { ClassRule, DateRange, EligibilityRule, Exclusion } from './rate-book.ts';
import { matchesEvery, plainWord, type VehicleCondition } from './vehicle-condition.ts';
import { coverageCategories, purchaseMethods, seriesNames } from './vocabulary.ts';

const modelYearsMax = 40;
const odometerKmLimit = 2_147_483_647;
const gvwrKgLimit = 100_000;

export function parseClassRule(reader: DataReader): ClassRule {
  const at = reader.fields(['vehicleClass', 'when']);
  return { vehicleClass: at('vehicleClass').code(), when: parseCondition(at('when')) };
}

export function parseExclusion(reader: DataReader): Exclusion {
  const at = reader.fields(['code', 'text', 'when'], ['from', 'until']);
  const when = parseCondition(at('when'));
  if (matchesEvery(when)) at('when').fault('must name something, or no vehicle would be insured');
  return { code: at('code').text(), text: at('text').text(), when, ...parseRange(at('from'), at('until')) };
}

export function parseEligibilityRule(reader: DataReader): EligibilityRule {
  const at = reader.fields([
    'series',
    'category',
    'modelYearsBackMax',
    'modelYearsAheadMax',
    'odometerKmMax',
    'gvwrKgMax',
    'purchaseMethods',
  ]);
  return {
    series: at('series').oneOf(seriesNames),
    category: at('category').oneOf(coverageCategories),
    modelYearsBackMax: at('modelYearsBackMax').whole('model years', 0, modelYearsMax),
    modelYearsAheadMax: at('modelYearsAheadMax').whole('model years', 0, modelYearsMax),
    odometerKmMax: at('odometerKmMax').whole('kilometres', 0, odometerKmLimit),
    gvwrKgMax: at('gvwrKgMax').whole('kilograms', 1, gvwrKgLimit),
    purchaseMethods: at('purchaseMethods').someOf(purchaseMethods),
  };
}

/** Two dates that may each be left open, the later one not before the earlier one. */
export function parseRange(from: DataReader, until: DataReader): DateRange {
  const range = { from: from.dateOrNull(), until: until.dateOrNull() };
  if (range.from !== null && range.until !== null && range.until < range.from)
    until.fault('must not be before the start');
  return range;
}

function parseCondition(reader: DataReader): VehicleCondition {
  const at = reader.fields([], ['makes', 'models', 'bodyClasses', 'vehicleTypes', 'fuelTypes', 'gvwrKgOver']);
  const makes = parseWords(at('makes'));
  const models = parseWords(at('models'));
  const gvwrKgOver = at('gvwrKgOver');
  return {
    makes: makes && new Set(makes),
    models: models && new Set(models),
    bodyClasses: parseWords(at('bodyClasses')),
    vehicleTypes: parseWords(at('vehicleTypes')),
    fuelTypes: parseWords(at('fuelTypes')),
    gvwrKgOver: gvwrKgOver.isGiven ? gvwrKgOver.whole('kilograms', 1, gvwrKgLimit) : null,
  };
}

function parseWords(list: DataReader): readonly string[] | null {
  if (!list.isGiven) return null;
  return list.items({ min: 1 }).map((item) => {
    const word = plainWord(item.text());
    if (word === '') item.fault('must have a letter or a digit: an empty beginning would match everything');
    return word;
  });
}
