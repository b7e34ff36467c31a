import type { CardProcessor } from '../../ports/card-processor.ts';
import type { Lender } from '../../ports/lender.ts';
import type { Outcome } from '../../ports/outcome.ts';

/** A service without card payments or without financing has these: nothing is ever sent. */
const notConfigured = async (): Promise<Outcome<never>> => ({ kind: 'not-sent', cause: 'none is configured' });

export const noCardProcessor: CardProcessor = {
  name: 'none',
  isMissing: true,
  checkoutJsUrl: '',
  checkoutGlobal: '',
  environment: 'none',
  refundShowsWithinSeconds: 0,
  openCheckout: notConfigured,
  readCheckout: notConfigured,
  find: notConfigured,
  capture: notConfigured,
  chargeSavedCard: notConfigured,
  release: notConfigured,
  refund: notConfigured,
  listCharges: notConfigured,
};

/**
 * The same port, through which nothing goes out. Its names stay: what was sold by a processor is still known as its.
 */
export function blockOutbound<Port extends object>(port: Port): Port {
  const silent = async (): Promise<Outcome<never>> => ({ kind: 'not-sent', cause: 'nothing goes out (OUTBOUND=off)' });
  const entries = Object.entries(port).map(([name, value]) => [name, typeof value === 'function' ? silent : value]);
  return Object.fromEntries(entries) as Port;
}

export const noLender: Lender = {
  isMissing: true,
  pricePlans: notConfigured,
  createContract: notConfigured,
  find: notConfigured,
  cancel: notConfigured,
  listLoans: notConfigured,
};
