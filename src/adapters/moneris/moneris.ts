import { type CardProcessor, listByFind } from '../../ports/card-processor.ts';
import { makeCharges } from './charges.ts';
import { makeCheckoutPage } from './checkout-page.ts';
import { makeGateway } from './gateway.ts';
import { makeLookUp } from './look-up.ts';
import { defaultTimeouts, type MonerisTimeouts } from './timeouts.ts';

/**
 * The card processor Moneris. It has two APIs: Moneris Checkout (JSON) opens the customer's card form and returns how
 * it ended; the gateway (XML) captures, releases, charges and refunds. Our key is the order number on both.
 *
 * Moneris makes a purchase or hold at most once per order number, but refuses a repeat instead of returning the first
 * result. So every refusal that could be of a repeat is followed by a look-up of the order.
 */
export function makeMoneris(config: MonerisConfig): CardProcessor {
  const hosts = config.origin === undefined ? hostsOf[config.environment] : hostsAt(config.origin, config.origin);
  const timeouts = { ...defaultTimeouts, ...config.timeouts };
  const store = { storeId: config.storeId, apiToken: config.apiToken, timeouts };
  const gateway = makeGateway({ ...store, url: config.gatewayUrl ?? hosts.gatewayUrl });
  const lookUp = makeLookUp(gateway, timeouts.lookUpMs);
  return {
    name: 'moneris',
    checkoutJsUrl: config.scriptUrl ?? hosts.scriptUrl,
    checkoutGlobal: 'monerisCheckout',
    environment: config.environment,
    refundShowsWithinSeconds,
    ...makeCheckoutPage({
      ...store,
      url: config.checkoutUrl ?? hosts.checkoutUrl,
      environment: config.environment,
      holdCheckoutId: config.holdCheckoutId,
      verifyCheckoutId: config.verifyCheckoutId,
    }),
    ...makeCharges(gateway, lookUp),
    find: (key) => lookUp(key),
    listCharges: (keys, context) => listByFind((key) => lookUp(key), keys, context),
  };
}

export interface MonerisConfig {
  readonly storeId: string;
  readonly apiToken: string;
  /** The checkout profile for pre-authorizations. The profile, not the request, decides what a ticket does. */
  readonly holdCheckoutId: string;
  /** The checkout profile that verifies a card and saves it in the Vault. */
  readonly verifyCheckoutId: string;
  readonly environment: 'qa' | 'prod';
  /** Instead of Moneris's own hosts: a stand-in, for tests and rehearsals. */
  readonly origin?: string;
  readonly checkoutUrl?: string;
  readonly gatewayUrl?: string;
  readonly scriptUrl?: string;
  readonly timeouts?: Partial<MonerisTimeouts>;
}

/**
 * Moneris does not prevent a second refund. Its own library waits 35 s for an answer; five minutes are well past it.
 */
const refundShowsWithinSeconds = 300;

const hostsOf = {
  qa: hostsAt('https://gatewayt.moneris.com', 'https://mpg1t.moneris.io'),
  prod: hostsAt('https://gateway.moneris.com', 'https://mpg1.moneris.io'),
} as const;

function hostsAt(checkout: string, gateway: string) {
  return {
    checkoutUrl: `${checkout}/chktv2/request/request.php`,
    scriptUrl: `${checkout}/chktv2/js/chkt_v2.01.js`,
    gatewayUrl: `${gateway}/gateway2/servlet/MpgRequest`,
  };
}
