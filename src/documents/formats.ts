import type { PlainDate } from '../domain/calendar.ts';
import type { Language } from '../domain/language.ts';
import type { Cents } from '../domain/money.ts';

/** How a language writes figures. Not by Intl: its output changes with the runtime's data, and a document must not. */
export interface Formats {
  /** en `$1,234.56`, fr `1 234,56 $`. */
  readonly money: (cents: Cents) => string;
  /** en `12.47%`, fr `12,47 %`; two decimals. */
  readonly percent: (percent: number) => string;
  /** Parts per million, exactly: en `9.975%`, fr `9,975 %`. */
  readonly rate: (partsPerMillion: number) => string;
  readonly kilometres: (km: number) => string;
  /** en `1,461`, fr `1 461`. */
  readonly count: (count: number) => string;
  /** en `November 15, 2026`, fr `15 novembre 2026`. */
  readonly date: (date: PlainDate) => string;
  /** `2026-11` is en `November 2026`, fr `novembre 2026`. */
  readonly month: (month: string) => string;
  /** en `2:05 p.m.`, fr `14 h 05`. */
  readonly time: (minutesOfDay: number) => string;
}

/** A no-break space: French has it between groups of digits and before a sign. */
const space = '\u00a0';

const english: Formats = {
  money: (cents) => signed(cents, `$${decimal(Math.abs(cents), ',', '.')}`),
  percent: (percent) => `${decimal(Math.round(percent * 100), ',', '.')}%`,
  rate: (partsPerMillion) => `${partsPerMillion / 10_000}%`,
  kilometres: (km) => `${grouped(String(km), ',')}${space}km`,
  count: (count) => grouped(String(count), ','),
  date: (date) => {
    const { year, month, day } = dateParts(date);
    return `${englishMonths[month - 1]}${space}${day}, ${year}`;
  },
  month: (month) => monthOf(month, englishMonths),
  time: (minutesOfDay) => {
    const hour = Math.floor(minutesOfDay / 60);
    return `${hour % 12 === 0 ? 12 : hour % 12}:${twoDigits(minutesOfDay % 60)}${space}${hour < 12 ? 'a.m.' : 'p.m.'}`;
  },
};

const french: Formats = {
  money: (cents) => signed(cents, `${decimal(Math.abs(cents), space, ',')}${space}$`),
  percent: (percent) => `${decimal(Math.round(percent * 100), space, ',')}${space}%`,
  rate: (partsPerMillion) => `${String(partsPerMillion / 10_000).replace('.', ',')}${space}%`,
  kilometres: (km) => `${grouped(String(km), space)}${space}km`,
  count: (count) => grouped(String(count), space),
  date: (date) => {
    const { year, month, day } = dateParts(date);
    return `${day === 1 ? '1er' : day}${space}${frenchMonths[month - 1]}${space}${year}`;
  },
  month: (month) => monthOf(month, frenchMonths),
  time: (minutesOfDay) => `${Math.floor(minutesOfDay / 60)}${space}h${space}${twoDigits(minutesOfDay % 60)}`,
};

export const formats: Readonly<Record<Language, Formats>> = { en: english, fr: french };

export function dateParts(date: PlainDate): { readonly year: number; readonly month: number; readonly day: number } {
  const [year, month, day] = date.split('-').map(Number);
  return { year: year!, month: month!, day: day! };
}

const englishMonths = 'January February March April May June July August September October November December'.split(
  ' ',
);
const frenchMonths = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

function monthOf(month: string, names: readonly string[]): string {
  const { year, month: number } = dateParts(month as PlainDate);
  return `${names[number - 1]}${space}${year}`;
}

function decimal(hundredths: number, separator: string, point: string): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${grouped(digits.slice(0, -2), separator)}${point}${digits.slice(-2)}`;
}

function grouped(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, separator);
}

/** U+2212 is the minus sign; a hyphen would let a line break after it. */
function signed(cents: Cents, text: string): string {
  return cents < 0 ? `\u2212${text}` : text;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
