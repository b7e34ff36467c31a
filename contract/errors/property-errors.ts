import { type ErrorDefinition, refused } from './error-definition.ts';
import { type PropertyName, propertyWords } from './property-words.ts';

/** Optional everywhere, or (the last three) with another code of the contract when missing. */
const neverRequired = [
  'username',
  'password',
  'isCompany',
  'addressLine2',
  'businessPhone',
  'paymentReference',
  'chargeDate',
  'search',
  'acknowledgements',
  'partnerReference',
  'vehiclePurchase',
  'primaryInsurer',
  'language',
  'status',
  'moneyStatus',
  'boundFrom',
  'boundTo',
  'limit',
  'month',
  'after',
  'types',
  'description',
  'lienHolderId',
  'financing',
] as const satisfies readonly PropertyName[];

/** The contract's code for a malformed payment method is "not supported". */
const neverInvalid = ['paymentMethod'] as const satisfies readonly PropertyName[];

type RequiredCode = `${Capitalize<Exclude<PropertyName, (typeof neverRequired)[number]>>}Required`;
type InvalidCode = `${Capitalize<Exclude<PropertyName, (typeof neverInvalid)[number]>>}Invalid`;

/**
 * The families `<Name>Required` (not given) and `<Name>Invalid` (of the wrong type or form), a pair for each request
 * property. Codes that the service never returns are left out.
 */
export const propertyErrors = family();

function family(): Readonly<Record<RequiredCode | InvalidCode, ErrorDefinition>> {
  const rows: Record<string, ErrorDefinition> = {};
  for (const [property, { en, fr }] of Object.entries(propertyWords)) {
    const name = property.charAt(0).toUpperCase() + property.slice(1);
    if (!isOneOf(neverRequired, property)) {
      rows[`${name}Required`] = refused(`Give ${en.label}.`, `Indiquez ${fr.label}.`);
    }
    if (!isOneOf(neverInvalid, property)) {
      rows[`${name}Invalid`] = refused(`Check ${en.label}: ${en.form}.`, `Vérifiez ${fr.label} : ${fr.form}.`);
    }
  }
  return rows as Record<RequiredCode | InvalidCode, ErrorDefinition>;
}

function isOneOf(list: readonly string[], property: string): boolean {
  return list.includes(property);
}
