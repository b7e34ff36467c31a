import { parseDollars } from '../domain/money.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Applicant, QuoteInputs, VehiclePurchase } from '../domain/quote/quote.ts';
import { unlinked } from '../domain/unlinked.ts';
import { vehicleName } from '../domain/vehicle/vehicle.ts';
import type { DocumentContext } from './document-context.ts';
import { type FactGroup, factsKnown } from './sheet.ts';

/** The groups of facts about the insured, the vehicle and the sale that several documents print. */
export function insuredGroup(policy: Policy, { words }: DocumentContext): FactGroup {
  const { applicant } = policy.inputs;
  return {
    title: words.insured,
    facts: factsKnown([
      [applicant.isCompany ? words.companyName : words.name, nameOf(applicant)],
      [words.address, addressLines(policy)],
      [words.telephone, applicant.phoneNumber],
      [words.otherTelephone, applicant.businessPhone],
      [words.email, applicant.emailAddress],
    ]),
  };
}

export function vehicleGroup(
  { vehicle, odometer, purchaseMethod, vehiclePurchase }: QuoteInputs,
  { words, formats, language }: DocumentContext,
): FactGroup {
  return {
    title: words.vehicle,
    facts: factsKnown([
      [words.vin, vehicle.vin],
      [words.description, vehicleName(vehicle, language)],
      [words.trim, vehicle.trim],
      [words.body, vehicle.bodyClass === null ? null : words.bodyWord(vehicle.bodyClass)],
      [words.odometer, formats.kilometres(odometer)],
      [words.purchaseMethod, words.purchaseMethods[purchaseMethod]],
      [words.bought, vehiclePurchase && boughtLines(vehiclePurchase, { words, formats })],
    ]),
  };
}

function boughtLines(
  { price, date, condition }: VehiclePurchase,
  { words, formats }: Pick<DocumentContext, 'words' | 'formats'>,
) {
  return [words.boughtOn(words.conditions[condition], formats.date(date)), formats.money(parseDollars(price) ?? 0)];
}

export function saleGroup(policy: Policy, { words }: DocumentContext): FactGroup {
  const { dealer, lienHolder, producerCode, primaryInsurer } = policy.inputs;
  return {
    title: words.sale,
    facts: factsKnown([
      [words.seller, policy.seller.name],
      [words.producerCode, producerCode && unlinked(producerCode)],
      [words.dealer, dealer && [dealer.name, placeLine(dealer)]],
      [
        words.dealerContact,
        dealer && [unlinked(dealer.contact.name), dealer.contact.phoneNumber, dealer.contact.emailAddress],
      ],
      [words.lienHolder, lienHolder && [lienHolder.name, placeLine(lienHolder)]],
      [words.primaryInsurer, primaryInsurer && [unlinked(primaryInsurer.name), unlinked(primaryInsurer.policyNumber)]],
    ]),
  };
}

/** Name and address as on an envelope. */
export function addressee(policy: Policy): readonly string[] {
  return [nameOf(policy.inputs.applicant), ...addressLines(policy)];
}

export function nameOf(applicant: Applicant): string {
  if (applicant.isCompany || applicant.lastName === null) return unlinked(applicant.firstOrCompanyName);
  return unlinked(`${applicant.firstOrCompanyName} ${applicant.lastName}`);
}

/** Canada Post sets two spaces before the postal code. A quote is refused outside the seller's province. */
function addressLines({ inputs: { applicant }, seller }: Policy): readonly string[] {
  const cityLine = `${applicant.city} ${seller.province}\u00a0\u00a0${applicant.postalCode.replace(' ', '\u00a0')}`;
  return [applicant.addressLine1, applicant.addressLine2 ?? '', cityLine].filter((line) => line !== '').map(unlinked);
}

function placeLine(place: { readonly city: string; readonly postalCode: string }): string {
  return `${place.city}\u00a0\u00a0${place.postalCode.replace(' ', '\u00a0')}`;
}
