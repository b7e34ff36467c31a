import type { Province } from '../province.ts';
import type { BilingualName } from '../quote/vocabulary.ts';
import type { DisclosureText } from './disclosure-texts.ts';

/** A kind of paper that is never required: for the customer who wants to think it over. */
export const offerKind = 'Offer';

export type GivenText = Pick<DisclosureText, 'kind' | 'version' | 'title' | 'body' | 'isRequired'>;

/** The operator's own texts, and after them an offer to take home, unless the operator has a text of that kind. */
export function withOffer(texts: readonly GivenText[], sale: OfferedSale): readonly GivenText[] {
  const isOwn = texts.some(({ kind }) => kind === offerKind);
  return isOwn ? texts : [...texts, offerOf(sale)];
}

interface OfferedSale {
  readonly province: Province;
  readonly isFinanced: boolean;
}

function offerOf({ province, isFinanced }: OfferedSale): GivenText {
  const parts = [chosen, ...(isFinanced ? [loan, province === 'QC' ? creditRate : apr] : []), validity];
  const join = (language: keyof BilingualName) => parts.map((part) => part[language]).join('\n\n');
  return {
    kind: offerKind,
    version: '2026-11',
    title: { en: 'Offer to think over', fr: 'Offre pour réflexion' },
    body: { en: join('en'), fr: join('fr') },
    isRequired: false,
  };
}

const chosen = {
  en: '## What is offered\n**For.** {{customerName}}, by {{sellerName}}, on {{today}}.\n\n**Vehicle.** {{vehicle}}, VIN {{vin}}.\n\n**Cover.** {{products}}.\n\n**Term.** {{paymentTerm}}, from {{effectiveDate}} to {{expiryDate}}.\n\n**Price.** {{premium}} plus {{tax}} of tax: {{totalWithTax}} in all.',
  fr: '## Ce qui est offert\n**Pour.** {{customerName}}, par {{sellerName}}, le {{today}}.\n\n**Véhicule.** {{vehicle}}, NIV {{vin}}.\n\n**Couvertures.** {{products}}.\n\n**Durée.** {{paymentTerm}}, du {{effectiveDate}} au {{expiryDate}}.\n\n**Prix.** {{premium}} plus {{tax}} de taxe, soit {{totalWithTax}} en tout.',
};

const loan = {
  en: '## Paid monthly\n**Loan.** {{netCapital}} from {{lenderName}}, after a down payment of {{downPayment}}.\n\n**Payments.** {{installments}}, for {{loanTerm}}; the first on {{firstInstallment}}, the last on {{lastInstallment}}.',
  fr: '## Payé par mensualités\n**Prêt.** {{netCapital}} de {{lenderName}}, après une mise de fonds de {{downPayment}}.\n\n**Mensualités.** {{installments}}, pendant {{loanTerm}}; la première le {{firstInstallment}}, la dernière le {{lastInstallment}}.',
};

const apr = {
  en: '**Cost.** An annual percentage rate (APR) of {{apr}}; cost of borrowing {{costOfBorrowing}}, total payable {{totalPayable}}.',
  fr: '**Coût.** Un taux annuel du coût d’emprunt (TAC) de {{apr}}; frais de crédit {{costOfBorrowing}}, obligation totale {{totalPayable}}.',
};

/** Quebec has one rate, of all credit charges. */
const creditRate = {
  en: '**Cost.** A credit rate of {{creditRate}}; credit charges {{costOfBorrowing}}, total obligation {{totalPayable}}.',
  fr: '**Coût.** Un taux de crédit de {{creditRate}}; frais de crédit {{costOfBorrowing}}, obligation totale {{totalPayable}}.',
};

const validity = {
  en: '## How long it holds\nThe prices hold until the end of {{effectiveDate}}, if no tax rate changes before they are paid. This page is not a purchase, and no cover is in force yet.',
  fr: '## Durée de validité\nLes prix sont valables jusqu’au {{effectiveDate}} inclusivement, si aucun taux de taxe ne change avant le paiement. Cette page ne constitue pas un achat, et aucune couverture n’est encore en vigueur.',
};
