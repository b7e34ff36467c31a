import type { Cover } from '../../domain/tariff/cover.ts';
import type { NamedAmount } from '../../domain/tariff/rate-book.ts';
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
import { dollars, table } from './table.ts';

/** Rate books, tax tables and disclosure texts for people at a terminal. */
export function rateBooksText({ rows, inForce, planned, former }: RateBookPage): string {
  const list = table(
    rows,
    {
      version: 'version',
      state: 'state',
      'active from': 'activeFrom',
      'prices from': 'inForceFrom',
      until: 'inForceUntil',
      loaded: (row) => row.loadedAt.slice(0, 10),
    },
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
    {
      version: 'version',
      state: (row) => (row.isInForce ? 'in force' : 'former'),
      loaded: (row) => row.loadedAt.slice(0, 10),
    },
    empty,
  );
}

export function previewText(papers: readonly Omit<PreviewPaper, 'pdf'>[]): string {
  return table(
    papers,
    {
      file: 'filename',
      title: (row) => row.title.en,
      version: 'version',
      required: (row) => (row.isRequired ? 'yes' : 'no'),
    },
    'Nothing would be given.',
  );
}

export function faultsText({ version, isGood, faults }: TariffCheck): string {
  if (isGood) return `${version} is valid.`;
  const list = table(faults, { where: 'path', error: 'message' });
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
  const changes = table(rows, {
    series: 'series',
    category: 'category',
    product: 'product',
    years: { right: 'paymentTermInYears' },
    prices: { right: 'count' },
    'old median': { right: (row) => dollars(row.fromMedianCents) },
    'new median': { right: (row) => dollars(row.toMedianCents) },
    lowest: { right: (row) => percent(row.minPercent) },
    median: { right: (row) => percent(row.medianPercent) },
    highest: { right: (row) => percent(row.maxPercent) },
  });
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
  const list = table(coverChanges, {
    product: 'product',
    before: (row) => coverWords(row.from),
    after: (row) => coverWords(row.to),
  });
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
  return table(histogram, {
    change: { right: ({ fromPercent }) => `from ${percent(fromPercent)}` },
    prices: { right: 'count' },
    '': ({ count }) => '█'.repeat(Math.ceil((count / most) * plotWidth)),
  });
}

function examples(prices: readonly ComparedPrice[]): string {
  return table(prices, {
    vehicle: 'vehicle',
    km: { right: 'odometer' },
    purchase: 'purchaseMethod',
    province: 'province',
    product: 'product',
    years: { right: 'paymentTermInYears' },
    old: { right: (price) => dollars(price.fromCents) },
    new: { right: (price) => dollars(price.toCents) },
    change: { right: (price) => percent(price.changePercent) },
  });
}

function notices({ noticeChanges }: ComparisonAnswer): string {
  return table(noticeChanges, {
    province: 'province',
    ground: (row) => (row.isForNonPayment ? 'not paid' : 'other'),
    policy: (row) => (row.isLongInForce ? 'a year in force' : 'new'),
    old: ({ from }) => noticeText(from),
    new: ({ to }) => noticeText(to),
  });
}

/** The notice that the insurer has to give. */
export function noticeText({ days, basis, isSample }: NoticeChange['from']): string {
  return `${days} days, ${basis}${isSample ? ' (not checked)' : ''}`;
}

function percent(value: number | null): string | null {
  return value === null ? null : `${value > 0 ? '+' : ''}${value} %`;
}
