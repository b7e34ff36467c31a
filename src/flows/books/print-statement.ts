import type { Period } from '../../domain/books/period.ts';
import type { StatementTax } from '../../domain/books/reports.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { TaxLine } from '../../domain/policy/policy.ts';
import type { TaxTable } from '../../domain/tax/tax-table.ts';
import { readTaxTables } from '../../store/reference/tariffs.ts';
import type { Parts } from '../parts.ts';
import { readStatement } from './write-reports.ts';

export type PrintStatementParts = Parts<'database' | 'reads' | 'printer'>;

// About fifty pages; a longer statement is for a machine, which reads the CSV.
const linesMax = 1_000;

/** Returns the statement as a PDF, in Quebec in French first. It is printed anew each time. */
export async function printStatement(
  { database, reads, printer }: PrintStatementParts,
  { id: sellerId, name: sellerName, province }: Pick<Seller, 'id' | 'name' | 'province'>,
  { from, to }: Period,
): Promise<Buffer> {
  const statement = await readStatement(reads, { sellerIds: [sellerId], period: { from, to }, linesMax });
  const taxes = namedTaxes(statement.totals.taxes, await readTaxTables(database));
  return printer.print({
    kind: 'statement',
    statement: { ...statement, taxes, sellerName, month: from.slice(0, 7), to },
    language: customerLanguages({ seller: { province }, inputs: { language: null } }),
  });
}

/** The books know a tax by its English name; the tables, latest first, have both. */
function namedTaxes(taxes: readonly StatementTax[], tables: readonly TaxTable[]): readonly TaxLine[] {
  const names = tables
    .flatMap(({ rates }) => Object.values(rates).flatMap((byClass) => Object.values(byClass).flat()))
    .flatMap(({ components }) => components.map(({ name }) => name));
  return taxes.map(({ authority, ratePpm, amountCents }) => {
    const name = names.find(({ en }) => en === authority) ?? { en: authority, fr: authority };
    return { name, ratePpm, amountCents };
  });
}
