import { randomUUID } from 'node:crypto';
import { type MonerisConfig, makeMoneris } from '../../src/adapters/moneris/moneris.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { unreachableOrigin } from '../kit/parties/unreachable.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { type CardProcessorHarness, describeCardProcessor } from './card-processor-suite.ts';
import { holdProfile, type MonerisBooks, verifyProfile } from './moneris-books.ts';
import { startMonerisStandIn, visa } from './moneris-stand-in.ts';

describeCardProcessor('Moneris', async (): Promise<CardProcessorHarness> => {
  const moneris = await startMonerisStandIn();
  afterwards(moneris.close);
  const make = (change: Partial<MonerisConfig> = {}): CardProcessor =>
    makeMoneris({
      storeId: 'store5',
      apiToken: 'yesguy',
      holdCheckoutId: holdProfile,
      verifyCheckoutId: verifyProfile,
      environment: 'qa',
      checkoutUrl: moneris.checkoutUrl,
      gatewayUrl: moneris.gatewayUrl,
      ...change,
    });
  return {
    cards: withCardsTold(make(), moneris.books),
    impatientCards: make({ timeouts: { callMs: 300, lookUpMs: 300 } }),
    unreachableCards: make({ checkoutUrl: unreachableOrigin, gatewayUrl: unreachableOrigin }),
    tellsCancelled: false,
    submitCard: async (ticket, card) => {
      if (card === 'refused') moneris.customerIsDeclined(ticket);
      else moneris.customerPays(ticket, { ...visa, refusesCharges: card === 'refused at the charge' });
    },
    // Moneris hears nothing of a checkout that is closed.
    cancel: async () => undefined,
    breaking: (how) => {
      // A refund is looked up first: it is the refund itself that breaks.
      moneris.next({ how: how === 'hang' ? 'hang' : 'lose', ...(how === 'refund reply lost' && { on: 'refund' }) });
      return { requestId: randomUUID(), fault: null };
    },
    closeAccount: (key) => {
      moneris.books.closeAccount(key, '46');
      return { requestId: randomUUID(), fault: null };
    },
    charges: async (customerReference) =>
      moneris.books.charges(customerReference).map(({ key, amount, refunded }) => ({
        key,
        amountCents: Number(amount.replace('.', '')),
        refundedCents: Number(refunded.replace('.', '')),
      })),
  };
});

/**
 * The suite expects the card in a look-up, as in the receipt. Moneris's has none: neither the digits nor the Vault
 * key. They are filled in here, so that the suite checks all the rest; moneris.test.ts states what the adapter really
 * answers.
 */
function withCardsTold(cards: CardProcessor, books: MonerisBooks): CardProcessor {
  return {
    ...cards,
    find: async (key, context) => {
      const outcome = await cards.find(key, context);
      const order = books.cardOf(key);
      if (outcome.kind !== 'done' || order === undefined || !('cardToken' in outcome.value)) return outcome;
      const cardToken = outcome.value.kind === 'verified' ? `${order.dataKey}|` : null;
      return { kind: 'done', value: { ...outcome.value, maskedCardNumber: '4242********4242', cardToken } };
    },
  };
}
