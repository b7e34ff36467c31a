import { addDays } from '../../../src/domain/calendar.ts';
import type { Language } from '../../../src/domain/language.ts';

export type Format = ReturnType<typeof makeFormat>;

/** Formats numbers, money and dates for Canada, in the operator's language and time zone. */
export function makeFormat(language: Language, zone = 'America/Toronto') {
  const locale = `${language}-CA`;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'CAD' });
  const roundMoney = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'CAD',
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const rate = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const taxRate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  // Says its zone: a seller's day may end hours before or after the operator's.
  const time = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
    timeZoneName: 'short',
  });
  // Canadian English writes a day as it is recorded.
  const recorded = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const utc = (day: string): Date => new Date(`${day.slice(0, 10)}T00:00:00Z`);
  // The first of a month is an ordinal in French; in English a month begins the text.
  const written = (form: Intl.DateTimeFormat, when: Date): string => form.format(when).replace(/^1 /, '1er ');
  // A line ends between the day and its hour only.
  const timed = (instant: string): string => written(time, new Date(instant)).replaceAll(/(?<!\d{4},) /g, '\u00a0');
  return {
    money: (cents: number) => money.format(cents / 100),
    roundMoney: (cents: number) => roundMoney.format(cents / 100),
    number: (value: number) => number.format(value),
    percent: (ratio: number) => percent.format(ratio),
    /** A rate of interest, as it is printed on paper. */
    rate: (value: number) => rate.format(value / 100),
    /** Writes a tax rate as exactly as laws have it. */
    taxRate: (partsPerMillion: number) => taxRate.format(partsPerMillion / 1_000_000),
    /** A change of price in percent, always with its sign. */
    change: (value: number) => `${value > 0 ? '+' : ''}${percent.format(value / 100)}`,
    /** A calendar date, which no time zone changes. */
    date: (day: string) => written(date, utc(day)),
    shortDate: (day: string) => written(shortDate, utc(day)),
    time: timed,
    /** The beginning of a day is recorded for what has no hour: a charge is due on a day of the seller's. */
    dayOrTime: (instant: string) => (instant.endsWith('T00:00:00.000Z') ? written(date, utc(instant)) : timed(instant)),
    /** Recorded as `2024 Toyota RAV4`; French names the year last. */
    vehicle: (name: string) => (language === 'fr' ? name.replace(/^(\d{4}) (.+)$/, '$2 $1') : name),
    /** Recorded as `Visa 4242********4242`. */
    card: (masked: string) => masked.replace(/\d*\*+(?=\d{4}$)/, '•••• ').replaceAll(' ', '\u00a0'),
    zone,
    /** `Eastern Time`. */
    zoneName: (named: string) => zoneName(named, locale),
    /** Today where the operator is, as `YYYY-MM-DD`. */
    today: () => recorded.format(new Date()),
    daysAgo: (days: number) => addDays(recorded.format(new Date()), -days),
    bytes: (count: number) =>
      `${number.format(Math.max(1, Math.round(count / 1024)))} ${language === 'fr' ? 'Ko' : 'KB'}`,
  };
}

function zoneName(zone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
