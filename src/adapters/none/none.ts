import type { CardProcessor } from '../../ports/card-processor.ts';
import type { Lender } from '../../ports/lender.ts';
import type { Outcome } from '../../ports/outcome.ts';

/** For a service without card payments or without financing: nothing is ever sent. */
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
};

export const noLender: Lender = {
  isMissing: true,
  pricePlans: notConfigured,
  createContract: notConfigured,
  find: notConfigured,
  cancel: notConfigured,
};
