import type { Cents } from '../../domain/money.ts';
import type { HoldReference, RefundRequest, SavedCardCharge } from '../../ports/card-processor.ts';
import type { GatewayRequest } from './gateway.ts';
import { readCardToken, writeAmount, writeCustomerId, writeOrderNumber } from './wire-values.ts';

/** Sent over the internet from a merchant with TLS; Moneris's samples use it throughout. */
const cryptType = ['crypt_type', '7'] as const;

export function completion(hold: HoldReference, amountCents: Cents): GatewayRequest {
  return followUp('completion', hold, ['comp_amount', writeAmount(amountCents)]);
}

export function refundOf(charge: RefundRequest): GatewayRequest {
  return followUp('refund', charge, ['amount', writeAmount(charge.amountCents)]);
}

function followUp(
  type: GatewayRequest['type'],
  { key, reference }: HoldReference,
  amount: readonly [name: string, text: string],
): GatewayRequest {
  return { type, fields: [['order_id', writeOrderNumber(key)], amount, ['txn_number', reference], cryptType] };
}

export function savedCardPurchase(request: SavedCardCharge): GatewayRequest {
  const card = readCardToken(request.cardToken);
  return {
    type: 'res_purchase_cc',
    fields: [
      ['data_key', card.dataKey],
      ['order_id', writeOrderNumber(request.key)],
      ['cust_id', writeCustomerId(request.customerReference)],
      ['amount', writeAmount(request.amountCents)],
      cryptType,
      [
        'cof_info',
        [
          // Unscheduled, started by the merchant; a later use of the saved card. The first was the verification.
          ['payment_indicator', 'U'],
          ['payment_information', '2'],
          ['issuer_id', card.issuerId],
        ],
      ],
    ],
  };
}
