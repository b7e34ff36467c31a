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

function differing(what: string, difference: NonNullable<StuckRow['difference']>, { today, format }: Speech): string {
  const { reference, line, settledCents } = difference;
  switch (what) {
    case 'missing':
      return today.differing.missing(reference);
    case 'different':
      return today.differing.different(reference, String(line), format.money(settledCents!));
    default:
      return today.differing.unknown(reference, String(line));
  }
}
