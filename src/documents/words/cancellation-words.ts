import type { CancellationKind } from '../../domain/cancellation/cancellation-asked.ts';
import type { CancellationGround, CancellationParty } from '../../domain/cancellation/cancellation-cause.ts';
import type { UsedDays } from '../../domain/cancellation/used-days.ts';
import type { Language } from '../../domain/language.ts';

interface OpeningFacts {
  readonly policyNumber: string;
  readonly vehicle: string;
  readonly date: string;
  /** The policy still covers until that day. */
  readonly isAhead: boolean;
  readonly isGivenBack: boolean;
}

/** The texts of a cancellation notice. Arguments are already formatted. */
export type CancellationWords = typeof english;

type OfParty<T> = Readonly<Record<CancellationParty, T>>;
type OfKind<T> = Readonly<Record<CancellationKind, T>>;
type OfGround<T> = Readonly<Record<CancellationGround, T>>;

const english = {
  titleOfRescission: 'Notice of rescission',
  policy: 'Policy',
  cancelledOn: 'First day without cover',
  /** Where `cancelledOn` does not fit. */
  cancelledOnShort: 'No cover from',
  kind: 'Kind',
  kinds: { flat: 'Flat: from its beginning', 'pro-rata': 'Pro-rata: by day' } satisfies OfKind<string>,
  kindOfRescission: 'Rescission',
  contractDate: 'Contract made on',
  refund: 'Refund',
  ifCharged: 'if your card was charged',
  unpaid: 'Not paid',
  stillToPay: 'Still to be paid',
  opening: {
    flat: ({ policyNumber, vehicle, date, isAhead, isGivenBack }) =>
      `Policy ${policyNumber} for your ${vehicle} is cancelled ${isAhead ? 'before it begins' : 'from its beginning'}. The first day without cover is ${date}: it ${isAhead ? 'covers' : 'has covered'} nothing${isGivenBack ? ', and its whole price is given back' : ''}.`,
    'pro-rata': ({ policyNumber, vehicle, date, isAhead, isGivenBack }) =>
      `Policy ${policyNumber} for your ${vehicle} is cancelled${isAhead ? ` from ${date}. Until then it covers you as agreed` : ''}. The first day without cover is ${date}: from that day on it is no longer in force${isGivenBack ? ', and what is paid for the days from then on is given back' : ''}.`,
  } satisfies OfKind<(facts: OpeningFacts) => string>,
  rescinded: (policyNumber: string, vehicle: string, contractDate: string) =>
    `Policy ${policyNumber} for your ${vehicle}, a contract made on ${contractDate}, is rescinded: it is treated as if it had never existed.`,
  firstDayOfRescission: (date: string, isGivenBack: boolean) =>
    `The first day without cover is ${date}${isGivenBack ? ', and its whole price is given back' : ''}.`,
  requestedBy: 'Asked for by',
  parties: { customer: 'You', insurer: 'The insurer', seller: 'The seller, for you' } satisfies OfParty<string>,
  ground: 'Reason',
  grounds: {
    Rescission: 'Rescission',
    VehicleSold: 'Vehicle sold',
    TotalLoss: 'Total loss of the vehicle',
    Refinanced: 'Vehicle refinanced',
    NonPayment: 'Non-payment',
    AggravatedRisk: 'Aggravated risk',
    Other: null,
  } satisfies OfGround<string | null>,
  givenBack: 'What is given back',
  givenBackIfCharged: 'What is given back if your card was charged',
  daysUnused: 'Days not used',
  daysOf: (unused: string, total: string) => `${unused} of ${total}`,
  noticeDays: 'Notice given',
  /** What the law asks for is named where more was given. */
  daysGiven: (given: string, asked: string | null) =>
    `${given} days${asked === null ? '' : ` (at least ${asked} required)`}`,
  basis: 'Basis',
  paid: (word: string, premium: string, tax: string) => `${word}: ${premium} and ${tax} tax`,
  calculationLead: 'How it is worked out.',
  calculation: {
    flat: 'A flat cancellation gives back the whole price and the whole tax.',
    'pro-rata':
      'Each coverage’s price and tax are given back in proportion to the days of its term that are not used. Each amount is rounded to the nearest cent.',
  } satisfies OfKind<string>,
  calculationOfRescission: 'A rescission gives back the whole price and the whole tax.',

  moneyLead: 'How it is given back.',
  paymentLead: 'Payment.',
  /** When something is given back whose day is ahead. */
  from: (date: string) => ` from ${date} on`,
  toCard: (amount: string, card: string, from: string) =>
    `We give ${amount} back to the card that paid, ${card}${from && `,${from}`}.`,
  chargedFirst: (card: string, total: string, day: string) =>
    `Your card, ${card}, is charged ${total} on ${day}, as agreed.`,
  ofIt: (amount: string, from: string) => `Of this we give ${amount} back to the same card${from}.`,
  issuersShow: 'Most issuers show it within 10 business days after that.',

  asking: (card: string) => `We are still asking the card processor whether your card, ${card}, was charged.`,
  ifItWas: (amount: string, from: string) => `If it was, we give ${amount} back to it${from}.`,
  ifItWasToTheEnd: 'If it was, nothing is given back, since no day of the policy is left from then on.',
  ifItWasNot: 'If it was not, it will not be charged, and nothing is taken.',
  ifItWasNotYet: 'If it was not, we may try again before that day, and would then give the same amount back.',
  usedThenOwed: 'The cost of the days of cover that were used would then still be owed: we would write to you.',

  notCharged: (card: string) => `Your card, ${card}, was not charged for this policy and will not be.`,
  notChargedYet: (card: string) => `Your card, ${card}, was not charged for this policy.`,
  disputed: (card: string) =>
    `The bank of your card, ${card}, has taken the payment back until it has decided. If it leaves the payment with us, we give back what the days of cover that were used did not cost.`,
  takenBack: (card: string) => `The bank of your card, ${card}, has taken the payment back.`,
  willNotBeCharged: (card: string) => `Your card, ${card}, will not be charged.`,
  nothingToPay: 'There is nothing for you to pay.',
  writtenOff: (amount: string) => `The days of cover that were used cost ${amount}: you do not have to pay it.`,
  stillOwed: (amount: string) =>
    `The days of cover that were used cost ${amount}, which is still to be paid: by card on the payment page whose link we emailed to you, or in another way if you contact us.`,
  partPaid: (amount: string) => `You have paid ${amount} for the days of cover that were used.`,
  cameBack: 'Your payment came back, so nothing is paid for this policy.',
  restOwed: (amount: string) =>
    `They cost ${amount} more, which is still to be paid: by card on the payment page whose link we emailed to you, or in another way if you contact us.`,
  restWrittenOff: (amount: string) => `They cost ${amount} more: you do not have to pay it.`,
  notPaid: (total: string) => `The price of ${total} has not been paid.`,
  notPaidOf: (total: string, amount: string) => `Of the price of ${total}, ${amount} has not been paid.`,
  mayPay: (lastDay: string) =>
    `You may pay it until ${lastDay}: by card on the payment page whose link is in our email, or in another way if you contact us. Once it is paid, this cancellation is withdrawn, and your cover has no break.`,
  taxHasChanged:
    'The tax rate has changed since its price was made, so that this amount is no longer right: please contact us.',
  elseGiven: 'If it stays unpaid, this is given back of what you have paid.',
  ifPaid: (date: string) => `If it is paid before ${date}, what is paid for the days from then on is given back.`,
  ifNotPaid: {
    'write-off': 'If it stays unpaid, you do not have to pay for the days of cover until then.',
    owe: 'If it stays unpaid, what the days of cover until then cost is still to be paid.',
  } satisfies Readonly<Record<UsedDays, string>>,
  ifNotPaidFlat: 'If it stays unpaid, your card is not charged, and there is nothing for you to pay.',

  loanFirst: (loanNumber: string, lender: string, date: string) =>
    `The refund goes first to your loan ${loanNumber} with ${lender}, up to what is owed on it on ${date}, the first day without cover.`,
  loanRuns:
    'The loan runs until that day: the installments before it are still to be paid, and what is given back falls due on it.',
  loanMayBePaid: (lender: string) =>
    `If ${lender} tells us on that day that you are no longer behind with the loan, this cancellation is withdrawn, and your cover has no break.`,
  toLoan: (amount: string, lender: string) => `We give ${amount} to ${lender} for your loan.`,
  downPayment: (amount: string, seller: string) => `${seller}, who took the down payment, gives ${amount} back to you.`,
  toYou: (amount: string) => `We give ${amount} back to you.`,
  lenderDecides:
    'These amounts are worked out from the payment schedule. What the lender itself says is owed on that day decides: if it differs, we write to you.',
  restOfLoan: (phoneNumber: string) =>
    `What you owe the lender beyond that, such as its fee and interest, is between you and the lender: telephone ${phoneNumber}.`,

  loanFalls: (loanNumber: string, lender: string, date: string) =>
    `Your loan ${loanNumber} with ${lender} ends with the policy, on ${date}: no installment is taken after that day, and you owe nothing under it.`,
  installmentsTaken: (amount: string) => `By its schedule, ${amount} was taken in installments until then.`,
  noneTaken: 'By its schedule, no installment was taken until then.',
  advanceToLender: (amount: string, lender: string, date: string) =>
    `We give ${amount} to ${lender} on ${date}: what is still owed of what it paid for the policy.`,
  downPaymentNow: (amount: string, seller: string) =>
    `${seller}, who took the down payment, gives ${amount} back to you now: please ask there.`,
  installmentsBack: (amount: string) =>
    `We give ${amount} back to you, for example by cheque, once the lender has confirmed the end of the loan: what your installments have repaid of what it paid for the policy. A receipt follows.`,
  costBack: (amount: string, lender: string, date: string) =>
    `${lender} gives ${amount} back to you from ${date} on: the interest and the fee that were taken with the installments. An installment that is taken all the same is given back, too.`,
  lenderConfirms:
    'These amounts are worked out from the payment schedule. What the lender itself has taken decides: if it differs, we write to you with the amounts that count.',
  askLender: (lender: string, phoneNumber: string) =>
    `For questions about the loan, telephone ${lender}: ${phoneNumber}.`,

  bySeller: (amount: string, seller: string, from: string) =>
    `Your payment did not go through us. ${seller}, who took it, gives ${amount} back to you${from}: please ask there.`,
  byOperator: (amount: string, from: string) =>
    `We give ${amount} back to you ourselves, for example by cheque or transfer${from && `,${from}`}.`,
  givenBefore: (amount: string) => `We gave ${amount} of it back to you before.`,
  receiptFollows: 'A receipt follows once that is done.',
  noDayLeft: 'No day of the policy is left from then on, so nothing is given back.',
  usedDaysPaid:
    'You have paid the cost of the days of cover that were used: nothing is given back, and nothing is owed.',
};

// The spaces before `:` are U+00A0.
const french: CancellationWords = {
  titleOfRescission: 'Avis de résolution',
  policy: 'Police',
  cancelledOn: 'Premier jour sans couverture',
  cancelledOnShort: 'Sans couverture dès le',
  kind: 'Type',
  kinds: { flat: 'Rétroactive à la date d’effet', 'pro-rata': 'Au prorata des jours' },
  kindOfRescission: 'Résolution',
  contractDate: 'Contrat conclu le',
  refund: 'Remboursement',
  ifCharged: 'si votre carte a été débitée',
  unpaid: 'Montant impayé',
  stillToPay: 'Reste à payer',
  opening: {
    flat: ({ policyNumber, vehicle, date, isAhead, isGivenBack }) =>
      `La police ${policyNumber} pour votre ${vehicle} est résiliée ${isAhead ? 'avant sa date d’effet' : 'à sa date d’effet'}. Le premier jour sans couverture est le ${date}\u00a0: elle ${isAhead ? 'ne couvre rien' : 'n’a rien couvert'}${isGivenBack ? ', et la totalité de son prix est remboursée' : ''}.`,
    'pro-rata': ({ policyNumber, vehicle, date, isAhead, isGivenBack }) =>
      `La police ${policyNumber} pour votre ${vehicle} est résiliée${isAhead ? ` à compter du ${date}. D’ici là, elle vous couvre comme convenu` : ''}. Le premier jour sans couverture est le ${date}\u00a0: à compter de ce jour, elle n’est plus en vigueur${isGivenBack ? ', et ce qui est payé pour ce jour et les suivants est remboursé' : ''}.`,
  },
  rescinded: (policyNumber, vehicle, contractDate) =>
    `La police ${policyNumber} pour votre ${vehicle}, contrat conclu le ${contractDate}, est résolue\u00a0: elle est réputée n’avoir jamais existé.`,
  firstDayOfRescission: (date, isGivenBack) =>
    `Le premier jour sans couverture est le ${date}${isGivenBack ? ', et la totalité de son prix est remboursée' : ''}.`,
  requestedBy: 'Demandée par',
  parties: { customer: 'Vous', insurer: 'L’assureur', seller: 'Le vendeur, pour vous' },
  ground: 'Motif',
  grounds: {
    Rescission: 'Résolution',
    VehicleSold: 'Véhicule vendu',
    TotalLoss: 'Perte totale du véhicule',
    Refinanced: 'Véhicule refinancé',
    NonPayment: 'Non-paiement',
    AggravatedRisk: 'Aggravation du risque',
    Other: null,
  },
  givenBack: 'Ce qui est remboursé',
  givenBackIfCharged: 'Ce qui est remboursé si votre carte a été débitée',
  daysUnused: 'Jours non écoulés',
  daysOf: (unused, total) => `${unused} sur ${total}`,
  noticeDays: 'Préavis donné',
  daysGiven: (given, asked) => `${given}\u00a0jours${asked === null ? '' : ` (au moins ${asked} exigés)`}`,
  basis: 'Fondement',
  paid: (word, premium, tax) => `${word}\u00a0: ${premium} et ${tax} de taxe`,
  calculationLead: 'Calcul.',
  calculation: {
    flat: 'La résiliation à la date d’effet donne droit au remboursement de tout le prix et de toute la taxe.',
    'pro-rata':
      'Le prix et la taxe de chaque couverture sont remboursés en proportion des jours de sa durée qui ne sont pas écoulés. Chaque montant est arrondi au cent le plus proche.',
  },
  calculationOfRescission: 'La résolution donne droit au remboursement de tout le prix et de toute la taxe.',

  moneyLead: 'Remboursement.',
  paymentLead: 'Paiement.',
  from: (date) => ` à compter du ${date}`,
  toCard: (amount, card, from) =>
    `Nous remboursons ${amount} sur la carte qui a servi au paiement, ${card}${from && `,${from}`}.`,
  chargedFirst: (card, total, day) => `Votre carte, ${card}, est débitée de ${total} le ${day}, comme convenu.`,
  ofIt: (amount, from) => `Nous en remboursons ${amount} sur la même carte${from}.`,
  issuersShow: 'La plupart des émetteurs l’affichent dans les 10 jours ouvrables qui suivent.',

  asking: (card) =>
    `Nous vérifions encore, auprès de l’entreprise qui traite les paiements par carte, si votre carte, ${card}, a été débitée.`,
  ifItWas: (amount, from) => `Si elle l’a été, nous remboursons ${amount} sur cette carte${from}.`,
  ifItWasToTheEnd:
    'Si elle l’a été, rien n’est remboursé, puisqu’il ne reste aucun jour de couverture à compter de cette date.',
  ifItWasNot: 'Si elle ne l’a pas été, elle ne le sera pas, et rien n’est prélevé.',
  ifItWasNotYet:
    'Si elle ne l’a pas été, nous pourrions réessayer avant ce jour, et rembourserions alors la même somme.',
  usedThenOwed: 'Le coût des jours de couverture écoulés resterait alors à payer\u00a0: nous vous écririons.',

  notCharged: (card) => `Votre carte, ${card}, n’a pas été débitée pour cette police et ne le sera pas.`,
  notChargedYet: (card) => `Votre carte, ${card}, n’a pas été débitée pour cette police.`,
  disputed: (card) =>
    `La banque émettrice de votre carte, ${card}, a repris le paiement jusqu’à sa décision. Si elle nous le laisse, nous remboursons ce que les jours de couverture écoulés n’ont pas coûté.`,
  takenBack: (card) => `La banque émettrice de votre carte, ${card}, a repris le paiement.`,
  willNotBeCharged: (card) => `Votre carte, ${card}, ne sera pas débitée.`,
  nothingToPay: 'Vous n’avez rien à payer.',
  writtenOff: (amount) =>
    `Les jours de couverture écoulés ont coûté ${amount}\u00a0: vous n’avez pas à payer cette somme.`,
  stillOwed: (amount) =>
    `Les jours de couverture écoulés ont coûté ${amount}, somme qui reste à payer\u00a0: par carte, sur la page de paiement dont nous vous avons envoyé le lien par courriel, ou autrement si vous communiquez avec nous.`,
  partPaid: (amount) => `Vous avez payé ${amount} pour les jours de couverture écoulés.`,
  cameBack: 'Votre paiement nous a été retourné\u00a0: rien n’est payé pour cette police.',
  restOwed: (amount) =>
    `Ils ont coûté ${amount} de plus, somme qui reste à payer\u00a0: par carte, sur la page de paiement dont nous vous avons envoyé le lien par courriel, ou autrement si vous communiquez avec nous.`,
  restWrittenOff: (amount) => `Ils ont coûté ${amount} de plus\u00a0: vous n’avez pas à payer cette somme.`,
  notPaid: (total) => `Le prix de ${total} n’a pas été payé.`,
  notPaidOf: (total, amount) => `Sur le prix de ${total}, ${amount} n’ont pas été payés.`,
  mayPay: (lastDay) =>
    `Vous pouvez le payer jusqu’au ${lastDay}\u00a0: par carte, sur la page de paiement dont le lien figure dans notre courriel, ou autrement si vous communiquez avec nous. Une fois le prix payé, la présente résiliation est retirée et votre couverture se poursuit sans interruption.`,
  taxHasChanged:
    'Le taux de taxe a changé depuis l’établissement du prix, de sorte que ce montant n’est plus le bon\u00a0: veuillez communiquer avec nous.',
  elseGiven: 'S’il demeure impayé, voici ce qui est remboursé de ce que vous avez payé.',
  ifPaid: (date) => `S’il est payé avant le ${date}, ce qui est payé pour ce jour et les suivants est remboursé.`,
  ifNotPaid: {
    'write-off': 'S’il demeure impayé, vous n’avez pas à payer les jours de couverture écoulés jusque-là.',
    owe: 'S’il demeure impayé, le coût des jours de couverture écoulés jusque-là reste à payer.',
  },
  ifNotPaidFlat: 'S’il demeure impayé, votre carte n’est pas débitée et vous n’avez rien à payer.',

  loanFirst: (loanNumber, lender, date) =>
    `Le remboursement est d’abord affecté à votre prêt ${loanNumber} (${lender}), jusqu’à concurrence de ce qui y est dû le ${date}, premier jour sans couverture.`,
  loanRuns:
    'Le prêt court jusqu’à ce jour\u00a0: les mensualités qui viennent à échéance avant restent à payer, et le remboursement est exigible ce jour-là.',
  loanMayBePaid: (lender) =>
    `Si ${lender} nous informe ce jour-là que votre prêt n’est plus en défaut de paiement, la présente résiliation est retirée et votre couverture se poursuit sans interruption.`,
  toLoan: (amount, lender) => `Nous versons ${amount} à ${lender} pour votre prêt.`,
  downPayment: (amount, seller) => `${seller}, qui a perçu la mise de fonds, vous rembourse ${amount}.`,
  toYou: (amount) => `Nous vous remboursons ${amount}.`,
  lenderDecides:
    'Ces montants sont établis d’après le calendrier des paiements. C’est le montant que le prêteur lui-même déclare dû ce jour-là qui compte\u00a0: s’il diffère, nous vous écrirons.',
  restOfLoan: (phoneNumber) =>
    `Ce que vous devez au prêteur en sus, comme ses frais et les intérêts, se règle entre vous et lui (téléphone\u00a0: ${phoneNumber}).`,

  loanFalls: (loanNumber, lender, date) =>
    `Votre prêt ${loanNumber} (${lender}) prend fin avec la police, le ${date}\u00a0: aucune mensualité n’est prélevée après ce jour, et vous n’y devez plus rien.`,
  installmentsTaken: (amount) => `Selon le calendrier, ${amount} ont été prélevés en mensualités jusque-là.`,
  noneTaken: 'Selon le calendrier, aucune mensualité n’a été prélevée jusque-là.',
  advanceToLender: (amount, lender, date) =>
    `Nous versons ${amount} à ${lender} le ${date}\u00a0: ce qui reste dû de la somme payée pour la police.`,
  downPaymentNow: (amount, seller) =>
    `${seller}, qui a perçu la mise de fonds, vous rembourse ${amount} dès maintenant\u00a0: veuillez vous y adresser.`,
  installmentsBack: (amount) =>
    `Nous vous remboursons ${amount}, par exemple par chèque, dès que le prêteur a confirmé la fin du prêt\u00a0: ce que vos mensualités ont remboursé de la somme payée pour la police. Un reçu suivra.`,
  costBack: (amount, lender, date) =>
    `${lender} vous rembourse ${amount} à compter du ${date}\u00a0: les intérêts et les frais prélevés avec les mensualités. Une mensualité prélevée malgré tout vous est également remboursée.`,
  lenderConfirms:
    'Ces montants sont établis d’après le calendrier des paiements. Ce sont les sommes que le prêteur lui-même a prélevées qui comptent\u00a0: si elles diffèrent, nous vous écrirons en indiquant les montants exacts.',
  askLender: (lender, phoneNumber) => `Pour toute question sur le prêt, téléphonez à ${lender}\u00a0: ${phoneNumber}.`,

  bySeller: (amount, seller, from) =>
    `Votre paiement n’est pas passé par nous. ${seller}, qui l’a perçu, vous rembourse ${amount}${from}\u00a0: veuillez vous y adresser.`,
  byOperator: (amount, from) =>
    `Nous vous remboursons ${amount} nous-mêmes, par exemple par chèque ou par virement${from && `,${from}`}.`,
  givenBefore: (amount) => `Nous vous en avons déjà remboursé ${amount}.`,
  receiptFollows: 'Un reçu vous sera envoyé une fois le remboursement fait.',
  noDayLeft: 'Il ne reste aucun jour de couverture à compter de cette date\u00a0: rien n’est remboursé.',
  usedDaysPaid: 'Vous avez payé le coût des jours de couverture écoulés\u00a0: rien n’est remboursé et rien n’est dû.',
};

export const cancellationWords: Readonly<Record<Language, CancellationWords>> = { en: english, fr: french };
