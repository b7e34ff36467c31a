/**
 * The form's end of the line to the partner's page (the other end is checkout.js). Messages are JSON strings.
 * The first valid start names the page's origin; from then on only that origin is heard and spoken to.
 */
let pageOrigin = null;

/** Says that the form is ready and waits for the ticket. Only the first start counts. */
export function receiveTicket(onTicket) {
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || pageOrigin !== null) return;
    // A page without an origin (a file, a sandboxed frame) can't be answered without answering everybody.
    if (event.origin === 'null') return;
    const ticket = ticketIn(event.data);
    if (ticket === null) return;
    pageOrigin = event.origin;
    onTicket(ticket);
  });
  // To whoever it is: nothing is known of the page yet, and nothing is told.
  window.parent.postMessage(JSON.stringify({ handler: 'form_ready' }), '*');
}

export function tellPage(message) {
  if (pageOrigin !== null) window.parent.postMessage(JSON.stringify(message), pageOrigin);
}

/** Keeps the iframe as high as `element`. */
export function followHeight(element) {
  new ResizeObserver(() => {
    tellPage({ rev_action: 'height_change', outerHeight: Math.ceil(element.getBoundingClientRect().height) });
  }).observe(element);
}

function ticketIn(data) {
  if (typeof data !== 'string') return null;
  try {
    const message = JSON.parse(data);
    return message?.action === 'start' && typeof message.ticket === 'string' ? message.ticket : null;
  } catch {
    return null;
  }
}
