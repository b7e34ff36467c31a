import type { Brand } from '../../domain/brand/brand.ts';
import type { Language } from '../../domain/language.ts';
import type { RefusalCode } from '../../domain/refusal.ts';

interface LetterFacts {
  readonly vehicle: string;
  readonly amount: string;
  readonly isFinanced: boolean;
  /** Why nothing was bought. */
  readonly code: RefusalCode | null;
}

/** What the letter says that tells a customer that nothing was bought. */
interface LetterWords {
  readonly subject: string;
  readonly greeting: (name: string) => string;
  readonly body: (facts: LetterFacts) => readonly string[];
  readonly again: string;
  readonly open: string;
  readonly ask: string;
  readonly contact: (brand: Pick<Brand, 'name' | 'phoneNumber' | 'emailAddress'>) => string;
  readonly automatic: string;
}

/** The money moved, and is given back. */
const givenBack: readonly (RefusalCode | null)[] = ['BindFailedAfterCardCapture', 'BindFailedAfterFinancing'];

// Spaces before a colon are U+00A0, as in the documents.
export const letterWords: Readonly<Record<Language, LetterWords>> = {
  en: {
    subject: 'Nothing was bought',
    greeting: (name) => `Hello ${name},`,
    body: ({ vehicle, amount, isFinanced, code }) => [
      `Your purchase of protection for your ${vehicle} did not go through${reasonIn('en', code)}. Nothing was bought, and your vehicle is not covered by it.`,
      isFinanced
        ? givenBack.includes(code)
          ? 'The loan that was made for it is being reversed.'
          : 'No loan was made, and nothing is debited from your account.'
        : givenBack.includes(code)
          ? `The charge of ${amount} to your card is being reversed.`
          : `Your card was not charged. If ${amount} was reserved on it, we release the reservation now; your bank may show it for a few days.`,
    ],
    again: 'If you still want to buy, open your page again:',
    open: 'Open my page',
    ask: 'If you still want to buy, please contact the seller.',
    contact: ({ name, phoneNumber, emailAddress }) =>
      `To reach us: ${name}, telephone ${phoneNumber}, email ${emailAddress}.`,
    automatic: 'This email was sent automatically.',
  },
  fr: {
    subject: 'Rien n’a été acheté',
    greeting: (name) => `Bonjour ${name},`,
    body: ({ vehicle, amount, isFinanced, code }) => [
      `Votre achat d’une protection pour votre ${vehicle} n’a pas abouti${reasonIn('fr', code)}. Rien n’a été acheté, et votre véhicule n’est pas couvert par cet achat.`,
      isFinanced
        ? givenBack.includes(code)
          ? 'Le prêt accordé pour cet achat est en voie d’annulation.'
          : 'Aucun prêt n’a été accordé, et rien n’est débité de votre compte.'
        : givenBack.includes(code)
          ? `Le débit de ${amount} porté à votre carte est en voie de remboursement.`
          : `Votre carte n’a pas été débitée. Si ${amount} y ont été réservés, nous libérons maintenant ce montant; votre banque peut encore l’afficher quelques jours.`,
    ],
    again: 'Si vous voulez toujours acheter, ouvrez de nouveau votre page\u00a0:',
    open: 'Ouvrir ma page',
    ask: 'Si vous voulez toujours acheter, veuillez communiquer avec le vendeur.',
    contact: ({ name, phoneNumber, emailAddress }) =>
      `Pour nous joindre\u00a0: ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}.`,
    automatic: 'Ce courriel a été envoyé automatiquement.',
  },
};

/** The reasons that a customer can do something about, or should know. */
const reasons: Readonly<Partial<Record<RefusalCode, Readonly<Record<Language, string>>>>> = {
  CardPaymentDeclined: { en: 'your card was refused', fr: 'votre carte a été refusée' },
  CardPaymentExpired: { en: 'the authorization of your card has lapsed', fr: 'l’autorisation de votre carte a expiré' },
  QuoteRevised: { en: 'the seller has changed the offer meanwhile', fr: 'le vendeur a modifié l’offre entre-temps' },
  SaleLinkNotFound: { en: 'the link is withdrawn or over', fr: 'le lien a été retiré ou a expiré' },
  SaleLinksNotAvailable: { en: 'the seller sells by links no more', fr: 'le vendeur ne vend plus par lien' },
  PaymentMethodNotAvailableForSeller: {
    en: 'the seller no longer takes this way of paying',
    fr: 'le vendeur n’accepte plus ce mode de paiement',
  },
  TaxRateChanged: { en: 'the tax has changed meanwhile', fr: 'la taxe a changé entre-temps' },
  VehicleAlreadyCovered: { en: 'your vehicle is covered already', fr: 'votre véhicule est déjà couvert' },
  CardPaymentUnavailable: {
    en: 'the card processor did not answer',
    fr: 'le processeur de cartes n’a pas répondu',
  },
  FinancingUnavailable: { en: 'the lender did not answer', fr: 'le prêteur n’a pas répondu' },
  FinancingDeclined: { en: 'the lender declined', fr: 'le prêteur a refusé' },
  BindIncomplete: { en: 'we were interrupted', fr: 'nous avons été interrompus' },
};

function reasonIn(language: Language, code: RefusalCode | null): string {
  const reason = code === null ? undefined : reasons[code]?.[language];
  return reason === undefined ? '' : `${language === 'fr' ? '\u00a0:' : ':'} ${reason}`;
}
