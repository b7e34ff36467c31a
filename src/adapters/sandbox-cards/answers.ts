import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** The schemas of the processor's answers. An answer that does not match is an unknown outcome. */
const charge = Type.Object({
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

const checkout = Type.Union([
  Type.Object({ status: Type.Literal('approved'), amountCents: Type.Integer(), ...card }),
  Type.Object({ status: Type.Enum(['pending', 'cancelled', 'expired', 'declined']) }),
]);
export type ProcessorCheckout = Static<typeof checkout>;

const payment = Type.Union([
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

const cents = Type.Integer();
const ledger = Type.Object({
  holds: Type.Array(
    Type.Object({ paymentId: Type.String(), amountCents: cents, status: Type.Enum(['Held', 'Captured', 'Released']) }),
  ),
  charges: Type.Array(
    Type.Object({
      paymentId: Type.String(),
      orderKey: Type.String(),
      amountCents: cents,
      refundedCents: cents,
      status: Type.Enum(['Captured', 'Reversed']),
    }),
  ),
});
export type CardLedger = Static<typeof ledger>;

export const isAnything = guard(Type.Object({}));
export const isOpened = guard(Type.Object({ ticket: Type.String() }));
export const isCharge = guard(charge);
export const isCheckout = guard(checkout);
export const isFound = guard(payment);
export const isLedger = guard(ledger);

function guard<T extends TSchema>(schema: T): (body: unknown) => body is Static<T> {
  const compiled = Compile(schema);
  return (body): body is Static<T> => compiled.Check(body);
}
