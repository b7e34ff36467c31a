import assert from 'node:assert/strict';
import type { BindRequest, CardPayment, Northbind } from '../../sdk/src/index.ts';
import { addDays } from '../../src/domain/calendar.ts';
import { bankAccount } from '../kit/sale/binding.ts';

export type PaidBy = 'REF' | 'PFF' | 'CC';

export const sandbox = {
  clientId: 'northbind-sandbox',
  clientSecret: 'sandbox-client-secret',
  username: 'ontario',
  password: 'sandbox-password',
} as const;

interface Place {
  readonly city: string;
  readonly postalCode: string;
  readonly producerCode?: string;
}

/** The customers of the sandbox's sellers live there. */
export const places = {
  ontario: { city: 'Toronto', postalCode: 'M5V 2T6' },
  quebec: { city: 'Montréal', postalCode: 'H3B 4W8', producerCode: 'PC-100' },
  alberta: { city: 'Edmonton', postalCode: 'T5J 2R7' },
} as const satisfies Readonly<Record<string, Place>>;

/** A sale as far as the bind, which is left to the caller. */
export async function readyToBind(
  northbind: Northbind,
  paymentMethod: PaidBy,
  today: string,
  place: Place = places.ontario,
): Promise<BindRequest> {
  const selection = await quoteFirstTerm(northbind, today, place);
  switch (paymentMethod) {
    case 'REF':
      return { ...selection, paymentMethod, paymentReference: 'CHEQUE-0042' };
    case 'PFF': {
      const wishes = { downPayment: 100, firstInstallmentDate: addDays(today, 15) };
      const { options } = await northbind.financing.quote({ ...selection, ...wishes });
      const { loanTermInMonths } = options[0]!;
      return { ...selection, paymentMethod, financing: { loanTermInMonths, ...wishes, bankAccount } };
    }
    case 'CC': {
      const payment = await northbind.cardPayments.start(selection);
      await payByCard(payment);
      const { paymentId, ticket } = payment;
      const asked = { applicationId: selection.applicationId, paymentId, ticket };
      assert.equal((await northbind.cardPayments.confirm(asked)).status, 'Authorized');
      return { ...selection, paymentMethod, cardPayment: { paymentId } };
    }
  }
}

async function quoteFirstTerm(northbind: Northbind, today: string, place: Place) {
  const { vin } = await northbind.testVin(2024);
  const asked = { effectiveDate: today, odometer: 24_500, purchaseMethod: 'Cash' } as const;
  const [vehicle] = await northbind.vehicles.lookUp({ vin, ...asked });
  const { applicationId, replacementOptions } = await northbind.quotes.create({
    ...asked,
    series: 'Prime',
    vehicleConfigurationId: vehicle!.id,
    ...(place.producerCode !== undefined && { producerCode: place.producerCode }),
    applicant: { ...applicant, city: place.city, postalCode: place.postalCode },
  });
  const { paymentTermInYears, coverage } = replacementOptions.find((term) => term.paymentTermInYears === 3)!;
  const selectedProducts = coverage.map(({ productType }) => productType);
  return { applicationId, coverageCategory: 'Replacement', paymentTermInYears, selectedProducts } as const;
}

/** Does in the customer's place what the checkout does. */
async function payByCard({ checkoutJsUrl, ticket }: CardPayment): Promise<void> {
  const response = await fetch(new URL('/checkout/submit', checkoutJsUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket, cardNumber: '4242424242424242', expiry: '12/30', cvv: '123' }),
  });
  assert.equal(response.status, 200);
}

export const applicant = {
  firstOrCompanyName: 'Marie-Ève',
  lastName: 'Tremblay',
  addressLine1: '301 Sample Street',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  phoneNumber: '416-555-0142',
  emailAddress: 'marie-eve@example.ca',
} as const;
