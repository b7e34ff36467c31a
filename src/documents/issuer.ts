import type { BilingualName } from '../domain/rating/vocabulary.ts';

/** The operator's name and contact details, printed on every document. */
export interface Issuer {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly website: string;
  /** The numbers under which the issuer collects taxes, as they are printed; empty if it has none. */
  readonly taxNumbers: string;
  readonly lender: Lender;
  /** Printed on every page; null in production. */
  readonly notice: BilingualName | null;
}

/** Where a customer asks about the debits of a loan. */
export interface Lender {
  readonly name: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
}

/** Invented: phone numbers 555-01xx and the domain `.example` are reserved for examples. */
export const sampleIssuer: Issuer = {
  name: 'Northbind Protection',
  addressLines: ['100 Sample Street, Suite 400', 'Toronto ON  M5V 2T6'],
  phoneNumber: '1 800 555-0142',
  emailAddress: 'service@northbind.example',
  website: 'www.northbind.example',
  taxNumbers: 'GST/HST 12345 6789 RT0001 · QST 1234567890 TQ0001',
  lender: {
    name: 'Northbind Premium Finance',
    phoneNumber: '1 800 555-0157',
    emailAddress: 'loans@northbind.example',
  },
  notice: {
    en: 'Sample document: no insurance is in force and no money is owed.',
    fr: 'Document d’exemple : aucune assurance n’est en vigueur et aucune somme n’est due.',
  },
};
