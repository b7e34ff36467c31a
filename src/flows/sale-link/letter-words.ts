import type { TextPlaces } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';
import type { RefusalCode } from '../../domain/refusal.ts';

/** What the letter says that tells a customer that nothing was bought. Arguments are already formatted. */
export type LetterWords = typeof english;

const english = {
  subject: 'Your purchase did not go through',
  greeting: (name: string) => `Hello ${name},`,
  lead: (vehicle: string, reason: string) =>
    `Your purchase of protection for your ${vehicle} did not go through${reason}. No policy was issued, so your vehicle is not covered by it.`,
  loanReversed: 'The loan that was set up for it is being reversed.',
  noLoan: 'No loan was set up, and nothing will be debited from your account.',
  chargeReversed: (amount: string) => `The charge of ${amount} to your card is being reversed.`,
  notCharged: (amount: string) =>
    `Your card was not charged. If ${amount} was put on hold, we are releasing it now; your bank may show it for a few days.`,
  again: 'If you still want to buy, open your page again:',
  open: 'Open my page',
  ask: 'If you still want to buy, please contact the seller.',
  contact: (name: string, phoneNumber: string, emailAddress: string) =>
    `To reach us: ${name}, telephone ${phoneNumber}, e-mail ${emailAddress}.`,
  automatic: 'This e-mail was sent automatically.',
};

// Spaces before a colon are U+00A0, as in the documents.
const french: LetterWords = {
  subject: 'Votre achat n’a pas été conclu',
  greeting: (name) => `Bonjour ${name},`,
  lead: (vehicle, reason) =>
    `Votre achat d’une protection pour votre ${vehicle} n’a pas abouti${reason}. Aucune police n’a été émise\u00a0: votre véhicule n’est pas couvert par cet achat.`,
  loanReversed: 'Le prêt accordé pour cet achat est en voie d’annulation.',
  noLoan: 'Aucun prêt n’a été accordé, et rien ne sera débité de votre compte.',
  chargeReversed: (amount) => `Le débit de ${amount} porté à votre carte est en voie de remboursement.`,
  notCharged: (amount) =>
    `Votre carte n’a pas été débitée. Si ${amount} y ont été réservés, nous libérons maintenant ce montant; votre banque peut encore l’afficher quelques jours.`,
  again: 'Si vous voulez toujours acheter, ouvrez de nouveau votre page\u00a0:',
  open: 'Ouvrir ma page',
  ask: 'Si vous voulez toujours acheter, veuillez communiquer avec le vendeur.',
  contact: (name, phoneNumber, emailAddress) =>
    `Pour nous joindre\u00a0: ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}.`,
  automatic: 'Ce courriel a été envoyé automatiquement.',
};

export const letterWords: Readonly<Record<Language, LetterWords>> = { en: english, fr: french };

export const letterPlaces = {
  'notBoughtMail.subject': ['subject'],
  'notBoughtMail.greeting': ['greeting', 'name'],
  'notBoughtMail.lead': ['lead', 'vehicle', 'reason'],
  'notBoughtMail.loanReversed': ['loanReversed'],
  'notBoughtMail.noLoan': ['noLoan'],
  'notBoughtMail.chargeReversed': ['chargeReversed', 'amount'],
  'notBoughtMail.notCharged': ['notCharged', 'amount'],
  'notBoughtMail.again': ['again'],
  'notBoughtMail.ask': ['ask'],
  'notBoughtMail.contact': ['contact', 'issuerName', 'issuerPhone', 'issuerEmail'],
  'notBoughtMail.automatic': ['automatic'],
} as const satisfies TextPlaces;

/** The reasons that a customer can do something about, or should know. */
const reasons: Readonly<Partial<Record<RefusalCode, Readonly<Record<Language, string>>>>> = {
  CardPaymentDeclined: { en: 'your card was declined', fr: 'votre carte a été refusée' },
  CardPaymentExpired: {
    en: 'the authorization on your card has expired',
    fr: 'l’autorisation de votre carte a expiré',
  },
  QuoteRevised: { en: 'the seller has since changed the offer', fr: 'le vendeur a modifié l’offre entre-temps' },
  SaleLinkNotFound: { en: 'the link was withdrawn or has expired', fr: 'le lien a été retiré ou a expiré' },
  SaleLinksNotAvailable: { en: 'the seller no longer sells by link', fr: 'le vendeur ne vend plus par lien' },
  PaymentMethodNotAvailableForSeller: {
    en: 'the seller no longer accepts this way of paying',
    fr: 'le vendeur n’accepte plus ce mode de paiement',
  },
  TaxRateChanged: { en: 'the tax has since changed', fr: 'la taxe a changé entre-temps' },
  VehicleAlreadyCovered: { en: 'your vehicle is already covered', fr: 'votre véhicule est déjà couvert' },
  CardPaymentUnavailable: {
    en: 'the card processor did not respond',
    fr: 'l’entreprise qui traite les paiements par carte n’a pas répondu',
  },
  FinancingUnavailable: { en: 'the lender did not respond', fr: 'le prêteur n’a pas répondu' },
  FinancingDeclined: { en: 'the lender declined your application', fr: 'le prêteur a refusé votre demande' },
  BindIncomplete: { en: 'we were interrupted', fr: 'nous avons été interrompus' },
};

/** Why nothing was bought, as the end of a sentence; empty where the customer can do nothing about it. */
export function reasonIn(language: Language, code: RefusalCode | null): string {
  const reason = code === null ? undefined : reasons[code]?.[language];
  return reason === undefined ? '' : `${language === 'fr' ? '\u00a0:' : ':'} ${reason}`;
}
