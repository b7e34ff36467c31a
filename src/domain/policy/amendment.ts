import type { PlainDate } from '../calendar.ts';
import { formatDollars, sumCents } from '../money.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import { judgeApplicant } from '../person/applicant.ts';
import type { CityIndex } from '../person/city.ts';
import { parsePostalCode } from '../person/postal-code.ts';
import type { Province } from '../province.ts';
import type { Applicant, QuoteInputs } from '../quote/quote.ts';
import type { PricedProduct, QuoteOptions } from '../quote/quote-options.ts';
import type { VehicleConfiguration } from '../vehicle/vehicle.ts';
import type { Policy } from './policy.ts';

/** What can be corrected after the bind. Only what is named changes; an empty text takes an optional fact away. */
export type AmendmentChanges = Readonly<Partial<Record<Exclude<keyof Applicant, 'isCompany'>, string>>> & {
  readonly lienHolderId?: string;
  readonly vin?: string;
  readonly odometer?: number;
};

/** The facts that an amended declaration names as changed, in its order. */
export const amendableFacts = ['name', 'address', 'phone', 'email', 'vin', 'odometer', 'lienHolder'] as const;
export type AmendableFact = (typeof amendableFacts)[number];

/** An amendment as its declaration tells it. */
export interface Amendment {
  readonly number: number;
  readonly madeOn: PlainDate;
  /** The day of the declaration that it replaces. */
  readonly replacesOf: PlainDate;
  readonly changed: readonly AmendableFact[];
}

const required = ['firstOrCompanyName', 'addressLine1', 'city', 'postalCode', 'phoneNumber', 'emailAddress'] as const;
const optional = ['lastName', 'addressLine2', 'businessPhone'] as const;

/** Returns the applicant with the changes, if every fact is still as a quote would take it. */
export function amendApplicant(
  applicant: Applicant,
  changes: AmendmentChanges,
  area: { readonly province: Province; readonly cities: CityIndex },
): Applicant | OperatorRefusal {
  const blank = required.find((name) => changes[name]?.trim() === '');
  if (blank !== undefined) return refuseOperator('AmendmentInvalid', blank);
  const named = [...required, ...optional].filter((name) => changes[name] !== undefined);
  const amended = {
    ...applicant,
    ...Object.fromEntries(named.map((name) => [name, changes[name]!.trim() || null])),
  };
  const [fault] = judgeApplicant(amended, area);
  if (fault === undefined) return { ...amended, postalCode: parsePostalCode(amended.postalCode)! };
  const field = fault.field.replace('applicant.', '');
  const { sign } = fault.params ?? {};
  return fault.code === 'ApplicantOutsideProvince'
    ? refuseOperator('AmendmentOutsideProvince', field, { province: area.province })
    : refuseOperator('AmendmentInvalid', field, sign === undefined ? undefined : { sign: String(sign) });
}

/** Returns which facts differ, in the order in which they are named. */
export function changedFacts(before: QuoteInputs, after: QuoteInputs): readonly AmendableFact[] {
  return amendableFacts.filter(
    (fact) => JSON.stringify(factsOf[fact](before)) !== JSON.stringify(factsOf[fact](after)),
  );
}

const factsOf: Readonly<Record<AmendableFact, (inputs: QuoteInputs) => unknown>> = {
  name: ({ applicant }) => [applicant.firstOrCompanyName, applicant.lastName],
  address: ({ applicant: { addressLine1: one, addressLine2: two, city, postalCode } }) => [one, two, city, postalCode],
  phone: ({ applicant }) => [applicant.phoneNumber, applicant.businessPhone],
  email: ({ applicant }) => applicant.emailAddress,
  vin: ({ vehicle }) => vehicle.vin,
  odometer: ({ odometer }) => odometer,
  lienHolder: ({ lienHolder }) => lienHolder?.id,
};

/**
 * Returns the vehicle for which the policy costs the same, of those that the VIN may be; among several the one most like
 * the policy's. `options` are the prices of each by the tariff of the quote; null if it does not qualify.
 */
export function vehicleAtSamePrice(
  policy: Policy,
  priced: readonly { readonly vehicle: VehicleConfiguration; readonly options: QuoteOptions | null }[],
): VehicleConfiguration | OperatorRefusal {
  const totals = priced.map(({ vehicle, options }) => ({ vehicle, products: options && productsIn(policy, options) }));
  const same = totals.filter(({ products }) => products !== null && isSamePrice(policy.products, products));
  const { trim } = policy.inputs.vehicle;
  const best = same.find(({ vehicle }) => vehicle.trim === trim) ?? same[0];
  if (best !== undefined) return best.vehicle;
  const other = totals.find(({ products }) => products !== null);
  const field = priced.some(({ vehicle }) => vehicle.vin === policy.inputs.vehicle.vin) ? 'odometer' : 'vin';
  if (other === undefined) return refuseOperator('AmendmentIneligible', field);
  const after = sumCents(other.products!.map(({ totalWithTaxCents }) => totalWithTaxCents));
  const before = policy.totalWithTaxCents;
  const change = `${after > before ? '+' : ''}${formatDollars(after - before)}`;
  return refuseOperator('AmendmentChangesPrice', field, {
    total: `${formatDollars(before)} → ${formatDollars(after)}: ${change}`,
  });
}

/** The products of the policy as these options price them; null if one of them is not offered. */
function productsIn(policy: Policy, options: QuoteOptions): readonly PricedProduct[] | null {
  const terms = policy.coverageCategory === 'Replacement' ? options.replacement : options.limitedIndemnity;
  const term = terms.find(({ paymentTermInYears }) => paymentTermInYears === policy.paymentTermInYears);
  const products = policy.products.map(({ productType }) =>
    term?.coverage.find((product) => product.productType === productType),
  );
  return products.every((product) => product !== undefined) ? products : null;
}

function isSamePrice(before: readonly PricedProduct[], after: readonly PricedProduct[]): boolean {
  return before.every(
    ({ premiumCents, taxCents }, place) =>
      premiumCents === after[place]!.premiumCents && taxCents === after[place]!.taxCents,
  );
}
