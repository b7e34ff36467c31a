import type { TextPlaces } from '../../domain/customer-text/replace-words.ts';
import type { Language } from '../../domain/language.ts';

/** What the mails about a cancellation and its money say. Arguments are already formatted. */
export type CancellationMailWords = typeof english;

interface Given {
  readonly policy: string;
  readonly amount: string;
  readonly day: string;
}

interface GivenToCard extends Given {
  /** Empty, or behind a comma. */
  readonly card: string;
}

const english = {
  subjects: {
    cancelled: (policyNumber: string) => `Your policy ${policyNumber} is cancelled`,
    cancelledFrom: (policyNumber: string, day: string) => `Your policy ${policyNumber} is cancelled from ${day}`,
    unpaid: (policyNumber: string, day: string) => `Unpaid: your policy ${policyNumber} will end on ${day}`,
    rescinded: (policyNumber: string) => `Your policy ${policyNumber} is rescinded`,
    withdrawal: (policyNumber: string) => `The cancellation of your policy ${policyNumber} is withdrawn`,
    refund: (policyNumber: string) => `Refund receipt for your policy ${policyNumber}`,
    redirected: (policyNumber: string) => `Your refund for policy ${policyNumber} is paid by cheque or transfer`,
  },
  policy: (policyNumber: string, vehicle: string) => `Policy ${policyNumber} for your ${vehicle}`,
  leads: {
    cancelled: (policy: string, _day: string) => `${policy} is cancelled.`,
    cancelledFrom: (policy: string, day: string) => `${policy} is cancelled from ${day}; until then it covers you.`,
    beforeItBegins: (policy: string, _day: string) => `${policy} is cancelled before it begins.`,
    rescinded: (policy: string, _day: string) => `${policy} is rescinded: it is treated as if it had never existed.`,
  },
  firstDay: (day: string) => `The first day without cover is ${day}.`,
  noticeOfRefund: 'The attached notice says what is refunded and how.',
  noticeOfPayment: 'The attached notice says what happens to the payment.',
  unpaid: (amount: string) => `The price of ${amount} has not been paid.`,
  unpaidOf: (total: string, amount: string) => `Of the price of ${total}, ${amount} has not been paid.`,
  mayPay: (lastDay: string) =>
    `You may pay it until ${lastDay}: the cancellation is then withdrawn, and your cover has no break.`,
  stillToPay: (amount: string) => `For the days of cover that were used, ${amount} is still to be paid.`,
  payHere: 'You can pay by card on this page:',
  contactToPay: 'Please contact us to pay.',
  noticeAttached: 'The notice is attached to this e-mail as a PDF file. Please keep it.',

  paid: (amount: string) => `We have received ${amount} from you in all. Thank you.`,
  paidOnLoan: 'The lender tells us that you are no longer behind with your loan. Thank you.',
  withdrawn: (policyNumber: string, vehicle: string, effect: string) =>
    `The cancellation of policy ${policyNumber} for your ${vehicle}, which ${effect}, is withdrawn. The policy stays in place, and your cover continues without a break.`,
  wasToTakeEffect: (day: string) => `was to take effect on ${day}`,
  tookEffect: (day: string) => `took effect on ${day}`,
  due: (amount: string) =>
    `Of the price, ${amount} is now unpaid. We are writing to you separately about how you can pay it.`,
  noticeOver: 'The cancellation notice that you received no longer applies.',

  redirected: (policyNumber: string, amount: string) =>
    `The issuer of your card did not accept our refund of ${amount} for policy ${policyNumber}. We will pay you by cheque or transfer instead, and write to you once that is done.`,
  forPolicy: (policyNumber: string, isEnded: boolean) => `policy ${policyNumber}${isEnded ? ', which has ended' : ''}`,
  givenToLoan: ({ policy, amount, day }: Given) =>
    `Your lender has told us what was owed on the loan for ${policy}, and it is not what our notice said. On ${day} we paid ${amount} to your lender.`,
  nothingToLoan: ({ policy }: Given) =>
    `Your lender has told us that nothing was owed on the loan for ${policy}, which is not what our notice said.`,
  newAmounts:
    'The attached receipt says what comes back to you, and from whom. Its amounts replace those in the notice.',
  givenToCard: ({ policy, amount, day, card }: GivenToCard) =>
    `On ${day} we refunded ${amount} to your card${card}, for ${policy}. Most issuers show it within 10 business days.`,
  givenToYou: ({ policy, amount, day }: Given) =>
    `On ${day} we refunded ${amount} to you, by cheque or transfer, for ${policy}.`,
  receiptAttached: 'Your refund receipt is attached to this e-mail as a PDF file. Please keep it with your policy.',
};

// Spaces before a colon are U+00A0, as in the documents.
const french: CancellationMailWords = {
  subjects: {
    cancelled: (policyNumber) => `Votre police ${policyNumber} est résiliée`,
    cancelledFrom: (policyNumber, day) => `Votre police ${policyNumber} est résiliée à compter du ${day}`,
    unpaid: (policyNumber, day) => `Prime impayée\u00a0: votre police ${policyNumber} prendra fin le ${day}`,
    rescinded: (policyNumber) => `Votre police ${policyNumber} est résolue`,
    withdrawal: (policyNumber) => `La résiliation de votre police ${policyNumber} est retirée`,
    refund: (policyNumber) => `Reçu de remboursement pour votre police ${policyNumber}`,
    redirected: (policyNumber) => `Votre remboursement pour la police ${policyNumber} par chèque ou par virement`,
  },
  policy: (policyNumber, vehicle) => `La police ${policyNumber} pour votre ${vehicle}`,
  leads: {
    cancelled: (policy) => `${policy} est résiliée.`,
    cancelledFrom: (policy, day) => `${policy} est résiliée à compter du ${day}; d’ici là, elle vous couvre.`,
    beforeItBegins: (policy) => `${policy} est résiliée avant sa date d’effet.`,
    rescinded: (policy) => `${policy} est résolue\u00a0: elle est réputée n’avoir jamais existé.`,
  },
  firstDay: (day) => `Le premier jour sans couverture est le ${day}.`,
  noticeOfRefund: 'L’avis ci-joint indique ce qui est remboursé et comment.',
  noticeOfPayment: 'L’avis ci-joint indique ce qu’il advient du paiement.',
  unpaid: (amount) => `Le prix de ${amount} n’a pas été payé.`,
  unpaidOf: (total, amount) => `Sur le prix de ${total}, ${amount} n’ont pas été payés.`,
  mayPay: (lastDay) =>
    `Vous pouvez le payer jusqu’au ${lastDay}\u00a0: la résiliation est alors retirée et votre couverture se poursuit sans interruption.`,
  stillToPay: (amount) => `Pour les jours de couverture écoulés, il reste ${amount} à payer.`,
  payHere: 'Vous pouvez payer par carte sur cette page\u00a0:',
  contactToPay: 'Veuillez communiquer avec nous pour payer.',
  noticeAttached: 'L’avis est joint au présent courriel en format PDF. Veuillez le conserver.',

  paid: (amount) => `Nous avons reçu de vous ${amount} en tout. Merci.`,
  paidOnLoan: 'Le prêteur nous informe que votre prêt n’est plus en défaut de paiement. Merci.',
  withdrawn: (policyNumber, vehicle, effect) =>
    `La résiliation de la police ${policyNumber} pour votre ${vehicle}, qui ${effect}, est retirée. La police demeure en vigueur et votre couverture se poursuit sans interruption.`,
  wasToTakeEffect: (day) => `devait prendre effet le ${day}`,
  tookEffect: (day) => `avait pris effet le ${day}`,
  due: (amount) =>
    `Sur le prix, ${amount} sont maintenant impayés. Nous vous écrivons séparément pour vous indiquer comment payer cette somme.`,
  noticeOver: 'L’avis de résiliation que vous avez reçu ne s’applique plus.',

  redirected: (policyNumber, amount) =>
    `L’émetteur de votre carte n’accepte pas notre remboursement de ${amount} pour la police ${policyNumber}. Nous vous le verserons plutôt par chèque ou par virement, et nous vous écrirons une fois que ce sera fait.`,
  forPolicy: (policyNumber, isEnded) => `la police ${policyNumber}${isEnded ? ', qui a pris fin' : ''}`,
  givenToLoan: ({ policy, amount, day }) =>
    `Votre prêteur nous a indiqué ce qui était dû sur le prêt de ${policy}, et ce montant diffère de celui de notre avis. Le ${day}, nous avons remis ${amount} à votre prêteur.`,
  nothingToLoan: ({ policy }) =>
    `Votre prêteur nous a indiqué que rien n’était dû sur le prêt de ${policy}, ce qui diffère de notre avis.`,
  newAmounts: 'Le reçu ci-joint indique ce qui vous revient, et de qui. Ses montants remplacent ceux de l’avis.',
  givenToCard: ({ policy, amount, day, card }) =>
    `Le ${day}, nous avons remboursé ${amount} sur votre carte${card}, pour ${policy}. La plupart des émetteurs l’affichent dans les 10 jours ouvrables.`,
  givenToYou: ({ policy, amount, day }) =>
    `Le ${day}, nous vous avons remboursé ${amount}, par chèque ou par virement, pour ${policy}.`,
  receiptAttached:
    'Votre reçu de remboursement est joint au présent courriel en format PDF. Veuillez le conserver avec votre police.',
};

export const cancellationMailWords: Readonly<Record<Language, CancellationMailWords>> = { en: english, fr: french };

export const cancellationMailPlaces = {
  'cancellationMail.subject': ['subjects.cancelled', 'policyNumber'],
  'cancellationMail.subjectFrom': ['subjects.cancelledFrom', 'policyNumber', 'day'],
  'cancellationMail.subjectUnpaid': ['subjects.unpaid', 'policyNumber', 'day'],
  'cancellationMail.subjectRescinded': ['subjects.rescinded', 'policyNumber'],
  'cancellationMail.cancelled': ['leads.cancelled', 'policy'],
  'cancellationMail.cancelledFrom': ['leads.cancelledFrom', 'policy', 'day'],
  'cancellationMail.beforeItBegins': ['leads.beforeItBegins', 'policy'],
  'cancellationMail.rescinded': ['leads.rescinded', 'policy'],
  'cancellationMail.firstDay': ['firstDay', 'day'],
  'cancellationMail.noticeOfRefund': ['noticeOfRefund'],
  'cancellationMail.noticeOfPayment': ['noticeOfPayment'],
  'cancellationMail.unpaid': ['unpaid', 'amount'],
  'cancellationMail.unpaidOf': ['unpaidOf', 'total', 'amount'],
  'cancellationMail.mayPay': ['mayPay', 'lastDay'],
  'cancellationMail.stillToPay': ['stillToPay', 'amount'],
  'cancellationMail.payHere': ['payHere'],
  'cancellationMail.contactToPay': ['contactToPay'],
  'cancellationMail.noticeAttached': ['noticeAttached'],
  'withdrawalMail.subject': ['subjects.withdrawal', 'policyNumber'],
  'withdrawalMail.paid': ['paid', 'amount'],
  'withdrawalMail.withdrawn': ['withdrawn', 'policyNumber', 'vehicle', 'effect'],
  'withdrawalMail.due': ['due', 'amount'],
  'withdrawalMail.noticeOver': ['noticeOver'],
  'refundMail.subject': ['subjects.refund', 'policyNumber'],
  'refundMail.subjectByCheque': ['subjects.redirected', 'policyNumber'],
  'refundMail.byCheque': ['redirected', 'policyNumber', 'amount'],
  'refundMail.toCard': ['givenToCard', 'policy', 'amount', 'day', 'card'],
  'refundMail.toCustomer': ['givenToYou', 'policy', 'amount', 'day'],
  'refundMail.toLoan': ['givenToLoan', 'policy', 'amount', 'day'],
  'refundMail.nothingToLoan': ['nothingToLoan', 'policy', 'amount', 'day'],
  'refundMail.newAmounts': ['newAmounts'],
  'refundMail.attached': ['receiptAttached'],
} as const satisfies TextPlaces;
