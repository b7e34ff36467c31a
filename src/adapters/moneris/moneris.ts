import type { CardProcessor } from '../../ports/card-processor.ts';
import { makeCharges } from './charges.ts';
import { makeCheckoutPage } from './checkout-page.ts';
import { makeGateway } from './gateway.ts';
import { makeLookUp } from './look-up.ts';
import { defaultTimeouts, type MonerisTimeouts } from './timeouts.ts';

/**
 * The card processor Moneris. Two doors: Moneris Checkout (JSON) opens the customer's card form and tells how it ended;
 * the gateway (XML) captures, releases, charges and refunds. Our key is Moneris's order number on both.
 *
 * Moneris does a purchase or hold at most once for an order number, but answers a repeat with a refusal and not with
 * the first result. So after every refusal that could be a repeat's, the order is looked up before we say no.
 */
export function makeMoneris(config: MonerisConfig): CardProcessor {
  const hosts = hostsOf[config.environment];
  const timeouts = { ...defaultTimeouts, ...config.timeouts };
  const store = { storeId: config.storeId, apiToken: config.apiToken, timeouts };
  const gateway = makeGateway({ ...store, url: config.gatewayUrl ?? hosts.gatewayUrl });
  const lookUp = makeLookUp(gateway, timeouts.lookUpMs);
  return {
    name: 'moneris',
    checkoutJsUrl: config.scriptUrl ?? hosts.scriptUrl,
    checkoutGlobal: 'monerisCheckout',
    environment: config.environment,
    refundSettleSeconds,
    ...makeCheckoutPage({
      ...store,
      url: config.checkoutUrl ?? hosts.checkoutUrl,
      environment: config.environment,
      holdCheckoutId: config.holdCheckoutId,
      verifyCheckoutId: config.verifyCheckoutId,
    }),
    ...makeCharges(gateway, lookUp),
    find: (key) => lookUp(key),
  };
}

export interface MonerisConfig {
  readonly storeId: string;
  readonly apiToken: string;
  /**
   * The checkout profile that makes pre-authorisations. The profile decides what a ticket does; no field of a request
   * can.
   */
  readonly holdCheckoutId: string;
  /** The checkout profile that verifies a card and saves it in the Vault. */
  readonly verifyCheckoutId: string;
  readonly environment: 'qa' | 'prod';
  readonly checkoutUrl?: string;
  readonly gatewayUrl?: string;
  readonly scriptUrl?: string;
  readonly timeouts?: Partial<MonerisTimeouts>;
}

/**
 * Moneris makes a second refund when it is sent one, and takes 35 s by the vendor's own library. Minutes, to be well
 * past it.
 */
const refundSettleSeconds = 300;

const hostsOf = {
  qa: {
    checkoutUrl: 'https://gatewayt.moneris.com/chktv2/request/request.php',
    scriptUrl: 'https://gatewayt.moneris.com/chktv2/js/chkt_v2.01.js',
    gatewayUrl: 'https://mpg1t.moneris.io/gateway2/servlet/MpgRequest',
  },
  prod: {
    checkoutUrl: 'https://gateway.moneris.com/chktv2/request/request.php',
    scriptUrl: 'https://gateway.moneris.com/chktv2/js/chkt_v2.01.js',
    gatewayUrl: 'https://mpg1.moneris.io/gateway2/servlet/MpgRequest',
  },
} as const;
