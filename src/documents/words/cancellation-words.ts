import type { CancellationKind, CancellationParty, Settlement } from '../../domain/policy/cancellation.ts';
import type { Language } from '../print-request.ts';

interface OpeningFacts {
  readonly policyNumber: string;
  readonly vehicle: string;
  readonly date: string;
  /** The policy still covers until that day. */
  readonly isAhead: boolean;
}

interface MoneyFacts {
  readonly refund: string;
  readonly card: string;
  readonly seller: string;
  readonly loanNumber: string;
  readonly lender: string;
  readonly lenderPhone: string;
}

/** The texts of a cancellation notice. Arguments are already formatted. */
export type CancellationWords = typeof english;

type OfParty<T> = Readonly<Record<CancellationParty, T>>;
type OfKind<T> = Readonly<Record<CancellationKind, T>>;

const english = {
  cancelledOn: 'First day without cover',
  kind: 'Kind',
  kinds: { flat: 'Flat: from its beginning', 'pro-rata': 'Pro-rata: by day' } satisfies OfKind<string>,
  refund: 'Refund',
  opening: {
    flat: ({ policyNumber, vehicle, date }) =>
      `Policy ${policyNumber} for your ${vehicle} is cancelled from its beginning. The first day without cover is ${date}: it has covered nothing, and all of it is given back.`,
    'pro-rata': ({ policyNumber, vehicle, date, isAhead }) =>
      `Policy ${policyNumber} for your ${vehicle} is cancelled${isAhead ? ` from ${date}` : ''}. The first day without cover is ${date}: from that day on it covers nothing, and what was paid for the days from then on is given back.`,
  } satisfies OfKind<(facts: OpeningFacts) => string>,
  /** Where the card was not charged, nothing is given back. */
  openingUnpaid: {
    flat: ({ policyNumber, vehicle, date }) =>
      `Policy ${policyNumber} for your ${vehicle} is cancelled from its beginning. The first day without cover is ${date}: it has covered nothing.`,
    'pro-rata': ({ policyNumber, vehicle, date }) =>
      `Policy ${policyNumber} for your ${vehicle} is cancelled. The first day without cover is ${date}: from that day on it covers nothing.`,
  } satisfies OfKind<(facts: OpeningFacts) => string>,
  requestedBy: 'Asked for by',
  parties: { customer: 'You', insurer: 'The insurer', seller: 'The seller, for you' } satisfies OfParty<string>,
  givenBack: 'What is given back',
  daysUnused: 'Days not used',
  daysOf: (unused: string, total: string) => `${unused} of ${total}`,
  paid: (premium: string, tax: string) => `Price: ${premium} and ${tax} tax`,
  calculationLead: 'How it is worked out.',
  calculation: {
    flat: 'A flat cancellation gives back the whole premium and the whole tax.',
    'pro-rata':
      'Of each coverage’s premium and tax, as much is given back as days of its term are not used. Each amount is rounded to the nearest cent.',
  } satisfies OfKind<string>,
  moneyLead: 'How you get it.',
  money: {
    'card-refund': ({ refund, card }) =>
      `We give ${refund} back to the card that paid: ${card}. Most issuers show it within 10 business days.`,
    'charge-stopped': ({ card }) =>
      `Your card, ${card}, was not charged for this policy and will not be. There is nothing for you to pay.`,
    'loan-cancelled': ({ loanNumber, lender, lenderPhone, seller }) =>
      `We cancel loan ${loanNumber} with ${lender}. What you have paid in installments, and what may still be open, is settled between you and the lender: telephone ${lenderPhone}. A down payment is given back by ${seller}, who took it.`,
    outside: ({ refund, seller }) =>
      `Your payment did not go through us, so we move no money. The ${refund} is given back by whoever took the payment: please ask ${seller}.`,
    nothing: () => 'No day of the policy is left, so nothing is given back.',
  } satisfies Record<Settlement, (facts: MoneyFacts) => string>,
  /** The card was not charged, because the operator was paid outside. */
  paidToUs: (refund: string) =>
    `Your payment reached us in another way than by card. We give ${refund} back to you in that way: please contact us if it has not arrived within 10 business days.`,
};

// The spaces before `:` are U+00A0.
const french: CancellationWords = {
  cancelledOn: 'Premier jour sans couverture',
  kind: 'Mode',
  kinds: { flat: 'Intégrale\u00a0: dès le début', 'pro-rata': 'Au prorata\u00a0: par jour' },
  refund: 'Remboursement',
  opening: {
    flat: ({ policyNumber, vehicle, date }) =>
      `La police ${policyNumber} pour votre ${vehicle} est résiliée dès son début. Le premier jour sans couverture est le ${date}\u00a0: elle n’a rien couvert et la totalité est remboursée.`,
    'pro-rata': ({ policyNumber, vehicle, date, isAhead }) =>
      `La police ${policyNumber} pour votre ${vehicle} est résiliée${isAhead ? ` à compter du ${date}` : ''}. Le premier jour sans couverture est le ${date}\u00a0: à compter de ce jour, elle ne couvre plus rien, et ce qui a été payé pour ce jour et les suivants est remboursé.`,
  },
  openingUnpaid: {
    flat: ({ policyNumber, vehicle, date }) =>
      `La police ${policyNumber} pour votre ${vehicle} est résiliée dès son début. Le premier jour sans couverture est le ${date}\u00a0: elle n’a rien couvert.`,
    'pro-rata': ({ policyNumber, vehicle, date }) =>
      `La police ${policyNumber} pour votre ${vehicle} est résiliée. Le premier jour sans couverture est le ${date}\u00a0: à compter de ce jour, elle ne couvre plus rien.`,
  },
  requestedBy: 'Demandée par',
  parties: { customer: 'Vous', insurer: 'L’assureur', seller: 'Le vendeur, pour vous' },
  givenBack: 'Ce qui est remboursé',
  daysUnused: 'Jours non utilisés',
  daysOf: (unused, total) => `${unused} sur ${total}`,
  paid: (premium, tax) => `Prix\u00a0: ${premium} et ${tax} de taxe`,
  calculationLead: 'Calcul.',
  calculation: {
    flat: 'La résiliation intégrale rembourse toute la prime et toute la taxe.',
    'pro-rata':
      'La prime et la taxe de chaque garantie sont remboursées en proportion des jours de sa durée qui ne sont pas utilisés. Chaque montant est arrondi au cent le plus proche.',
  },
  moneyLead: 'Versement.',
  money: {
    'card-refund': ({ refund, card }) =>
      `Nous remboursons ${refund} sur la carte qui a servi au paiement\u00a0: ${card}. La plupart des émetteurs l’affichent dans un délai de 10 jours ouvrables.`,
    'charge-stopped': ({ card }) =>
      `Votre carte, ${card}, n’a pas été débitée pour cette police et ne le sera pas. Vous n’avez rien à payer.`,
    'loan-cancelled': ({ loanNumber, lender, lenderPhone, seller }) =>
      `Nous annulons le prêt ${loanNumber} auprès de ${lender}. Les mensualités que vous avez payées et tout solde éventuel se règlent entre vous et le prêteur\u00a0: téléphone ${lenderPhone}. Une mise de fonds est remboursée par ${seller}, qui l’a perçue.`,
    outside: ({ refund, seller }) =>
      `Votre paiement n’est pas passé par nous\u00a0: nous ne versons donc rien. La somme de ${refund} est remboursée par la personne qui a reçu le paiement. Veuillez vous adresser à ${seller}.`,
    nothing: () => 'Il ne reste aucun jour à la police\u00a0: rien n’est remboursé.',
  },
  paidToUs: (refund) =>
    `Votre paiement nous est parvenu autrement que par carte. Nous vous remboursons ${refund} de la même façon\u00a0: veuillez communiquer avec nous si la somme ne vous est pas parvenue dans un délai de 10 jours ouvrables.`,
};

export const cancellationWords: Readonly<Record<Language, CancellationWords>> = { en: english, fr: french };
