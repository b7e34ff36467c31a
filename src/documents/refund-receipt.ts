import { cardOf, type Policy } from '../domain/policy/policy.ts';
import type { RefundMade } from '../domain/refund/refund-made.ts';
import { unlinked } from '../domain/unlinked.ts';
import type { DocumentContext } from './document-context.ts';
import { addressee, vehicleGroup } from './parties.ts';
import { type Block, factsKnown, figures, prose } from './sheet.ts';
import { cancellationWords } from './words/cancellation-words.ts';

/** The receipt of what was given back to the customer, on a card or by the operator's own payment. */
export function composeRefundReceipt(policy: Policy, refund: RefundMade, context: DocumentContext): readonly Block[] {
  const { words, formats, issuer, language } = context;
  const { cancelledOnShort } = cancellationWords[language];
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
            [cancelledOnShort, formats.date(refund.cancelledOn)],
            [words.seller, policy.seller.name],
          ]),
        },
        vehicleGroup(policy.inputs, context),
      ],
    },
    prose('', ['', given.notice], [words.contactLead, words.contactText(issuer)]),
  ];
}

function givenBack(policy: Policy, { payee, amountCents }: RefundMade, { words, formats, issuer }: DocumentContext) {
  const amount = formats.money(amountCents);
  switch (payee) {
    case 'Card': {
      const card = cardOf(policy.payment);
      const to = card === null ? [] : [card.cardType, card.maskedCardNumber];
      return {
        to,
        text: words.refundedToCard(amount, issuer.name, policy.policyNumber, to.join(' ')),
        notice: words.cardRefundNotice,
      };
    }
    case 'Customer':
      return {
        to: words.chequeOrTransfer,
        text: words.refundedToYou(amount, issuer.name, policy.policyNumber),
        notice: words.refundNotice,
      };
  }
}
