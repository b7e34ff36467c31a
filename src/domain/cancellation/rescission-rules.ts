import * as read from '../data-reader.ts';
import { type Province, provinces } from '../province.ts';
import data from './data/rescission-rules.json' with { type: 'json' };

/** These rules say how long a customer may rescind, and which days move the last one. */
export interface RescissionRules {
  readonly version: string;
  readonly rules: readonly RescissionRule[];
  /** Saturdays and Sundays are no working days anywhere, so none is named. */
  readonly holidays: Readonly<Record<Province, readonly Holiday[]>>;
}

/**
 * Says how many days after the bind a customer may rescind and gets everything back, by the law of a province. The last
 * rule that applies to a product counts, and the longest of several products.
 */
export type RescissionRule = ReturnType<typeof readRule>;
const readRule = read.object(
  {
    /** Null: all of them. */
    provinces: read.optional(read.someOf(provinces)),
    /** The rule is for these codes; null: for whatever was sold. */
    products: read.optional(read.list(read.code, { min: 1, max: 100 })),
    /** Policies bound on this day and later. */
    from: read.date,
    days: read.wholeNumber('days', 0, 3_660),
    /** Where the last day is none of work, it is the next one that is. */
    movesToWorkingDay: read.yesOrNo,
    /** More days where the customer has acknowledged no paper of this kind, such as `LegalWarrantyNotice`. */
    withoutNotice: read.optional(read.object({ kind: read.paperKind, days: read.wholeNumber('days', 0, 3_660) })),
    /** The law that says so. */
    basis: read.text(),
  },
  ({ days, withoutNotice }, at) => {
    if (withoutNotice !== null && withoutNotice.days < days)
      at.child('withoutNotice').child('days').fault('must not be fewer than with the notice');
  },
);

/** A day of one year, or one that returns: of a month, its nth weekday or the last one up to a day, or from Easter. */
export type Holiday = ReturnType<typeof readHoliday>;
const readHoliday = read.object(
  {
    name: read.text(),
    date: read.optional(read.date),
    month: read.optional(read.wholeNumber('months', 1, 12)),
    day: read.optional(read.wholeNumber('days', 1, 31)),
    /** 1 is Monday. */
    weekday: read.optional(read.wholeNumber('weekdays', 1, 7)),
    nth: read.optional(read.wholeNumber('weeks', 1, 4)),
    /** The last such weekday on or before this day of the month. */
    onOrBefore: read.optional(read.wholeNumber('days', 7, 28)),
    /** Counts from Easter Sunday: -2 is Good Friday. */
    fromEaster: read.optional(read.wholeNumber('days from Easter', -100, 100)),
  },
  ({ name: _, ...when }, at) => {
    const named = Object.entries(when).flatMap(([part, value]) => (value === null ? [] : [part]));
    if (!waysToName.includes(named.join(' '))) at.fault(`must name one of: ${waysToName.join('; ')}`);
  },
);

const waysToName = ['date', 'month day', 'month weekday nth', 'month weekday onOrBefore', 'fromEaster'];

const readFile = read.object({
  $schema: read.remark,
  note: read.remark,
  version: read.text(),
  rules: read.list(readRule, { min: 1, max: 500 }),
  holidays: readHolidays,
});

/** Every province is named: one without holidays has an empty list, so that none is forgotten. */
function readHolidays(at: read.DataReader): RescissionRules['holidays'] {
  const names = at.names();
  for (const name of names ?? []) if (!provinces.includes(name as Province)) at.child(name).fault('is not a province');
  return Object.fromEntries(
    provinces.map((province) => [province, read.list(readHoliday, { max: 100 })(at.child(province, names !== null))]),
  ) as unknown as RescissionRules['holidays'];
}

/** Parses a file of rules. All faults are reported at once. docs/schemas/rescission-rules.schema.json describes it. */
export function parseRescissionRules(json: unknown): read.Parse<'rules', RescissionRules> {
  const reader = new read.DataReader(json);
  const rules = readFile(reader);
  const [first] = rules.rules;
  if (first && (first.provinces !== null || first.products !== null))
    reader.child('rules').fault('must begin with one for all provinces and products: it counts where no other does');
  return reader.faults.length > 0 ? { ok: false, faults: reader.faults } : { ok: true, rules };
}

/** These are in force while the operator has loaded none. */
export const builtInRules: RescissionRules = parsedBuiltIn();

function parsedBuiltIn(): RescissionRules {
  const parsed = parseRescissionRules(data);
  if (parsed.ok) return parsed.rules;
  throw new Error(`The built-in rules of rescission are faulty at ${parsed.faults[0]?.path}.`);
}

/** The built-in file, to begin an own one with. */
export const builtInRulesFile: unknown = data;
