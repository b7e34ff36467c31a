import { type FormPlace, makePlace } from './form-place.ts';
import { forgetHanging, loadProcessor, type ProcessorCheckout } from './load-processor.ts';
import { watchContainer } from './watch-container.ts';

/** What your server got from `cardPayments.start`, and where to show the form. */
export interface CheckoutOptions {
  readonly checkoutJsUrl: string;
  /** The class that the script defines; `monerisCheckout` if the service does not send it. */
  readonly checkoutGlobal?: string | undefined;
  readonly environment: string;
  /** Secret: never log it, store it or put it into a URL. */
  readonly ticket: string;
  /** When the ticket ends; the form is closed then. */
  readonly expiresAt?: string | undefined;
  /** An empty element of the page, or its id. */
  readonly container: HTMLElement | string;
  /** Closes the form. A payment that was submitted goes on, so confirm it all the same. */
  readonly signal?: AbortSignal | undefined;
  /** How long the form may take to show; 60 seconds. */
  readonly stallMs?: number | undefined;
  /** How long a submitted card may take; 10 minutes, as the customer's bank may ask for a code meanwhile. */
  readonly answerMs?: number | undefined;
  /** A page sets it whose content security policy requires one. */
  readonly nonce?: string | undefined;
  /** Called when the customer leaves the page while the form is open: use `navigator.sendBeacon` to your server. */
  readonly onLeave?: (() => void) | undefined;
}

/**
 * finished: the customer is done; confirm returns whether the card was accepted.
 * cancelled: the customer gave up; start a new payment.
 * closed: the form was closed by your signal, with its container, or by the customer after sending the card.
 * stalled: the form did not show, the processor did not answer, or the ticket ended.
 * failed: the processor's script did not load, or the form reported an error.
 */
export interface CheckoutOutcome {
  readonly outcome: 'finished' | 'cancelled' | 'closed' | 'stalled' | 'failed';
  /** What the page does next. The form only gives a hint: your server's confirm call returns the outcome. */
  readonly next: 'confirm' | 'start-again';
  /** The processor's code, such as `001`; empty when it gave none. */
  readonly responseCode: string;
}

/**
 * Shows the processor's card form, and resolves when it is over. A failure in the form does not reject: the customer
 * may have paid, so `next` is `confirm`.
 *
 * A page has one form at a time. The processor's library has a single element and set of callbacks, so a form that is
 * still open or closing would break the next one: it is ended first.
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

/** `setTimeout` takes NaN for 0, which would end the form at once. */
function assertTime(name: string, ms: number): void {
  if (!(ms > 0)) throw new TypeError(`${name} is a number of milliseconds above 0.`);
}

function elementOf(container: HTMLElement | string): HTMLElement {
  const element = typeof container === 'string' ? document.getElementById(container) : container;
  if (element === null) throw new TypeError(`The page has no element with the id "${container}".`);
  return element;
}

/** A replaced checkout may still send messages; one without a ticket can only be ours. */
function readMessage(message: unknown, ticket: string): { isOurs: boolean; responseCode: string } {
  try {
    const said = (typeof message === 'string' ? JSON.parse(message) : message) as Record<string, unknown> | null;
    return { isOurs: !said?.ticket || said.ticket === ticket, responseCode: String(said?.response_code ?? '') };
  } catch {
    return { isOurs: true, responseCode: '' };
  }
}

/** Is half an hour without `expiresAt`, the longest that a ticket is valid. */
function msUntil(expiresAt: string | undefined): number {
  const ms = expiresAt === undefined ? Number.NaN : Date.parse(expiresAt) - Date.now();
  // With a wrong clock, here or at the service, the form must not close at once or never.
  return Number.isNaN(ms) ? ticketMs : Math.min(Math.max(ms, ticketMs / 2), formMaxMs);
}

const ticketMs = 30 * 60_000;
// No form is open longer. `setTimeout` fires at once for Infinity.
const formMaxMs = 2 * ticketMs;
