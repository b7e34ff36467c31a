import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';
import { timeoutMs } from './sandbox-cards.ts';

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
  disputes: Type.Array(
    Type.Object({
      paymentId: Type.String(),
      orderKey: Type.String(),
      amountCents: cents,
      status: Type.Enum(['Open', 'Won', 'Lost']),
    }),
  ),
});
export type CardLedger = Static<typeof ledger>;

/**
 * Reads what the sandbox processor has on record for an application. Not part of the port, because a real processor
 * does not offer it. A requested fault is not passed on: partners read the ledger to see what a fault left behind.
 */
export function makeCardLedger(processor: JsonParty) {
  const ask = makeJsonCaller({ timeoutMs, ...processor });
  return (customerReference: string, context: CallContext): Promise<Outcome<CardLedger>> =>
    ask(`GET /api/ledger?${new URLSearchParams({ customerReference })}`, ledger, { ...context, fault: null });
}
