import { formatDollars } from '../../domain/money/money.ts';
import type { Cover } from '../../domain/rating/cover.ts';
import type { NamedAmount } from '../../domain/rating/rate-book.ts';
import type { Page } from '../wire/parts.ts';
import type {
  ComparedPrice,
  ComparisonAnswer,
  FileRow,
  NoticeChange,
  PreviewPaper,
  RateBookPage,
  TariffCheck,
} from '../wire/tariff.ts';
import { type Column, table } from './table.ts';

/** Rate books, tax tables and disclosure texts for people at a terminal. */
export function rateBooksText({ rows, inForce, planned, former }: RateBookPage): string {
  const list = table(
    rows,
    [
      { title: 'version', of: (row) => row.version },
      { title: 'state', of: (row) => row.state },
      { title: 'active from', of: (row) => row.activeFrom },
      { title: 'prices from', of: (row) => row.inForceFrom },
      { title: 'until', of: (row) => row.inForceUntil },
      { title: 'loaded', of: (row) => row.loadedAt.slice(0, 10) },
    ],
    'No rate book. Load one: npx northbind ratebook load <file>',
  );
  const sentences = [
    inForce === null ? 'None is in force today.' : `In force: ${inForce}.`,
    ...(planned === null ? [] : [`Planned: ${planned.version}, from ${planned.activeFrom}.`]),
    ...(former === null ? [] : [`go-back returns to ${former}.`]),
  ];
  return `${list}\n\n${sentences.join(' ')}`;
}

export function filesText({ rows }: Page<FileRow>, empty: string): string {
  return table(
    rows,
    [
      { title: 'version', of: (row) => row.version },
      { title: 'state', of: (row) => (row.isInForce ? 'in force' : 'former') },
      { title: 'loaded', of: (row) => row.loadedAt.slice(0, 10) },
    ],
    empty,
  );
}

export function previewText(papers: readonly Omit<PreviewPaper, 'pdf'>[]): string {
  return table(
    papers,
    [
      { title: 'file', of: (row) => row.filename },
      { title: 'title', of: (row) => row.title.en },
      { title: 'version', of: (row) => row.version },
      { title: 'required', of: (row) => (row.isRequired ? 'yes' : 'no') },
    ],
    'Nothing would be given.',
  );
}

export function faultsText({ version, isGood, faults }: TariffCheck): string {
  if (isGood) return `${version} is valid.`;
  const list = table(faults, [
    { title: 'where', of: ({ path }) => path },
    { title: 'error', of: ({ message }) => message },
  ]);
  return `${list}\n\n${faults.length === 1 ? '1 error.' : `${faults.length} errors.`}`;
}

export function comparisonText(answer: ComparisonAnswer): string {
  const { from, to, effectiveDate, vehicleCount, quoteCount, overall, rows } = answer;
  const head = [
    `${from} → ${to}, for policies that begin on ${effectiveDate}`,
    `${vehicleCount} vehicles, ${quoteCount} quotes, ${overall.count} prices, ${overall.unchangedCount} of them unchanged`,
    `only in the old book: ${overall.onlyFromCount} prices; only in the new one: ${overall.onlyToCount}`,
    `quotes no longer possible: ${answer.noLongerEligibleCount}; newly possible: ${answer.newlyEligibleCount}`,
  ].join('\n');
  const changes = table(rows, [
    { title: 'series', of: (row) => row.series },
    { title: 'category', of: (row) => row.category },
    { title: 'product', of: (row) => row.product },
    { title: 'years', of: (row) => row.paymentTermInYears, align: 'right' },
    { title: 'prices', of: (row) => row.count, align: 'right' },
    { title: 'old median', of: (row) => dollars(row.fromMedianCents), align: 'right' },
    { title: 'new median', of: (row) => dollars(row.toMedianCents), align: 'right' },
    { title: 'lowest', of: (row) => percent(row.minPercent), align: 'right' },
    { title: 'median', of: (row) => percent(row.medianPercent), align: 'right' },
    { title: 'highest', of: (row) => percent(row.maxPercent), align: 'right' },
  ]);
  return [
    head,
    changes,
    ...(answer.coverChanges.length > 0 ? [coverText(answer)] : []),
    plot(answer),
    ...(answer.largestRises.length > 0 ? [`Largest rises\n${examples(answer.largestRises)}`] : []),
    ...(answer.largestFalls.length > 0 ? [`Largest falls\n${examples(answer.largestFalls)}`] : []),
    ...(answer.noticeChanges.length > 0 ? [`Notice of the insurer's own cancellation\n${notices(answer)}`] : []),
  ].join('\n\n');
}

function coverText({ coverChanges }: ComparisonAnswer): string {
  const list = table(coverChanges, [
    { title: 'product', of: (row) => row.product },
    { title: 'before', of: (row) => coverWords(row.from) },
    { title: 'after', of: (row) => coverWords(row.to) },
  ]);
  return `Insurer, limits and deductibles\n${list}`;
}

function coverWords({ insurer, limits, deductibles }: Cover): string {
  const listed = (what: string, amounts: readonly NamedAmount[]): readonly string[] =>
    amounts.map(({ name, amountCents }) => [what, dollars(amountCents), name.en].filter((word) => word).join(' '));
  const parties = [insurer?.name, insurer?.underwriter].filter((name) => name != null);
  return [...parties, ...listed('limit', limits), ...listed('deductible', deductibles)].join('; ');
}

const plotWidth = 50;

function plot({ histogram }: ComparisonAnswer): string {
  const most = Math.max(1, ...histogram.map(({ count }) => count));
  return table(histogram, [
    { title: 'change', of: ({ fromPercent }) => `from ${percent(fromPercent)}`, align: 'right' },
    { title: 'prices', of: ({ count }) => count, align: 'right' },
    { title: '', of: ({ count }) => '█'.repeat(Math.ceil((count / most) * plotWidth)) },
  ]);
}

function examples(prices: readonly ComparedPrice[]): string {
  const columns: readonly Column<ComparedPrice>[] = [
    { title: 'vehicle', of: (price) => price.vehicle },
    { title: 'km', of: (price) => price.odometer, align: 'right' },
    { title: 'purchase', of: (price) => price.purchaseMethod },
    { title: 'province', of: (price) => price.province },
    { title: 'product', of: (price) => price.product },
    { title: 'years', of: (price) => price.paymentTermInYears, align: 'right' },
    { title: 'old', of: (price) => dollars(price.fromCents), align: 'right' },
    { title: 'new', of: (price) => dollars(price.toCents), align: 'right' },
    { title: 'change', of: (price) => percent(price.changePercent), align: 'right' },
  ];
  return table(prices, columns);
}

function notices({ noticeChanges }: ComparisonAnswer): string {
  const told = ({ days, basis, isSample }: NoticeChange['from']): string =>
    `${days} days, ${basis}${isSample ? ' (not checked)' : ''}`;
  return table(noticeChanges, [
    { title: 'province', of: (row) => row.province },
    { title: 'ground', of: (row) => (row.isForNonPayment ? 'not paid' : 'other') },
    { title: 'policy', of: (row) => (row.isLongInForce ? 'a year in force' : 'new') },
    { title: 'old', of: ({ from }) => told(from) },
    { title: 'new', of: ({ to }) => told(to) },
  ]);
}

function dollars(cents: number | null): string | null {
  return cents === null ? null : formatDollars(cents);
}

function percent(value: number | null): string | null {
  return value === null ? null : `${value > 0 ? '+' : ''}${value} %`;
}
