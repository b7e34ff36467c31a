import type { CardProcessor } from '../../ports/card-processor.ts';
import type { Lender } from '../../ports/lender.ts';
import type { Outcome } from '../../ports/outcome.ts';

/** For a service that sells without cards, or without financing: nobody is there, so nothing is ever sent. */
const nobody = async (): Promise<Outcome<never>> => ({ kind: 'not-sent', cause: 'none is configured' });

export const noCardProcessor: CardProcessor = {
  name: 'none',
  checkoutJsUrl: '',
  checkoutGlobal: '',
  environment: 'none',
  refundSettleSeconds: 0,
  openCheckout: nobody,
  readCheckout: nobody,
  find: nobody,
  capture: nobody,
  chargeSavedCard: nobody,
  release: nobody,
  refund: nobody,
};

export const noLender: Lender = { pricePlans: nobody, createContract: nobody, find: nobody, cancel: nobody };
