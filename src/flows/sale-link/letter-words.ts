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
    subject: 'Your purchase did not go through',
    greeting: (name) => `Hello ${name},`,
    body: ({ vehicle, amount, isFinanced, code }) => [
      `Your purchase of protection for your ${vehicle} did not go through${reasonIn('en', code)}. No policy was issued, so your vehicle is not covered by it.`,
      isFinanced
        ? givenBack.includes(code)
          ? 'The loan that was set up for it is being reversed.'
          : 'No loan was set up, and nothing will be debited from your account.'
        : givenBack.includes(code)
          ? `The charge of ${amount} to your card is being reversed.`
          : `Your card was not charged. If ${amount} was put on hold, we are releasing it now; your bank may show it for a few days.`,
    ],
    again: 'If you still want to buy, open your page again:',
    open: 'Open my page',
    ask: 'If you still want to buy, please contact the seller.',
    contact: ({ name, phoneNumber, emailAddress }) =>
      `To reach us: ${name}, telephone ${phoneNumber}, e-mail ${emailAddress}.`,
    automatic: 'This e-mail was sent automatically.',
  },
  fr: {
    subject: 'Votre achat n’a pas été conclu',
    greeting: (name) => `Bonjour ${name},`,
    body: ({ vehicle, amount, isFinanced, code }) => [
      `Votre achat d’une protection pour votre ${vehicle} n’a pas abouti${reasonIn('fr', code)}. Aucune police n’a été émise\u00a0: votre véhicule n’est pas couvert par cet achat.`,
      isFinanced
        ? givenBack.includes(code)
          ? 'Le prêt accordé pour cet achat est en voie d’annulation.'
          : 'Aucun prêt n’a été accordé, et rien ne sera débité de votre compte.'
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

function reasonIn(language: Language, code: RefusalCode | null): string {
  const reason = code === null ? undefined : reasons[code]?.[language];
  return reason === undefined ? '' : `${language === 'fr' ? '\u00a0:' : ':'} ${reason}`;
}
