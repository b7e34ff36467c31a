import { type ErrorDefinition, refused } from './error-definition.ts';
import { type PropertyName, propertyWords } from './property-words.ts';

type Words = typeof propertyWords;
type RequiredName = { [Name in PropertyName]: Words[Name]['hasRequired'] extends true ? Name : never }[PropertyName];
type FamilyCode =
  | `${Capitalize<RequiredName>}Required`
  | `${Capitalize<Exclude<PropertyName, 'paymentMethod'>>}Invalid`;

/**
 * The families `<Name>Required` (not given) and `<Name>Invalid` (of the wrong type or form), a pair for each request
 * property. Codes that the service never returns are left out; the contract's code for a malformed payment method is
 * "not supported".
 */
export const propertyErrors = family();

function family(): Readonly<Record<FamilyCode, ErrorDefinition>> {
  const rows: Record<string, ErrorDefinition> = {};
  for (const [property, { label, form, hasRequired }] of Object.entries(propertyWords)) {
    const name = property.charAt(0).toUpperCase() + property.slice(1);
    if (hasRequired) rows[`${name}Required`] = refused(`Give ${label.en}.`, `Indiquez ${label.fr}.`);
    if (property !== 'paymentMethod')
      rows[`${name}Invalid`] = refused(
        `Check ${label.en}: ${form.en}.`,
        `Vérifiez ${label.fr}\u00a0: ${form.fr}.`,
        form.params,
      );
  }
  return rows as Record<FamilyCode, ErrorDefinition>;
}
