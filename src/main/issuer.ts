import { type Issuer, rehearsalNotice, sampleIssuer, sampleLender } from '../documents/issuer.ts';
import type { Config } from './config.ts';

/**
 * Production prints the operator's name and address. Without a lender nothing is printed of one. The sandbox may print
 * them, too, always as a sample.
 */
export function issuerOf({
  mode,
  issuer,
  lender,
  isRehearsal,
}: Pick<Config, 'mode' | 'issuer' | 'lender' | 'isRehearsal'>): Issuer {
  if (issuer === null) return sampleIssuer;
  if (isRehearsal) return { ...issuer, lender: sampleLender, notice: rehearsalNotice, mark: rehearsalNotice };
  return mode === 'production'
    ? { ...issuer, lender: lender?.contact ?? issuer, notice: null }
    : { ...issuer, lender: sampleLender, notice: sampleIssuer.notice };
}
