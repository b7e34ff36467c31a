import { coverageTable } from './declaration.ts';
import type { DocumentContext } from './document-context.ts';
import { localTime } from './local-time.ts';
import { addressee, vehicleGroup } from './parties.ts';
import type { ChargedPolicy } from './print-request.ts';
import { type Block, factsKnown, figures, prose } from './sheet.ts';

/** The receipt of a card charge. The time is that of the seller's province, which the customer lives in. */
export function composeReceipt(policy: ChargedPolicy, context: DocumentContext): readonly Block[] {
  const { words, formats, issuer } = context;
  const { card } = policy.payment;
  const charged = localTime(policy.seller.province, card.charge.chargedAt);
  const amount = formats.money(card.charge.amountCents);
  const isOfUsedDays = card.charge.amountCents < policy.totalWithTaxCents;
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
    // A part of the price pays for the used days of a cancelled policy, not for its coverage.
    ...(isOfUsedDays ? [] : [{ ...coverageTable(policy, context), title: words.paidFor }]),
    prose(
      '',
      ...(isOfUsedDays ? [['', words.forUsedDays] as const] : []),
      ['', words.receiptNotice],
      [words.contactLead, words.contactText(issuer)],
    ),
  ];
}
