import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';
import { timeoutMs } from './sandbox-cards.ts';

export interface DisputeNews {
  /** The key of the charge. */
  readonly key: string;
  readonly outcome: 'Opened' | 'Won' | 'Lost';
  /** How much of the charge a dispute is opened for; all of it, if left out. */
  readonly amountCents?: number;
}

const dispute = Type.Object({
  reference: Type.String(),
  amountCents: Type.Integer(),
  status: Type.Enum(['Open', 'Won', 'Lost']),
});

export type RecordDispute = ReturnType<typeof makeCardDisputes>;

/**
 * Tells the sandbox processor what became of a dispute of a charge, so that its ledger and its payout file show it.
 * Told again, it answers the same. Not part of the port: of a real processor the issuer asks.
 */
export function makeCardDisputes(processor: JsonParty) {
  const ask = makeJsonCaller({ timeoutMs, ...processor });
  return ({ key, ...news }: DisputeNews, context: CallContext): Promise<Outcome<Static<typeof dispute>>> =>
    ask('POST /api/disputes', dispute, { ...context, fault: null }, { orderKey: key, ...news });
}
