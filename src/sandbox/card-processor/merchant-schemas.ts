import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import { keysAskedMax } from '../../ports/card-processor.ts';

/** The schemas of the merchant's calls. Rules that a schema can't express are checked by the call. */
const key = Type.String({ minLength: 1, maxLength: 200 });
const cents = Type.Integer({ minimum: 1, maximum: 100_000_000 });

export const open = Type.Object({
  orderKey: key,
  customerReference: key,
  /** Zero: the card is verified and saved, nothing is held. */
  amountCents: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  language: Type.Union([Type.Literal('en'), Type.Literal('fr')]),
  ticketMinutes: Type.Integer({ minimum: 1, maximum: 24 * 60 }),
});
// A ticket is as long as the service accepts from a partner, so that a wrong one is refused as such and not as malformed.
export const read = Type.Object({ orderKey: key, ticket: Type.String({ maxLength: 1_000 }) });
export const find = Type.Object({ orderKey: key });
export const ledger = Type.Object({ customerReference: key });
export const dispute = Type.Object({
  orderKey: key,
  outcome: Type.Enum(['Opened', 'Won', 'Lost'], { type: 'string' }),
  amountCents: Type.Optional(cents),
});
const day = Type.String({ format: 'date' });
export const payoutFile = Type.Object({ from: day, to: day });
export const refundFault = Type.Object({
  customerReference: key,
  fault: Type.Union([
    Type.Literal('CardPaymentReplyLost'),
    Type.Literal('CardPaymentUnavailable'),
    Type.Literal('CardRefundDeclined'),
    Type.Null(),
  ]),
});
export const speech = Type.Object({ customerReference: key });
export const hold = Type.Object({ orderKey: key, reference: key });
export const capture = Type.Object({ orderKey: key, reference: key, amountCents: cents });
export const charge = Type.Object({ orderKey: key, customerReference: key, cardToken: key, amountCents: cents });
/** Refunds all or part of a charge. The refund key is the merchant's, and a refund is made once. */
export const refund = Type.Object({ refundKey: key, orderKey: key, reference: key, amountCents: cents });

export const list = Type.Object({ orderKeys: Type.Array(key, { maxItems: keysAskedMax }) });

export type OpenRequest = Static<typeof open>;
export type ReadRequest = Static<typeof read>;
export type HoldRequest = Static<typeof hold>;
export type CaptureRequest = Static<typeof capture>;
export type ChargeRequest = Static<typeof charge>;
export type DisputeRequest = Static<typeof dispute>;
export type RefundRequest = Static<typeof refund>;
