import type { Policy, PolicyPayment } from '../policy/policy.ts';
import type { Applicant, DealerContact, QuoteInputs } from '../quote/quote.ts';
import type { ErasureScope } from './judge-erasure.ts';

/** Stands where a name was: the same in every language. */
export const erasedText = '—';

/** The inputs of a quote, without the person, or only without what reaches the person (address, mail, phone). */
export function eraseInputs(inputs: QuoteInputs, scope: ErasureScope): QuoteInputs {
  const { dealer, vehicle, applicant } = inputs;
  const withoutDealerContact = { ...inputs, dealer: dealer && { ...dealer, contact: nobody } };
  if (scope !== 'person') return { ...withoutDealerContact, applicant: withoutContact(applicant) };
  return {
    ...withoutDealerContact,
    applicant: erasedApplicant(applicant),
    vehicle: { ...vehicle, vin: eraseVin(vehicle.vin) },
    partnerReference: null,
    vehiclePurchase: null,
    primaryInsurer: null,
  };
}

/** A policy, likewise. Premium, tax, dates, products and the payment's method and amounts stay. */
export function erasePolicy(policy: Policy, scope: ErasureScope): Policy {
  const inputs = eraseInputs(policy.inputs, scope);
  return { ...policy, inputs, payment: scope === 'person' ? erasePayment(policy.payment) : policy.payment };
}

/** Keeps maker, model and model year, which stand in the first eight characters, and drops which car it is. */
export function eraseVin(vin: string): string {
  return vin.slice(0, 8).padEnd(17, '*');
}

const nobody: DealerContact = { name: erasedText, emailAddress: null, phoneNumber: null };

function erasedApplicant({ isCompany }: Applicant): Applicant {
  return {
    isCompany,
    firstOrCompanyName: erasedText,
    lastName: null,
    addressLine1: erasedText,
    addressLine2: null,
    city: erasedText,
    postalCode: erasedText,
    phoneNumber: '',
    businessPhone: null,
    emailAddress: '',
  };
}

function withoutContact(applicant: Applicant): Applicant {
  return { ...applicant, phoneNumber: '', businessPhone: null, emailAddress: '' };
}

/** Loan number and approval code stay: they are the keys of the lender's and the processor's books. */
function erasePayment(payment: PolicyPayment): PolicyPayment {
  if ('card' in payment) return { ...payment, card: { ...payment.card, maskedCardNumber: erasedText } };
  return 'reference' in payment ? { ...payment, reference: null } : payment;
}
