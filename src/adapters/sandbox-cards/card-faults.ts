import type { CallContext, Outcome } from '../../ports/outcome.ts';
import { type JsonParty, makeJsonCaller } from '../call-json.ts';
import { nothing } from './answers.ts';
import { timeoutMs } from './sandbox-cards.ts';

/** The faults that the sandbox processor keeps for a customer. Not part of the port: a real processor has none. */
export interface CardFaults {
  /** Met by the customer's next refund, whoever sends it; null: none. */
  readonly keepRefundFault: (customerReference: string, fault: string | null, context: CallContext) => Kept;
  /** The customer's charges of which the processor was to say nothing can be asked about again. */
  readonly speakAgain: (customerReference: string, context: CallContext) => Kept;
}

type Kept = Promise<Outcome<unknown>>;

export function makeCardFaults(processor: JsonParty): CardFaults {
  const ask = makeJsonCaller({ timeoutMs, ...processor });
  return {
    keepRefundFault: (customerReference, fault, context) =>
      ask('POST /api/refund-faults', nothing, { ...context, fault: null }, { customerReference, fault }),
    speakAgain: (customerReference, context) =>
      ask('POST /api/speech', nothing, { ...context, fault: null }, { customerReference }),
  };
}
