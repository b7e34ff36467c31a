import type { PartyCall } from '../../kit/parties/call-relay.ts';
import { inDatabase } from '../../kit/sale/quoting.ts';

/** Whether a bind takes its money by this call: a card's hold is captured, a loan is written. */
export function movesMoney({ method, path }: Pick<PartyCall, 'method' | 'path'>): boolean {
  return path === '/api/captures' || method === 'PUT';
}

/** Whose money it is: the lender is told, the processor knows it by the order's key. */
export async function applicationOf(partiesUrl: string, { body }: Pick<PartyCall, 'body'>): Promise<string> {
  const { customerReference, orderKey } = JSON.parse(body) as Record<string, string | undefined>;
  if (customerReference !== undefined) return customerReference;
  const sql = 'SELECT customer_reference FROM sandbox_cards.payment WHERE order_key = $1';
  return (await inDatabase(partiesUrl, sql, [orderKey]))[0].customer_reference;
}
