import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';

/** The schemas of the processor's answers. An answer that does not match is an unknown outcome. */
export const charge = Type.Object({
  reference: Type.String(),
  amountCents: Type.Integer(),
  authorizationNumber: Type.String(),
  chargedAt: Type.String(),
});

const card = {
  reference: Type.String(),
  cardToken: Type.Union([Type.String(), Type.Null()]),
  maskedCardNumber: Type.String(),
  cardType: Type.String(),
};

export const checkout = Type.Union([
  Type.Object({ status: Type.Literal('approved'), amountCents: Type.Integer(), ...card }),
  Type.Object({ status: Type.Enum(['pending', 'cancelled', 'expired', 'declined']) }),
]);
export type ProcessorCheckout = Static<typeof checkout>;

export const payment = Type.Union([
  Type.Object({
    status: Type.Literal('captured'),
    amountCents: Type.Integer(),
    ...card,
    charge,
    refundedCents: Type.Integer(),
  }),
  Type.Object({ status: Type.Enum(['held', 'released']), amountCents: Type.Integer(), ...card }),
  Type.Object({ status: Type.Literal('verified'), amountCents: Type.Integer(), ...card }),
  Type.Object({ status: Type.Literal('nothing') }),
  Type.Object({ status: Type.Literal('declined'), codes: Type.Union([Type.String(), Type.Null()]) }),
]);
export type ProcessorPayment = Static<typeof payment>;

export const listed = Type.Object({
  charges: Type.Array(
    Type.Object({
      orderKey: Type.String(),
      reference: Type.String(),
      amountCents: Type.Integer(),
      refundedCents: Type.Integer(),
      disputedCents: Type.Integer(),
    }),
  ),
  unanswered: Type.Array(Type.String()),
});

export const nothing = Type.Object({});
export const opened = Type.Object({ ticket: Type.String() });
