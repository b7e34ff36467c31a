import { type DisclosureText, disclosuresFor } from '../../domain/disclosure/disclosure-texts.ts';
import { fieldsIn } from '../../domain/disclosure/fields.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import { loanOf, type Policy } from '../../domain/policy/policy.ts';
import type { FilledDisclosure } from '../../store/disclosure/disclosure.ts';
import type { ClaimedBind, Payment } from '../bind/payment.ts';
import type { Parts } from '../parts.ts';
import { fillDisclosure, ownDebitWords, saleToDisclose, statedChoice } from './fill-disclosure.ts';

/**
 * Fills in anew what names the policy, the day of the contract or the account, such as the notice of rescission: before the bind
 * these were lines to be filled in. The customer gets it with the policy, also one who was given no draft. Whoever was given the credit
 * disclosure of another loan, or none, gets that of the loan in the same way.
 */
export function completeDisclosures(
  { reference }: Parts<'reference'>,
  { sale, seller, selection, terms }: Pick<ClaimedBind, 'sale' | 'seller' | 'selection' | 'terms'>,
  policy: Policy,
  money: Payment,
): readonly FilledDisclosure[] {
  const { disclosures, customerTexts } = reference();
  if (disclosures === null) return [];
  const { inputs, boundOn, effectiveDate, paymentTermInYears, payment, policyNumber } = policy;
  const loan = loanOf(payment);
  const texts = disclosuresFor(disclosures, {
    province: seller.province,
    products: selection.products,
    paymentMethod: payment.method,
    isCompany: inputs.applicant.isCompany,
    day: boundOn,
    firstDebit: loan?.firstInstallmentDate ?? null,
  }).filter((text) => isKnownFromTheBind(text) || text.kind === creditDisclosure);
  if (texts.length === 0) return [];
  const disclosed = saleToDisclose({
    seller,
    inputs: sale.inputs,
    selection,
    terms,
    today: boundOn,
    effectiveDate,
    paymentTermInYears,
    loan,
    bound: {
      policyNumber,
      on: boundOn,
      lastDayToRescind: policy.rescindableUntil,
      ...(money.kind === 'loan' && money.account && { account: money.account }),
    },
  });
  const language = customerLanguages({ seller, inputs });
  const choice = statedChoice(policy, selection, loan);
  return texts.map(({ kind, version, title, body }) => {
    const text = { kind, version, title, body };
    const request = { kind: 'disclosure', text, sale: disclosed, ...ownDebitWords(customerTexts), language } as const;
    return { ...fillDisclosure(request, choice), isUnlessGiven: !isKnownFromTheBind(text) };
  });
}

const creditDisclosure = 'CreditDisclosure';

function isKnownFromTheBind({ body }: Pick<DisclosureText, 'body'>): boolean {
  return fieldsIn(body.en).some((field) => knownFromTheBind.includes(field));
}

const knownFromTheBind: readonly string[] = [
  'policyNumber',
  'contractDate',
  'lastDayToRescind',
  'accountHolder',
  'accountDigits',
];
