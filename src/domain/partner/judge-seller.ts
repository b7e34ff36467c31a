import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import { type PaymentMethod, paymentMethods } from '../payment-method.ts';
import { plainWords } from '../plain-words.ts';
import type { Province } from '../province.ts';
import { type Series, seriesNames } from '../quote/vocabulary.ts';
import { methodsByLink } from '../sale-link/sale-link.ts';
import { readClientId, readName, readUsername } from './entry-text.ts';
import { readProvince } from './judge-entry.ts';

/** What the operator decides about an integration. */
export interface IntegrationTerms {
  readonly name: string;
  /** Requests per 60 seconds; null for the service's own limit. */
  readonly rateLimit: number | null;
  /** Whether a vehicle that a policy of the integration covers can't be sold another one. */
  readonly refusesSecondPolicy: boolean;
}

/** What the operator decides about a seller. */
export interface SellerTerms {
  readonly name: string;
  readonly province: Province;
  readonly series: readonly Series[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly requiresProducerCode: boolean;
  readonly requiresAcknowledgements: boolean;
  /** Whether its customers can buy by a link. */
  readonly sellsByLink: boolean;
}

export interface GivenSellerTerms extends Omit<SellerTerms, 'province' | 'series' | 'paymentMethods'> {
  readonly province: string;
  readonly series: readonly string[];
  readonly paymentMethods: readonly string[];
}

// Far above what one partner sends, far below a typing error.
const rateLimitMax = 1_000_000;

export function judgeIntegration(given: IntegrationTerms): IntegrationTerms | OperatorRefusal {
  const name = readName(given.name);
  if (name === null) return refuseOperator('NameInvalid', 'name');
  const { rateLimit, refusesSecondPolicy } = given;
  const isLimit = rateLimit === null || (Number.isInteger(rateLimit) && rateLimit >= 1 && rateLimit <= rateLimitMax);
  return isLimit ? { name, rateLimit, refusesSecondPolicy } : refuseOperator('RateLimitInvalid', 'rateLimit');
}

export function judgeSeller(given: GivenSellerTerms): SellerTerms | OperatorRefusal {
  const name = readName(given.name);
  if (name === null) return refuseOperator('NameInvalid', 'name');
  const province = readProvince(given.province);
  if (province === null) return refuseOperator('ProvinceInvalid', 'province');
  const series = chosen(seriesNames, given.series);
  if (series === null) return refuseOperator('SeriesInvalid', 'series');
  const methods = chosen(paymentMethods, given.paymentMethods);
  if (methods === null) return refuseOperator('PaymentMethodsInvalid', 'paymentMethods');
  const { requiresProducerCode, requiresAcknowledgements, sellsByLink } = given;
  const own = { requiresProducerCode, requiresAcknowledgements, sellsByLink };
  if (sellsByLink && methodsByLink({ sellsByLink, paymentMethods: methods }).length === 0)
    return refuseOperator('SaleLinksWithoutMethod', 'sellsByLink');
  return { name, province, series, paymentMethods: methods, ...own };
}

/** Derived from the name if omitted; `suffix` makes it unique. */
export function chooseClientId(given: string | undefined, name: string, suffix: string): string | OperatorRefusal {
  return readClientId(given ?? made(name, suffix)) ?? refuseOperator('ClientIdInvalid', 'clientId');
}

export function chooseUsername(given: string | undefined, name: string, suffix: string): string | OperatorRefusal {
  return readUsername(given ?? made(name, suffix)) ?? refuseOperator('UsernameInvalid', 'username');
}

function made(name: string, suffix: string): string {
  const words = plainWords(name)
    .join('-')
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 40);
  return [words, suffix].filter((part) => part !== '').join('-');
}

/**
 * Returns what was chosen, in the order of the list; null if it is nothing, or has an unknown value. Case is ignored.
 */
function chosen<Choice extends string>(all: readonly Choice[], given: readonly string[]): readonly Choice[] | null {
  const wanted = new Set(given.map((one) => one.trim().toLowerCase()));
  const known = all.filter((one) => wanted.has(one.toLowerCase()));
  return known.length > 0 && known.length === wanted.size ? known : null;
}
