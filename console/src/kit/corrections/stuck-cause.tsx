import type { StuckRow } from '../../../../src/operator/wire/sales.ts';
import { type Speech, useWords } from '../../words/words.tsx';
import { Cause } from '../cause.tsx';
import { Below } from '../data-table.tsx';

export function StuckCause({ row }: { readonly row: StuckRow }) {
  const speech = useWords();
  const { today, format } = speech;
  return (
    <>
      {row.difference === null ? <Cause {...row} /> : differing(row.what, row.difference, speech)}
      {row.lapseNoticedOn !== null && <Below>{today.lapseNoticed(format.date(row.lapseNoticedOn))}</Below>}
    </>
  );
}

function differing(what: string, difference: NonNullable<StuckRow['difference']>, speech: Speech): string {
  const { books, today, format } = speech;
  const { party, moneyKind, reference, line, settledCents, bookedCents } = difference;
  switch (what) {
    case 'missing':
      return today.differing.missing(reference);
    case 'different':
      if (moneyKind === 'payout')
        return today.differing.payout(String(line), format.money(settledCents!), format.money(bookedCents!));
      return today.differing.different(reference, String(line), format.money(settledCents!));
    case 'back twice':
      return today.differing.backTwice(format.money(settledCents!), format.money(bookedCents!), reference);
    case 'taken':
    case 'given back':
    case 'disputed':
      return today.differing.ledger(
        books.parties[party],
        format.money(settledCents!),
        format.money(bookedCents!),
        reference,
      );
    default:
      if (moneyKind?.startsWith('dispute')) return today.differing.dispute(reference, String(line));
      if (moneyKind === 'refund returned') return today.differing.refundReturned(reference, String(line));
      return today.differing.unknown(reference, String(line));
  }
}
