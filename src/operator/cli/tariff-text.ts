import type { Cover } from '../../domain/tariff/cover.ts';
import type { NamedAmount } from '../../domain/tariff/rate-book.ts';
import type * as wire from '../wire/tariff.ts';
import { dollars, type Shown, table, withHeading } from './table.ts';

export function rateBooksText({ rows, inForce, planned, former }: wire.RateBookPage): Shown {
  const list = table(
    rows,
    {
      version: 'version',
      state: 'state',
      'active from': 'activeFrom',
      'prices from': 'firstEffectiveDate',
      until: 'lastEffectiveDate',
      loaded: (row) => row.loadedAt.slice(0, 10),
    },
    'No rate book. Load one: npx northbind ratebook load <file>',
  );
  const sentences = [
    inForce === null ? 'None is in force today.' : `In force: ${inForce}.`,
    ...(planned === null ? [] : [`Planned: ${planned.version}, from ${planned.activeFrom}.`]),
    ...(former === null ? [] : [`go-back returns to ${former}.`]),
  ];
  return [list, sentences.join(' ')];
}

export function previewText(papers: readonly Omit<wire.PreviewPaper, 'pdf'>[]): Shown {
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

export function faultsText({ version, isGood, faults }: wire.TariffCheck): Shown {
  if (isGood) return `${version} is valid.`;
  const list = table(faults, { where: 'path', error: 'message' });
  return [list, faults.length === 1 ? '1 error.' : `${faults.length} errors.`];
}

export function comparisonText(answer: wire.ComparisonAnswer): Shown {
  const { from, to, effectiveDate, vehicleCount, quoteCount, overall, rows } = answer;
  const head = [
    `${from} → ${to}, for policies that begin on ${effectiveDate}`,
    `${vehicleCount} vehicles, ${quoteCount} quotes, ${overall.count} prices, ${overall.unchangedCount} of them unchanged`,
    `only in the old book: ${overall.onlyFromCount} prices; only in the new one: ${overall.onlyToCount}`,
    `quotes no longer possible: ${answer.noLongerEligibleCount}; newly possible: ${answer.newlyEligibleCount}`,
    `differences of the files: ${answer.differenceCount}`,
  ].join('\n');
  const changes = table(rows, {
    series: 'series',
    category: 'category',
    product: 'product',
    years: 'paymentTermInYears',
    prices: 'count',
    'old median': 'fromMedianCents',
    'new median': 'toMedianCents',
    lowest: { right: (row) => percent(row.minPercent) },
    median: { right: (row) => percent(row.medianPercent) },
    highest: { right: (row) => percent(row.maxPercent) },
  });
  return [
    head,
    ...(answer.differences.length > 0 ? [withHeading('Every difference', differences(answer))] : []),
    changes,
    ...(answer.coverChanges.length > 0 ? [coverText(answer)] : []),
    plot(answer),
    ...(answer.largestRises.length > 0 ? [withHeading('Largest rises', examples(answer.largestRises))] : []),
    ...(answer.largestFalls.length > 0 ? [withHeading('Largest falls', examples(answer.largestFalls))] : []),
    ...(answer.noticeChanges.length > 0
      ? [withHeading("Notice of the insurer's own cancellation", notices(answer))]
      : []),
  ];
}

function differences(answer: wire.ComparisonAnswer): Shown {
  return table(answer.differences, {
    part: 'part',
    row: 'row',
    what: 'value',
    before: ({ from }) => String(from ?? ''),
    after: ({ to }) => String(to ?? ''),
  });
}

function coverText({ coverChanges }: wire.ComparisonAnswer): Shown {
  const list = table(coverChanges, {
    product: 'product',
    before: (row) => coverWords(row.from),
    after: (row) => coverWords(row.to),
  });
  return withHeading('Insurer, limits and deductibles', list);
}

function coverWords({ insurer, limits, deductibles }: Cover): string {
  const listed = (what: string, amounts: readonly NamedAmount[]): readonly string[] =>
    amounts.map(({ name, amountCents }) => [what, dollars(amountCents), name.en].filter((word) => word).join(' '));
  const parties = [insurer?.name, insurer?.underwriter].filter((name) => name != null);
  return [...parties, ...listed('limit', limits), ...listed('deductible', deductibles)].join('; ');
}

const plotWidth = 50;

function plot({ histogram }: wire.ComparisonAnswer): Shown {
  const most = Math.max(1, ...histogram.map(({ count }) => count));
  return table(histogram, {
    change: { right: ({ fromPercent }) => `from ${percent(fromPercent)}` },
    prices: 'count',
    '': ({ count }) => '█'.repeat(Math.ceil((count / most) * plotWidth)),
  });
}

function examples(prices: readonly wire.ComparedPrice[]): Shown {
  return table(prices, {
    vehicle: 'vehicle',
    km: 'odometer',
    purchase: 'purchaseMethod',
    province: 'province',
    product: 'product',
    years: 'paymentTermInYears',
    old: 'fromCents',
    new: 'toCents',
    change: { right: (price) => percent(price.changePercent) },
  });
}

function notices({ noticeChanges }: wire.ComparisonAnswer): Shown {
  return table(noticeChanges, {
    province: 'province',
    ground: (row) => (row.isForNonPayment ? 'not paid' : 'other'),
    policy: (row) => (row.isLongInForce ? 'a year in force' : 'new'),
    old: ({ from }) => noticeText(from),
    new: ({ to }) => noticeText(to),
  });
}

type NoticeTold = Omit<wire.NoticeChange['from'], 'isAllowed'> & { readonly isAllowed?: boolean };

export function noticeText({ days, basis, isSample, isAllowed = true }: NoticeTold): string {
  return isAllowed ? `${days} days, ${basis}${isSample ? ' (not checked)' : ''}` : `not allowed, ${basis}`;
}

function percent(value: number | null): string | null {
  return value === null ? null : `${value > 0 ? '+' : ''}${value} %`;
}
