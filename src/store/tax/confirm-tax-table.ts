import { read, write } from '../statement.ts';

/** Returns no row if no such table is loaded; one that is confirmed keeps when it was. */
export const confirmTaxTable = write.firstRow<
  { readonly confirmedAt: Date | null },
  [{ readonly version: string; readonly now: Date }]
>(
  null,
  `UPDATE tax_table
   SET confirmed_at = coalesce(confirmed_at, :now)
   WHERE version = :version
   RETURNING confirmed_at AS "confirmedAt"`,
);

/** When the table in force was confirmed; null while none is loaded or nobody has confirmed it. */
export const readTaxConfirmation = read.firstValue<Date | null>(
  null,
  'SELECT confirmed_at FROM tax_table ORDER BY loaded_at DESC, version DESC LIMIT 1',
);
