import { type FormPlace, makePlace } from './form-place.ts';
import { forgetHanging, loadProcessor, type ProcessorCheckout } from './load-processor.ts';
import { watchContainer } from './watch-container.ts';

/** What the partner's server got from `cardPayments.start`, and where the form goes. */
export interface CheckoutOptions {
  readonly checkoutJsUrl: string;
  /** The class that the script defines; a service that does not say so yet has `monerisCheckout`. */
  readonly checkoutGlobal?: string | undefined;
  readonly environment: string;
  /** A secret: never log it, never put it into an address, never store it. */
  readonly ticket: string;
  /** When the ticket ends; the form is closed then. */
  readonly expiresAt?: string | undefined;
  /** An empty element of the page, or its id. */
  readonly container: HTMLElement | string;
  /** Closes the form. A payment that was submitted goes on, so the outcome is still to be confirmed. */
  readonly signal?: AbortSignal | undefined;
  /** How long the form may take to show; 60 seconds. */
  readonly stallMs?: number | undefined;
  /** How long a submitted card may take; 10 minutes, as the customer's bank may ask for a code meanwhile. */
  readonly answerMs?: number | undefined;
  /** For a page whose policy wants scripts to carry one. */
  readonly nonce?: string | undefined;
  /** Called when the customer leaves the page meanwhile: the moment for `navigator.sendBeacon` to your server. */
  readonly onLeave?: (() => void) | undefined;
}

/**
 * finished: the customer is done; accepted or not, confirm tells.
 * cancelled: the customer gave up; start a new payment.
 * closed: the form went away, by your signal, with its container, or by the customer after sending the card.
 * stalled: the form did not show, the processor did not answer, or the ticket ended.
 * failed: the processor's script did not load, or the form reported an error.
 */
export interface CheckoutOutcome {
  readonly outcome: 'finished' | 'cancelled' | 'closed' | 'stalled' | 'failed';
  /** What the page does next. Whatever the form said is a hint: only your server's confirm call tells the outcome. */
  readonly next: 'confirm' | 'start-again';
  /** The processor's code, such as `001`; empty when it gave none. */
  readonly responseCode: string;
}

/**
 * Shows the processor's card form and answers once, when there is something to do. It does not reject for anything that
 * happens in the form: the customer may have paid, so "go and confirm" is the answer to every failure.
 *
 * A page has one form at a time. The processor's library keeps its element and its callbacks once for all, so a form
 * that is still open, or still closing, would take the next one with it: it is ended first.
 */
export function openCheckout(options: CheckoutOptions): Promise<CheckoutOutcome> {
  const { ticket, environment, signal, onLeave, stallMs = 60_000, answerMs = 10 * 60_000 } = options;
  assertTime('stallMs', stallMs);
  assertTime('answerMs', answerMs);
  const container = elementOf(options.container);
  endEarlier();
  return new Promise((resolve) => {
    let processor: ProcessorCheckout | null = null;
    let place: FormPlace | null = null;
    let isOver = false;
    let stallTimer: ReturnType<typeof setTimeout> | undefined;
    const expiryTimer = setTimeout(() => end('stalled'), msUntil(options.expiresAt));
    const expectWithin = (ms: number): void => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(() => end('stalled'), Math.min(ms, formMaxMs));
    };
    const close = (): void => end('closed');
    const leave = (): void => onLeave?.();
    const stopWatching = watchContainer(container, close);

    const end = (outcome: CheckoutOutcome['outcome'], responseCode = ''): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(stallTimer);
      clearTimeout(expiryTimer);
      stopWatching();
      signal?.removeEventListener('abort', close);
      globalThis.removeEventListener('pagehide', leave);
      if (processor !== null) place?.close(processor, ticket);
      else if (outcome === 'stalled') forgetHanging(options.checkoutJsUrl);
      resolve({ outcome, responseCode, next: outcome === 'cancelled' ? 'start-again' : 'confirm' });
    };
    endEarlier = () => {
      close();
      place?.remove();
    };

    const on = (name: string, act: (responseCode: string) => void): void =>
      processor?.setCallback(name, (message) => {
        const { isOurs, responseCode } = readMessage(message, ticket);
        if (isOurs && !isOver) act(responseCode);
      });

    const start = (made: ProcessorCheckout): void => {
      processor = made;
      place = makePlace(container);
      processor.setMode(environment);
      processor.setCheckoutDiv(place.id);
      on('page_loaded', () => clearTimeout(stallTimer));
      on('payment_submitted', () => expectWithin(answerMs));
      on('payment_receipt', (code) => end('finished', code));
      on('payment_complete', (code) => end('finished', code));
      on('cancel_transaction', (code) => end('cancelled', code));
      on('page_closed', (code) => end('closed', code));
      on('error_event', (code) => end('failed', code));
      processor.startCheckout(ticket);
    };

    expectWithin(stallMs);
    signal?.addEventListener('abort', close);
    globalThis.addEventListener('pagehide', leave);
    if (signal?.aborted) return close();
    const { checkoutJsUrl, checkoutGlobal = 'monerisCheckout', nonce } = options;
    loadProcessor({ checkoutJsUrl, checkoutGlobal, nonce })
      .then((Processor) => isOver || start(new Processor()))
      .catch(() => end('failed'));
  });
}

let endEarlier = (): void => undefined;

/** `setTimeout` takes NaN for 0, and 0 would end the form before it began. */
function assertTime(name: string, ms: number): void {
  if (!(ms > 0)) throw new TypeError(`${name} is a number of milliseconds above 0.`);
}

function elementOf(container: HTMLElement | string): HTMLElement {
  const element = typeof container === 'string' ? document.getElementById(container) : container;
  if (element === null) throw new TypeError(`The page has no element with the id "${container}".`);
  return element;
}

/** A checkout that was replaced may still speak; a message without a ticket can only be ours. */
function readMessage(message: unknown, ticket: string): { isOurs: boolean; responseCode: string } {
  try {
    const said = (typeof message === 'string' ? JSON.parse(message) : message) as Record<string, unknown> | null;
    return { isOurs: !said?.ticket || said.ticket === ticket, responseCode: String(said?.response_code ?? '') };
  } catch {
    return { isOurs: true, responseCode: '' };
  }
}

/** Without a time the ticket is taken to live as long as any: half an hour. */
function msUntil(expiresAt: string | undefined): number {
  const ms = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt) - Date.now();
  // A clock that is far off, here or there, must not close the form at once or never.
  return Number.isNaN(ms) ? ticketMs : Math.min(Math.max(ms, ticketMs / 2), formMaxMs);
}

const ticketMs = 30 * 60_000;
// No form lives longer, so no other time has to; `setTimeout` fires at once when it is asked for Infinity.
const formMaxMs = 2 * ticketMs;
