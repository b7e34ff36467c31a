import { afterwards } from '../processes/afterwards.ts';
import { type Carry, startCallRelay } from './call-relay.ts';

/** A lender that answers otherwise than the one behind it: returns its address. */
export async function lenderProxy(origin: string, answer: Carry): Promise<string> {
  const relay = await startCallRelay(origin, answer);
  afterwards(relay.close);
  return relay.origin;
}
