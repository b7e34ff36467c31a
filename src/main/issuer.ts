import { type Issuer, sampleIssuer } from '../documents/issuer.ts';
import type { Config } from './config.ts';

/** Production prints the operator's name and address. Without a lender nothing is printed of one. */
export function issuerOf({ issuer, lender }: Pick<Config, 'issuer' | 'lender'>): Issuer {
  return issuer === null ? sampleIssuer : { ...issuer, lender: lender?.contact ?? issuer, notice: null };
}
