import type { DocumentPrinter } from '../../documents/document-printer.ts';
import type { Period } from '../../domain/books/period.ts';
import { customerLanguages } from '../../domain/policy/customer-languages.ts';
import type { Seller } from '../../domain/seller.ts';
import type { Database } from '../../store/database.ts';
import { readStatement } from './write-reports.ts';

export interface PrintStatementParts {
  readonly database: Database;
  readonly printer: DocumentPrinter;
}

// About fifty pages; a longer statement is for a machine, which reads the CSV.
const linesMax = 1_000;

/** Returns the statement as a PDF, in Quebec in French first. It is printed anew each time. */
export async function printStatement(
  { database, printer }: PrintStatementParts,
  { id: sellerId, name: sellerName, province }: Pick<Seller, 'id' | 'name' | 'province'>,
  { from, to }: Period,
): Promise<Buffer> {
  const statement = await readStatement(database, { sellerId, period: { from, to }, linesMax });
  return printer.print({
    kind: 'statement',
    statement: { ...statement, sellerName, month: from.slice(0, 7), to },
    language: customerLanguages({ seller: { province }, inputs: {} }),
  });
}
