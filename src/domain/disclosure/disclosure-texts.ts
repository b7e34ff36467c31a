import type { Province } from '../address/province.ts';
import type { PlainDate } from '../calendar/calendar.ts';
import type { PaymentMethod } from '../payment-method.ts';
import type { DateRange } from '../rating/rate-book.ts';
import { isWithin } from '../rating/rate-book.ts';
import type { BilingualName } from '../rating/vocabulary.ts';

/**
 * What customers are given before they agree, in the operator's own words. The file format is described by
 * docs/schemas/disclosure-texts.schema.json.
 */
export interface DisclosureTexts {
  readonly version: string;
  /** In the order in which they are given. */
  readonly texts: readonly DisclosureText[];
}

/** One text, with when it is given. Null: whatever it is. */
export interface DisclosureText extends DateRange {
  /** What kind of paper it is, such as `FactSheet`. At most one text of a kind is given with a sale. */
  readonly kind: string;
  /** Of this text: an acknowledgement names it, and one of an older text does not count. */
  readonly version: string;
  readonly title: BilingualName;
  readonly body: BilingualName;
  readonly provinces: readonly Province[] | null;
  readonly products: readonly string[] | null;
  readonly paymentMethods: readonly PaymentMethod[] | null;
  /** Where it must be acknowledged, if the seller is set up so. */
  readonly isRequired: boolean;
}

export interface DisclosedChoice {
  readonly province: Province;
  readonly products: readonly { readonly productType: string }[];
  readonly paymentMethod: PaymentMethod;
  readonly day: PlainDate;
}

/** Returns what the customer is given with a sale, in the order of the texts: of each kind the first that fits. */
export function disclosuresFor(
  { texts }: DisclosureTexts,
  { province, products, paymentMethod, day }: DisclosedChoice,
): readonly DisclosureText[] {
  const fitting = texts.filter(
    (text) =>
      isWithin(text, day) &&
      (text.provinces?.includes(province) ?? true) &&
      (text.paymentMethods?.includes(paymentMethod) ?? true) &&
      (text.products === null || products.some(({ productType }) => text.products!.includes(productType))),
  );
  return fitting.filter(({ kind }, place) => fitting.findIndex((other) => other.kind === kind) === place);
}

/** What the customer has read and agreed to, as the partner tells it. */
export interface Acknowledgement {
  readonly kind: string;
  readonly version: string;
  /** RFC 3339. */
  readonly acknowledgedAt: string;
}

/** Returns the kinds that must be acknowledged and are not, or only in an older text. */
export function missingAcknowledgements(
  disclosures: readonly DisclosureText[],
  given: readonly Acknowledgement[],
): readonly string[] {
  return disclosures
    .filter(({ isRequired }) => isRequired)
    .filter(({ kind, version }) => !given.some((one) => one.kind === kind && one.version === version))
    .map(({ kind }) => kind);
}
