import { cardOf, loanOf, type Policy } from '../domain/policy/policy.ts';
import type { RefundMade } from '../domain/refund/refund-made.ts';
import { unlinked } from '../domain/unlinked.ts';
import { contactText } from './contact-text.ts';
import type { DocumentContext } from './document-context.ts';
import { addressee, vehicleGroup } from './parties.ts';
import { type Block, factsKnown, figures, prose } from './sheet.ts';

/** The receipt of what was given back to the customer, on a card or by the operator's own payment. */
export function composeRefundReceipt(policy: Policy, refund: RefundMade, context: DocumentContext): readonly Block[] {
  const { words, formats, say } = context;
  const amount = formats.money(refund.amountCents);
  const doneOn = formats.date(refund.doneOn);
  const given = givenBack(policy, refund, context);
  return [
    { kind: 'letter', addressLines: addressee(policy), paragraphs: [given.text] },
    figures([words.amountGivenBack, amount], [words.givenBackOn, doneOn], [words.givenBackTo, ...given.to]),
    {
      kind: 'facts',
      groups: [
        {
          title: words.refund,
          facts: factsKnown([
            [words.paymentId, refund.reference && unlinked(refund.reference)],
            [words.policyNumber, policy.policyNumber],
            [words.totalWithTax, formats.money(policy.totalWithTaxCents)],
            [say.cancelledOnShort, refund.cancelledOn && formats.date(refund.cancelledOn)],
            [words.seller, policy.seller.name],
          ]),
        },
        vehicleGroup(policy.inputs, context),
      ],
    },
    prose('', ['', given.notice], [words.contactLead, contactText(context)]),
  ];
}

function givenBack(
  policy: Policy,
  { payee, amountCents, cancelledOn, rest }: RefundMade,
  { words, formats, issuer }: DocumentContext,
) {
  const amount = formats.money(amountCents);
  const refunded = words.refundedPolicy(policy.policyNumber, cancelledOn !== null);
  switch (payee) {
    case 'Card': {
      const card = cardOf(policy.payment);
      const to = card === null ? [] : [card.cardType, card.maskedCardNumber];
      return {
        to,
        text: words.refundedToCard(amount, issuer.name, refunded, to.join(' ')),
        notice: words.cardRefundNotice,
      };
    }
    case 'Lender': {
      const { name } = issuer.lender;
      const parts = rest ?? { bySellerCents: 0, byOperatorCents: 0, byLenderCents: 0 };
      const others: readonly (readonly [number, string])[] = [
        [parts.bySellerCents, policy.seller.name],
        [parts.byOperatorCents, issuer.name],
        [parts.byLenderCents, name],
      ];
      const toLoan =
        amountCents > 0
          ? words.refundedToLoan(amount, issuer.name, name, policy.policyNumber)
          : words.nothingToLoan(name, policy.policyNumber);
      const given = others
        .filter(([cents]) => cents > 0)
        .map(([cents, who]) => words.givesYou(formats.money(cents), who));
      return {
        to: [name, loanOf(policy.payment)?.loanNumber ?? ''],
        text: [toLoan, ...given, words.replacesNotice].join(' '),
        notice: words.refundNotice,
      };
    }
    case 'Customer':
      return {
        to: words.chequeOrTransfer,
        text: words.refundedToYou(amount, issuer.name, refunded),
        notice: words.refundNotice,
      };
  }
}
