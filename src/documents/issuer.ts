import type { BilingualName } from '../domain/rating/vocabulary.ts';

/**
 * Who stands behind the documents: the operator's own particulars. They are printed, so a customer knows whom to reach.
 */
export interface Issuer {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly phoneNumber: string;
  readonly emailAddress: string;
  readonly website: string;
  readonly lender: Lender;
  /** Printed on every page; null where documents are meant in earnest. */
  readonly notice: BilingualName | null;
}

/** Premium finance has its own party: debits are asked about there. */
export interface Lender {
  readonly name: string;
  readonly phoneNumber: string;
  readonly emailAddress: string;
}

/** Invented: numbers of the 555-01xx block ring nowhere, `.example` is nobody's domain. */
export const sampleIssuer: Issuer = {
  name: 'Northbind Protection',
  addressLines: ['100 Sample Street, Suite 400', 'Toronto ON  M5V 2T6'],
  phoneNumber: '1 800 555-0142',
  emailAddress: 'service@northbind.example',
  website: 'www.northbind.example',
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
