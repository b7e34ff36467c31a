/**
 * The script that a partner's page loads from `checkoutJsUrl`. It has the functions of Moneris Checkout's library, so
 * that the page runs unchanged against the sandbox and the real processor:
 *
 *   const checkout = new monerisCheckout();
 *   checkout.setMode(environment);
 *   checkout.setCheckoutDiv('moneris-checkout');
 *   checkout.setCallback('payment_complete', (message) => JSON.parse(message).response_code);
 *   checkout.startCheckout(ticket);
 *
 * The card form is a page of the processor in an iframe. Unlike the real library, this one never puts the ticket into a
 * URL: the form posts that it is ready, and the ticket is posted to it. Both sides check the origin of a message. A
 * callback gets a JSON string, as with the real library, and is only a hint: the confirm call gives the outcome.
 */
(() => {
  const scriptUrl = document.currentScript.src;
  const formUrl = new URL('../form', scriptUrl);
  const processorOrigin = formUrl.origin;

  const raisedByForm = new Set(['page_loaded', 'payment_complete', 'cancel_transaction', 'error_event']);
  // The real processor raises the others, so a page may register them.
  const callbackNames = new Set([
    ...raisedByForm,
    'payment_receipt',
    'payment_submitted',
    'page_closed',
    'validation_event',
    'remove_back_button',
  ]);

  const invalidTicket = '2001';
  const formNotLoaded = '2004';
  // After this long the processor is taken to be unreachable, or blocked by the page's content security policy.
  const readyTimeoutMs = 20_000;
  const firstHeightPx = 560;
  // A compromised form must not be able to cover the partner's page by asking for a huge frame.
  const heightMaxPx = 3_000;

  class monerisCheckout {
    #mode = '';
    #divId = 'moneris-checkout';
    #callbacks = new Map();
    #ticket = '';
    #frame = null;
    #readyTimer = 0;
    #listener = (event) => this.#receive(event);

    setMode(environment) {
      this.#mode = String(environment);
    }

    setCheckoutDiv(id) {
      this.#divId = String(id);
    }

    setCallback(name, callback) {
      if (!callbackNames.has(name) || typeof callback !== 'function') {
        console.warn(`monerisCheckout: Invalid callback defined: ${name}`);
        return;
      }
      this.#callbacks.set(name, callback);
    }

    startCheckout(ticket) {
      if (typeof ticket !== 'string' || ticket === '') {
        console.error('monerisCheckout: startCheckout needs the ticket of the card payment, a string.');
        setTimeout(() => this.#raise('error_event', '', invalidTicket)); // Asynchronous, like every other callback.
        return;
      }
      const div = document.getElementById(this.#divId);
      if (div === null) {
        console.error(`monerisCheckout: the page has no element with the id "${this.#divId}".`);
        return;
      }
      if (ticket === this.#ticket && this.#frame?.isConnected) {
        // A second click on the partner's button must not discard what the customer has typed.
        console.warn('monerisCheckout: this checkout has already started; the second start is ignored.');
        return;
      }
      this.#removeFrame();
      this.#ticket = ticket;
      this.#showFrame(div);
    }

    /** Removes the form from the page. A payment that was submitted goes on: call confirm. */
    closeCheckout(ticket) {
      if (ticket !== undefined && ticket !== '' && ticket !== this.#ticket) {
        console.warn(
          'monerisCheckout: closeCheckout was called with the ticket of another checkout; nothing is closed.',
        );
        return;
      }
      this.#removeFrame();
    }

    /** Without the ticket: consoles are recorded by error trackers. */
    logConfig() {
      const callbacks = [...this.#callbacks.keys()];
      console.log('monerisCheckout', { mode: this.#mode, div: this.#divId, callbacks, form: formUrl.href });
    }

    #showFrame(div) {
      const frame = document.createElement('iframe');
      frame.id = `${this.#divId}-Frame`;
      frame.title = document.documentElement.lang.startsWith('fr') ? 'Paiement par carte' : 'Card payment';
      frame.allow = 'payment';
      // The partner's URL may contain data that is not for the processor.
      frame.referrerPolicy = 'no-referrer';
      frame.src = formUrl.href;
      Object.assign(frame.style, { display: 'block', width: '100%', height: `${firstHeightPx}px`, border: '0' });
      this.#frame = frame;
      window.addEventListener('message', this.#listener);
      this.#readyTimer = setTimeout(() => this.#giveUp(), readyTimeoutMs);
      div.replaceChildren(frame);
    }

    #removeFrame() {
      clearTimeout(this.#readyTimer);
      window.removeEventListener('message', this.#listener);
      this.#frame?.remove();
      this.#frame = null;
      this.#ticket = '';
    }

    #giveUp() {
      console.error(`monerisCheckout: the card form at ${formUrl.href} did not load.`);
      this.#raise('error_event', this.#ticket, formNotLoaded);
    }

    #receive(event) {
      // Any page or frame can post to this one. Only messages of our form, from the processor's origin, are read.
      if (event.origin !== processorOrigin || event.source !== this.#frame?.contentWindow) return;
      const message = parseMessage(event.data);
      if (message === null) return;
      if (message.handler === 'form_ready') this.#handOverTicket();
      else if (message.rev_action === 'height_change') this.#setHeight(message.outerHeight);
      else if (raisedByForm.has(message.handler)) {
        this.#raise(message.handler, this.#ticket, String(message.response_code));
      }
    }

    #handOverTicket() {
      clearTimeout(this.#readyTimer);
      const start = JSON.stringify({ action: 'start', ticket: this.#ticket });
      // With the exact origin: if the frame was navigated elsewhere, the browser does not deliver the ticket.
      this.#frame.contentWindow.postMessage(start, processorOrigin);
    }

    #setHeight(height) {
      if (!Number.isFinite(height) || height <= 0) return;
      this.#frame.style.height = `${Math.min(Math.ceil(height), heightMaxPx)}px`;
    }

    #raise(handler, ticket, responseCode) {
      this.#callbacks.get(handler)?.(JSON.stringify({ handler, ticket, response_code: responseCode }));
    }
  }

  function parseMessage(data) {
    if (typeof data !== 'string') return null;
    try {
      const message = JSON.parse(data);
      return typeof message === 'object' ? message : null;
    } catch {
      return null;
    }
  }

  window.monerisCheckout = monerisCheckout;
})();
