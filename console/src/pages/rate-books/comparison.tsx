import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type * as wire from '../../../../src/operator/wire/tariff.ts';
import { ApiError, api } from '../../kit/api.ts';
import { basisIn } from '../../kit/corrections/cancellation-terms.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Panel } from '../../kit/page.tsx';
import { Plot } from '../../kit/plot.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import { partName, valueName, writtenText } from './file-words.ts';

/** What a book would change, on a sample of vehicles: summary, by product, extremes. */
export function Comparison({ asked }: { readonly asked: wire.ComparisonOrder }) {
  const words = useWords().tariff.compare;
  const query = useQuery({
    queryKey: ['/api/rate-books/compare', asked],
    queryFn: () => api.post<wire.ComparisonAnswer>('/api/rate-books/compare', asked),
    staleTime: 60_000,
  });
  if (query.error instanceof ApiError && query.error.faults[0]?.code === 'RateBookNotThere') {
    return (
      <Panel>
        <Text c="dimmed">{words.none}</Text>
      </Panel>
    );
  }
  return <Loaded query={query}>{(answer) => <Compared answer={answer} />}</Loaded>;
}

function Compared({ answer }: { readonly answer: wire.ComparisonAnswer }) {
  const { tariff, format } = useWords();
  const words = tariff.compare;
  const { overall, histogram } = answer;
  const bins = histogram.map(({ fromPercent, toPercent, count }) => ({
    at: format.change((fromPercent + toPercent) / 2),
    values: { count },
  }));
  return (
    <>
      <Panel title={words.title(answer.from, answer.to)}>
        <Text size="sm" c="dimmed" mb="md">
          {words.sample(
            format.number(answer.vehicleCount),
            format.number(answer.quoteCount),
            format.date(answer.effectiveDate),
          )}
        </Text>
        <Facts
          facts={{
            [words.prices]: format.number(overall.count),
            [words.unchanged]: format.number(overall.unchangedCount),
            [words.median]: overall.medianPercent === null ? null : format.change(overall.medianPercent),
            [words.range]:
              overall.minPercent === null || overall.maxPercent === null
                ? null
                : `${format.change(overall.minPercent)} … ${format.change(overall.maxPercent)}`,
            [words.noLonger]: format.number(answer.noLongerEligibleCount),
            [words.newly]: format.number(answer.newlyEligibleCount),
          }}
        />
      </Panel>
      <Panel title={words.histogram}>
        {overall.count === overall.unchangedCount ? (
          <Text size="sm" c="dimmed">
            {words.noChange}
          </Text>
        ) : (
          <Plot
            as="bars"
            points={bins}
            series={[{ name: 'count', label: words.histogramCount, color: 'teal.5' }]}
            write={format.number}
          />
        )}
      </Panel>
      <EligibilityChanges changes={answer.eligibilityChanges} />
      <Differences answer={answer} />
      <ComparisonRows rows={answer.rows} />
      <CoverChanges changes={answer.coverChanges} />
      <ComparedPrices title={words.rises} prices={answer.largestRises} />
      <ComparedPrices title={words.falls} prices={answer.largestFalls} />
      <NoticeChanges changes={answer.noticeChanges} />
    </>
  );
}

/** Quotes of the sample, and of both sides of each limit that moved. */
function EligibilityChanges({ changes }: { readonly changes: readonly wire.EligibilityChange[] }) {
  const { sale, labels, tariff, column } = useWords();
  const words = tariff.compare;
  return (
    <TablePanel<wire.EligibilityChange>
      title={words.eligibility}
      rows={changes}
      empty={<Text c="dimmed">{words.noEligibility}</Text>}
      keyOf={({ series, category }) => `${series} ${category}`}
      columns={[
        column.name(labels.series, ({ series }) => series),
        column.text(labels.coverage, ({ category }) => sale.categories[category]),
        column.count(words.noLonger, ({ noLongerCount }) => noLongerCount),
        column.count(words.newly, ({ newlyCount }) => newlyCount),
      ]}
    />
  );
}

/** Says what the files say, so that nothing is left to what a sample happens to have. */
function Differences({ answer: { differences, differenceCount } }: { readonly answer: wire.ComparisonAnswer }) {
  const speech = useWords();
  const { tariff, format, column } = speech;
  const words = tariff.compare;
  return (
    <TablePanel<wire.BookDifference>
      title={words.differences}
      rows={differences}
      empty={<Text c="dimmed">{words.noDifferences}</Text>}
      keyOf={({ part, row, value }) => `${part} ${row} ${value}`}
      columns={[
        column.name(words.part, ({ part }) => partName(part, speech)),
        column.text(words.row, ({ row }) => row),
        column.text(words.value, ({ value }) => valueName(value, speech)),
        column.text(words.from, (one) => writtenText(one, one.from, speech)),
        column.text(words.to, (one) => writtenText(one, one.to, speech)),
      ]}
    >
      {differenceCount > differences.length && (
        <Text size="sm" c="dimmed" px={18} pb={8}>
          {words.someDifferences(format.number(differences.length), format.number(differenceCount))}
        </Text>
      )}
    </TablePanel>
  );
}

function ComparisonRows({ rows }: { readonly rows: readonly wire.ComparisonRow[] }) {
  const { sale, labels, tariff, language, column } = useWords();
  const words = tariff.compare;
  return (
    <TablePanel<wire.ComparisonRow>
      title={words.rows}
      rows={rows}
      columns={[
        column.name(labels.product, (row) => row.productName[language]),
        column.text(labels.series, (row) => row.series),
        column.text(labels.coverage, (row) => sale.categories[row.category]),
        column.line(words.term, (row) => labels.years(row.paymentTermInYears)),
        column.money(words.before, (row) => row.fromMedianCents),
        column.money(words.after, (row) => row.toMedianCents),
        column.change(words.lowest, (row) => row.minPercent),
        column.change(words.median, (row) => row.medianPercent),
        column.change(words.highest, (row) => row.maxPercent),
      ]}
    />
  );
}

function CoverChanges({ changes }: { readonly changes: readonly wire.CoverChange[] }) {
  const { labels, tariff, language, column } = useWords();
  const words = tariff.compare;
  return (
    <TablePanel<wire.CoverChange>
      title={words.cover}
      rows={changes}
      columns={[
        column.name(labels.product, ({ productName }) => productName[language]),
        column.text(words.from, ({ from }) => <CoverTerms cover={from} />),
        column.text(words.to, ({ to }) => <CoverTerms cover={to} />),
      ]}
    />
  );
}

function CoverTerms({ cover: { insurer, limits, deductibles } }: { readonly cover: wire.Cover }) {
  const { tariff, kit, format, language } = useWords();
  const words = tariff.compare;
  const listed = (say: (amount: string) => string, amounts: wire.Cover['limits']) =>
    amounts.map(({ name, amountCents }) =>
      say(amountCents === null ? name[language] : `${format.money(amountCents)} ${name[language]}`),
    );
  const lines = [
    ...(insurer === null ? [] : [insurer.name]),
    ...(insurer?.underwriter == null ? [] : [words.underwriter(insurer.underwriter)]),
    ...listed(words.limit, limits),
    ...listed(words.deductible, deductibles),
  ];
  if (lines.length === 0) return kit.none;
  return lines.map((line) => <div key={line}>{line}</div>);
}

function ComparedPrices({ title, prices }: { readonly title: string; readonly prices: readonly wire.ComparedPrice[] }) {
  const { tariff, onboard, labels, format, column } = useWords();
  const words = tariff.compare;
  return (
    <TablePanel<wire.ComparedPrice>
      title={title}
      rows={prices}
      columns={[
        column.name(labels.vehicle, (price) => format.vehicle(price.vehicle)),
        column.text(labels.product, (price) => price.product),
        column.text(labels.series, (price) => price.series),
        column.line(words.term, (price) => labels.years(price.paymentTermInYears)),
        column.text(onboard.sellers.province, (price) => price.province),
        column.number(labels.odometer, (price) => labels.odometerValue(format.number(price.odometer))),
        column.money(words.from, (price) => price.fromCents),
        column.money(words.to, (price) => price.toCents),
        column.change(words.change, (price) => price.changePercent),
      ]}
    />
  );
}

/** Days of notice before the insurer's own cancellations, where the books differ. */
function NoticeChanges({ changes }: { readonly changes: readonly wire.NoticeChange[] }) {
  const { tariff, onboard, language, column } = useWords();
  const words = tariff.compare;
  const noticeText = ({ days, isSample, isAllowed, ...rule }: wire.NoticeChange['from']): string => {
    const basis = basisIn(language, rule);
    const notice = words.notice(days, isSample ? words.noticeSample(basis) : basis);
    return isAllowed ? notice : words.notAllowed(basis);
  };
  return (
    <TablePanel<wire.NoticeChange>
      title={words.notices}
      rows={changes}
      columns={[
        column.name(onboard.sellers.province, (row) => row.province),
        column.text(words.noticeGround, (row) => words.noticeGrounds(row.isForNonPayment)),
        column.text(words.noticePolicy, (row) => words.noticePolicies(row.isLongInForce)),
        column.text(words.from, ({ from }) => noticeText(from)),
        column.text(words.to, ({ to }) => noticeText(to)),
      ]}
    />
  );
}
