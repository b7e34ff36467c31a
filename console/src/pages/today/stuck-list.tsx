import { Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { StuckKind, StuckRow } from '../../../../src/operator/wire/sales.ts';
import { Cause } from '../../kit/cause.tsx';
import { Acts } from '../../kit/corrections/acts.tsx';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import type { Choose } from '../../kit/corrections/correction.ts';
import { correctionsForAll, correctionsOf, nameStuck } from '../../kit/corrections/stuck.ts';
import { StuckCause } from '../../kit/corrections/stuck-cause.tsx';
import { Below, type Column } from '../../kit/data-table.tsx';
import { List } from '../../kit/list.tsx';
import { useWords } from '../../words/words.tsx';
import { RunbookButton } from './runbook-button.tsx';
import classes from './today.module.css';

interface StuckListProps {
  readonly kind: StuckKind;
  /** How many are on a page of it, and its name above them; null: it is the only list, and the service says how many. */
  readonly rowsMax: number | null;
  readonly onChoose: Choose;
}

export function StuckList({ kind, rowsMax, onChoose: choose }: StuckListProps) {
  const { today: words } = useWords();
  const isOfSale = kind !== 'limits' && kind !== 'jobs';
  const [ofSale, ofService] = [useSaleColumns(kind), useServiceColumns(kind)];
  return (
    <div className={classes.waiting}>
      {rowsMax !== null && (
        <Title order={3} fz={14} p="12px 18px 0">
          {words.kinds[kind]}
        </Title>
      )}
      <Text fz={13} c="dimmed" p={rowsMax === null ? '12px 18px 0' : '2px 18px 0'}>
        {words.help[kind]}
      </Text>
      <List<StuckRow>
        path={`/api/needs-person/${kind}`}
        {...(rowsMax !== null && { filters: { limit: rowsMax } })}
        words={{ caption: words.kinds[kind], empty: words.none }}
        head={(rows) => (
          <Group gap={6} mt={8} mb={8} px={18}>
            <RunbookButton kind={kind} />
            {correctionsForAll(kind, rows).map((correction) => (
              <CorrectButton key={correction.kind} correction={correction} onChoose={choose} />
            ))}
          </Group>
        )}
        keyOf={(row) => row.id}
        columns={isOfSale ? ofSale : ofService}
        rowActions={
          isOfSale &&
          ((row) => (
            <Acts
              corrections={correctionsOf(row)}
              onChoose={choose}
              subject={row.policyNumber ?? (row.customer?.name || row.id)}
            />
          ))
        }
      />
    </div>
  );
}

const ofMoney: readonly StuckKind[] = ['requests', 'reversals', 'charges', 'differences'];

function useSaleColumns(kind: StuckKind): readonly Column<StuckRow>[] {
  const speech = useWords();
  const { today: words, labels, kit, column, format } = speech;
  return [
    column.name(labels.item, (row) => (
      <>
        {nameStuck(row, speech)}
        <Below>{format.dayOrTime(row.since)}</Below>
        {kind !== 'requests' && kind !== 'differences' && row.count > 0 && <Below>{words.attempts(row.count)}</Below>}
      </>
    )),
    column.text(labels.sale, (row) =>
      row.applicationId === null ? (
        row.seller === null ? (
          kit.none
        ) : (
          <Link to={`/sellers/${row.seller.id}`}>{row.seller.name}</Link>
        )
      ) : (
        <>
          <Link to={`/sales/${row.applicationId}`}>{row.policyNumber ?? words.open}</Link>
          {row.seller !== null && <Below>{row.seller.name}</Below>}
        </>
      ),
    ),
    column.text(`${labels.customer}, ${labels.cause.toLowerCase()}`, (row) => <CustomerAndCause row={row} />),
    ...(kind === 'requests'
      ? [
          column.line(labels.cancelledOn, ({ request }: StuckRow) =>
            request === null ? kit.none : format.date(request.cancelledOn),
          ),
        ]
      : []),
    ...(ofMoney.includes(kind) ? [column.money(labels.amount, (row: StuckRow) => row.amountCents)] : []),
  ];
}

export function useServiceColumns(kind: StuckKind): readonly Column<StuckRow>[] {
  const { labels, column, format } = useWords();
  return [
    column.name(labels.item, (row) =>
      kind === 'limits' ? <Link to={`/integrations/${row.id}`}>{row.what}</Link> : row.what,
    ),
    column.count(kind === 'limits' ? labels.rejectedCalls : labels.attempts, (row) => row.count),
    column.line(labels.since, (row) => format.dayOrTime(row.since)),
    ...(kind === 'jobs' ? [column.text(labels.cause, (row: StuckRow) => <Cause {...row} />)] : []),
  ];
}

function CustomerAndCause({ row }: { readonly row: StuckRow }) {
  const { customer, cause } = row;
  const { labels } = useWords();
  const ways = customer && [
    customer.phoneNumber,
    customer.card,
    customer.loanNumber && `${labels.loanNumber} ${customer.loanNumber}`,
  ];
  return (
    <>
      {customer?.name}
      {ways && <Below>{ways.filter(Boolean).join(' · ')}</Below>}
      {cause !== null && (
        <Text component="div" fz={13} mt={4}>
          <StuckCause row={row} />
        </Text>
      )}
    </>
  );
}
