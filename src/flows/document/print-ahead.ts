import { issuerFor } from '../../documents/issuer.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import { readBrandOfSeller } from '../../store/brand/brand.ts';
import type { Parts } from '../parts.ts';

/** Begins to print a policy's declaration while the policy is stored: its partner, or its mail, asks for it next. */
export function makePrintAhead({
  database,
  printer,
}: Parts<'database' | 'printer'>): Parts<'printAhead'>['printAhead'] {
  return (sellerId, policy) =>
    printer.printAhead(async () => {
      const own = (await readBrandOfSeller(database, sellerId))?.brand ?? null;
      const { languages } = issuerFor(printer.issuer, own);
      return { request: { kind: 'declaration', policy, language: customerLanguages(policy, languages) }, own };
    });
}
