import type { Policy } from '../domain/policy/policy.ts';
import type { PaymentMade } from '../domain/refund/refund-made.ts';
import { unlinked } from '../domain/unlinked.ts';
import { contactText } from './contact-text.ts';
import { coverageTable } from './declaration.ts';
import type { DocumentContext } from './document-context.ts';
import { localTime } from './local-time.ts';
import { addressee, vehicleGroup } from './parties.ts';
import type { ChargedPolicy } from './print-request.ts';
import { type Block, factsKnown, figures, prose } from './sheet.ts';

/** The receipt of a payment by cheque or transfer. */
export function composePaymentReceipt(
  policy: Policy,
  { amountCents, paidOn, reference }: PaymentMade,
  context: DocumentContext,
): readonly Block[] {
  const { words, formats, issuer } = context;
  const amount = formats.money(amountCents);
  const isWhole = amountCents === policy.totalWithTaxCents;
  return [
    { kind: 'letter', addressLines: addressee(policy), paragraphs: [words.paymentText(amount, issuer.name)] },
    figures([words.amountPaid, amount], [words.paidOn, formats.date(paidOn)]),
    {
      kind: 'facts',
      groups: [
        {
          title: words.payment,
          facts: factsKnown([
            [words.method, words.byChequeOrTransfer],
            [words.paymentId, reference && unlinked(reference)],
            [words.policyNumber, policy.policyNumber],
            [words.totalWithTax, formats.money(policy.totalWithTaxCents)],
          ]),
        },
        vehicleGroup(policy.inputs, context),
      ],
    },
    ...(isWhole ? [{ ...coverageTable(policy, context), title: words.paidFor }] : []),
    prose('', ['', words.receiptNotice], [words.contactLead, contactText(context)]),
  ];
}

/** The receipt of a card charge. The time is that of the seller's province, which the customer lives in. */
export function composeReceipt(policy: ChargedPolicy, context: DocumentContext, isCancelled = false): readonly Block[] {
  const { words, formats, issuer } = context;
  const { card } = policy.payment;
  const charged = localTime(policy.seller.province, card.charge.chargedAt);
  const amount = formats.money(card.charge.amountCents);
  const isPart = card.charge.amountCents < policy.totalWithTaxCents;
  const partText = isCancelled ? words.forUsedDays : words.forPart(formats.money(policy.totalWithTaxCents));
  return [
    { kind: 'letter', addressLines: addressee(policy), paragraphs: [words.receiptText(amount, issuer.name)] },
    figures(
      [words.amountPaid, amount],
      [words.chargedOn, formats.date(charged.date)],
      [words.authorization, card.charge.authorizationNumber],
    ),
    {
      kind: 'facts',
      groups: [
        {
          title: words.payment,
          facts: factsKnown([
            [words.card, `${card.cardType} ${card.maskedCardNumber}`],
            [words.dateAndTime, words.atTime(formats.date(charged.date), formats.time(charged.minutesOfDay))],
            [words.paymentId, card.paymentId],
            [words.policyNumber, policy.policyNumber],
          ]),
        },
        vehicleGroup(policy.inputs, context),
      ],
    },
    ...(isPart ? [] : [{ ...coverageTable(policy, context), title: words.paidFor }]),
    prose(
      '',
      ...(isPart ? [['', partText] as const] : []),
      ['', words.receiptNotice],
      [words.contactLead, contactText(context)],
    ),
  ];
}
