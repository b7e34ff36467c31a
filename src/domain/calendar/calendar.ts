import type { Province } from '../address/province.ts';

/** A calendar date as written on the wire: YYYY-MM-DD. Such strings order as dates do, so `<` compares them. */
export type PlainDate = string;

/** Where "now" comes from. The one implementation stands in main/clock.ts; everything else is handed it or a value of it. */
export type Clock = () => Date;

/** Accepts `2026-11-15` and any RFC 3339 date-time; of the latter, the calendar date as written counts. Null when it is not a date. */
export function parseDate(text: string): PlainDate | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d{2}:?\d{2})?)?$/.exec(
    text,
  );
  const date = match?.[1];
  if (date === undefined) return null;
  try {
    return Temporal.PlainDate.from(date, { overflow: 'reject' }).toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** One month after 31 January is the last day of February. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}

export function addYears(date: PlainDate, years: number): PlainDate {
  return Temporal.PlainDate.from(date).add({ years }).toString();
}

/**
 * The calendar date in the province's zone. Each province has one sales zone: that of most of its people, since a
 * seller's clock is a legal fact and not a place.
 */
export function dateIn(province: Province, now: Date): PlainDate {
  const parts = formatters.get(province) ?? makeFormatter(province);
  return parts.format(now);
}

const zones: Readonly<Record<Province, string>> = {
  AB: 'America/Edmonton',
  BC: 'America/Vancouver',
  MB: 'America/Winnipeg',
  NB: 'America/Moncton',
  NL: 'America/St_Johns',
  NS: 'America/Halifax',
  NT: 'America/Yellowknife',
  NU: 'America/Iqaluit',
  ON: 'America/Toronto',
  PE: 'America/Halifax',
  QC: 'America/Montreal',
  SK: 'America/Regina',
  YT: 'America/Whitehorse',
};

export function zoneOf(province: Province): string {
  return zones[province];
}

// en-CA writes a date as YYYY-MM-DD. Making a formatter costs 50 µs, using one 0.5 µs: they are kept.
const formatters = new Map<Province, Intl.DateTimeFormat>();

function makeFormatter(province: Province): Intl.DateTimeFormat {
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone: zones[province],
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatters.set(province, formatter);
  return formatter;
}
