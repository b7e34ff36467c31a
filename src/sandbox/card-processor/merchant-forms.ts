import { Type } from 'typebox';

/** The forms of the merchant's calls. What a form can't say is judged where it is done. */
const key = Type.String({ minLength: 1, maxLength: 200 });
const cents = Type.Integer({ minimum: 1, maximum: 100_000_000 });

export const open = Type.Object({
  orderKey: key,
  customerReference: key,
  amountCents: Type.Integer({ minimum: 0, maximum: 100_000_000 }),
  language: Type.Union([Type.Literal('en'), Type.Literal('fr')]),
  ticketMinutes: Type.Integer({ minimum: 1, maximum: 24 * 60 }),
});
// As long a ticket as a partner may send, so that a wrong one is answered as such and not as a malformed call.
export const read = Type.Object({ orderKey: key, ticket: Type.String({ maxLength: 1_000 }) });
export const find = Type.Object({ orderKey: key });
export const ledger = Type.Object({ customerReference: key });
export const hold = Type.Object({ orderKey: key, reference: key });
export const capture = Type.Object({ orderKey: key, reference: key, amountCents: cents });
export const charge = Type.Object({ orderKey: key, customerReference: key, cardToken: key, amountCents: cents });
export const refund = Type.Object({ refundKey: key, orderKey: key, reference: key, amountCents: cents });
