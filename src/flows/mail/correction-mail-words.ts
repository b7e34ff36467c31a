import type { TextPlaces } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';

export type CorrectionMailWords = typeof english;

const english = {
  subject: (policyNumber: string) => `A mistake of ours about your policy ${policyNumber}`,
  payment: (policyNumber: string, amount: string, day: string) =>
    `We sent you a receipt for a payment of ${amount} on ${day} for policy ${policyNumber}. That was a mistake of ours: this payment was not made as the receipt says. The receipt no longer applies. We are sorry.`,
  refund: (policyNumber: string, amount: string, day: string) =>
    `We sent you a refund receipt that says that we gave ${amount} back to you on ${day} for policy ${policyNumber}. That was a mistake of ours: it was not given back as the receipt says. The receipt no longer applies. We are sorry.`,
  unpaid: (policyNumber: string, amount: string, _day: string) =>
    `We wrote to you that ${amount} for policy ${policyNumber} is unpaid. That was a mistake of ours, and no longer applies. We are sorry.`,
  'refund returned': (policyNumber: string, amount: string, _day: string) =>
    `We wrote to you that our refund of ${amount} for policy ${policyNumber} did not reach your card, and that we pay it by cheque or transfer. That was a mistake of ours: the refund went to your card. We are sorry.`,
  nothingDue: 'Nothing is due from you today.',
  payHere: (amount: string) => `${amount} is due from you. You can pay by card on this page:`,
  contactToPay: (amount: string) => `${amount} is due from you. Please contact us to pay.`,
};

const french: CorrectionMailWords = {
  subject: (policyNumber) => `Une erreur de notre part au sujet de votre police ${policyNumber}`,
  payment: (policyNumber, amount, day) =>
    `Nous vous avons envoyé un reçu pour un paiement de ${amount} fait le ${day} pour la police ${policyNumber}. C’était une erreur de notre part\u00a0: ce paiement n’a pas été fait comme le reçu l’indique. Ce reçu ne s’applique plus. Veuillez nous en excuser.`,
  refund: (policyNumber, amount, day) =>
    `Nous vous avons envoyé un reçu de remboursement indiquant que nous vous avions remboursé ${amount} le ${day} pour la police ${policyNumber}. C’était une erreur de notre part\u00a0: ce montant n’a pas été remboursé comme le reçu l’indique. Ce reçu ne s’applique plus. Veuillez nous en excuser.`,
  unpaid: (policyNumber, amount) =>
    `Nous vous avons écrit qu’un montant de ${amount} est impayé pour la police ${policyNumber}. C’était une erreur de notre part, et cela ne s’applique plus. Veuillez nous en excuser.`,
  'refund returned': (policyNumber, amount) =>
    `Nous vous avons écrit que notre remboursement de ${amount} pour la police ${policyNumber} n’est pas arrivé sur votre carte, et que nous le versons par chèque ou par virement. C’était une erreur de notre part\u00a0: le remboursement a été porté à votre carte. Veuillez nous en excuser.`,
  nothingDue: 'Aucun montant n’est dû aujourd’hui.',
  payHere: (amount) => `Un montant de ${amount} est dû. Vous pouvez payer par carte sur cette page\u00a0:`,
  contactToPay: (amount) => `Un montant de ${amount} est dû. Veuillez communiquer avec nous pour payer.`,
};

export const correctionMailWords: Readonly<Record<Language, CorrectionMailWords>> = { en: english, fr: french };

export const correctionMailPlaces = {
  'correctionMail.subject': ['subject', 'policyNumber'],
  'correctionMail.payment': ['payment', 'policyNumber', 'amount', 'day'],
  'correctionMail.refund': ['refund', 'policyNumber', 'amount', 'day'],
  'correctionMail.unpaid': ['unpaid', 'policyNumber', 'amount'],
  'correctionMail.refundReturned': ['refund returned', 'policyNumber', 'amount'],
  'correctionMail.nothingDue': ['nothingDue'],
  'correctionMail.payHere': ['payHere', 'amount'],
  'correctionMail.contactToPay': ['contactToPay', 'amount'],
} as const satisfies TextPlaces;
