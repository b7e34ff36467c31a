import { type Brand, type OwnBrand, type ShownBrand, usualColours, withOwnBrand } from '../domain/brand/brand.ts';
import { languages } from '../domain/language.ts';
import type { BilingualName } from '../domain/quote/vocabulary.ts';

/** Who issues policies, as printed on every document: the brand, and what an integration can't have of its own. */
export interface Issuer extends ShownBrand {
  /** The numbers under which the issuer collects taxes, as they are printed; empty if it has none. */
  readonly taxNumbers: BilingualName;
  readonly lender: Lender;
  /** Printed on every page; null in production. */
  readonly notice: BilingualName | null;
}

/** Where a customer asks about the debits of a loan. */
export type Lender = Pick<Brand, 'name' | 'phoneNumber' | 'emailAddress'>;

/** The issuer as customers of an integration see it. */
export function issuerFor(issuer: Issuer, own: OwnBrand | null): Issuer {
  const { lender } = issuer;
  // The sandbox's own lender bears the sample issuer's name, which belongs on nobody else's paper.
  const isOthersSample = lender === sampleIssuer.lender && own?.name !== undefined;
  return { ...withOwnBrand(issuer, own), lender: isOthersSample ? sampleLender : lender };
}

/** Returns what stands at the foot of every page. */
export function footerOf({ name, phoneNumber, emailAddress, website }: Issuer): readonly string[] {
  return [name, phoneNumber, emailAddress, website].filter((text) => text !== '');
}

/** Invented, too: the sandbox's lender where the issuer is not the sample. */
export const sampleLender: Lender = {
  name: 'Sample Premium Finance',
  phoneNumber: '1 800 555-0157',
  emailAddress: 'loans@lender.example',
};

/** A north needle on a round field. */
const sampleLogo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><circle cx="50" cy="50" r="50" fill="#12344d"/>
<path fill="#fff" d="M50 12 66 50 50 43 34 50Z"/><path fill="#6baab4" d="M50 88 34 50 50 57 66 50Z"/></svg>`;

/** Invented: phone numbers 555-01xx and the domain `.example` are reserved for examples. */
export const sampleIssuer: Issuer = {
  name: 'Northbind Protection',
  addressLines: ['100 Sample Street, Suite 400', 'Toronto ON  M5V 2T6'],
  phoneNumber: '1 800 555-0142',
  emailAddress: 'service@northbind.example',
  website: 'www.northbind.example',
  logo: { type: 'image/svg+xml', base64: Buffer.from(sampleLogo).toString('base64') },
  colours: usualColours,
  languages,
  closing: null,
  taxNumbers: {
    en: 'GST/HST 12345 6789 RT0001 · QST 1234567890 TQ0001',
    fr: 'TPS/TVH 12345 6789 RT0001 · TVQ 1234567890 TQ0001',
  },
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

/** On every paper and mail of a rehearsal, and on its pages. */
export const rehearsalNotice: BilingualName = {
  en: 'Rehearsal: no insurance is in force and no money is owed.',
  fr: 'Répétition : aucune assurance n’est en vigueur et aucune somme n’est due.',
};
