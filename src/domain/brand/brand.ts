import type { Language } from '../language.ts';
import type { BilingualName } from '../quote/vocabulary.ts';

/** What customers see of the issuer: on documents, in mails and on the payment page. */
export interface Brand {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly phoneNumber: string;
  readonly emailAddress: string;
  /** Empty for none. */
  readonly website: string;
  readonly logo: Logo | null;
  readonly colours: Colours;
  /** Which languages may be added to the customer's own; see `customerLanguages`. */
  readonly languages: readonly Language[];
  /** Printed at the end of each document of a policy; null for nothing. */
  readonly closing: BilingualName | null;
}

export interface ShownBrand extends Brand {
  /** Stands on every page of a rehearsal. */
  readonly mark?: BilingualName;
}

export interface Logo {
  readonly type: 'image/png' | 'image/svg+xml';
  readonly base64: string;
}

/**
 * Colours are written as `#12344d`. The main colour is of headings and bars, the accent of smaller headings, links and
 * buttons.
 */
export interface Colours {
  readonly main: string;
  readonly accent: string;
}

/** What an integration has instead of the operator's. Only what is set is there. */
export type OwnBrand = Partial<Brand>;

export const usualColours: Colours = { main: '#12344d', accent: '#1c7c8c' };

/**
 * The operator's brand with an integration's own in front. A logo and a website belong to a name: the operator's stand
 * beside no other. Where customers can ask is always there.
 */
export function withOwnBrand<B extends Brand>(brand: B, own: OwnBrand | null): B {
  if (own === null) return brand;
  return { ...brand, ...(own.name !== undefined && { logo: null, website: '' }), ...own };
}

/** Puts the picture itself into the page, so that nothing is loaded from elsewhere. */
export function logoAddress({ type, base64 }: Logo): string {
  return `data:${type};base64,${base64}`;
}

/** No line breaks within a telephone number. */
export function wholePhone({ phoneNumber }: Pick<Brand, 'phoneNumber'>): string {
  return phoneNumber.replaceAll(' ', '\u00a0');
}
