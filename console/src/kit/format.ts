export type Language = 'en' | 'fr';

/** Formats numbers, money and dates for Canada, in the operator's language. */
export interface Format {
  readonly money: (cents: number) => string;
  /** For an axis: no cents. */
  readonly roundMoney: (cents: number) => string;
  readonly number: (value: number) => string;
  readonly percent: (ratio: number) => string;
  /** A rate of interest, as it is printed on paper. */
  readonly rate: (percent: number) => string;
  /** A change of price in percent, always with its sign. */
  readonly change: (percent: number) => string;
  /** A calendar date, which no time zone changes. */
  readonly date: (day: string) => string;
  readonly shortDate: (day: string) => string;
  readonly time: (instant: string) => string;
  readonly bytes: (count: number) => string;
}

export function makeFormat(language: Language): Format {
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
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const shortDate = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  // With its zone: a seller's day may end hours before or after the operator's.
  const time = new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return {
    money: (cents) => money.format(cents / 100),
    roundMoney: (cents) => roundMoney.format(cents / 100),
    number: (value) => number.format(value),
    percent: (ratio) => percent.format(ratio),
    rate: (value) => rate.format(value / 100),
    change: (value) => `${value > 0 ? '+' : ''}${percent.format(value / 100)}`,
    date: (day) => date.format(new Date(`${day.slice(0, 10)}T00:00:00Z`)),
    shortDate: (day) => shortDate.format(new Date(`${day.slice(0, 10)}T00:00:00Z`)),
    time: (instant) => time.format(new Date(instant)),
    bytes: (count) => `${number.format(Math.max(1, Math.round(count / 1024)))} ${language === 'fr' ? 'Ko' : 'KB'}`,
  };
}

/** Today on this machine, as `YYYY-MM-DD`. */
export function todayHere(): string {
  return dayHere(new Date());
}

export function daysAgo(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() - days);
  return dayHere(day);
}

function dayHere(day: Date): string {
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`;
}
