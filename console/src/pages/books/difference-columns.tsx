import { Link } from 'react-router';
import type { PayoutFileResult } from '../../../../src/operator/wire/books.ts';
import { Below, type Column } from '../../kit/data-table.tsx';
import { useWords } from '../../words/words.tsx';

export type ShownDifference = PayoutFileResult['differences'][number];

/** What differs: the amount of the books, and that of the file. */
export function useDifferenceColumns<Row extends ShownDifference>(): readonly Column<Row>[] {
  const { books, today, labels, kit, column } = useWords();
  const words = books.differences;
  return [
    column.name(labels.reference, ({ reference }) => (reference === '' ? kit.none : <code>{reference}</code>)),
    column.text(words.what, ({ kind, moneyKind }) => (
      <>
        {today.differences[kind]}
        <Below>{words.moneyKinds[moneyKind]}</Below>
      </>
    )),
    column.count(words.line, (row) => row.line),
    column.text(labels.policy, ({ applicationId, policyNumber }) =>
      applicationId === null ? kit.none : <Link to={`/sales/${applicationId}`}>{policyNumber ?? today.open}</Link>,
    ),
    column.money(words.booked, (row) => row.bookedCents),
    column.money(words.inFile, (row) => row.settledCents),
  ];
}
