/**
 * The form's side of the messages with the partner's page (checkout.js has the other side). Messages are JSON strings.
 * The first valid start sets the page's origin; after it only that origin is read from and posted to.
 */
let pageOrigin = null;

/** Posts that the form is ready and waits for the ticket. Only the first start counts. */
export function receiveTicket(onTicket) {
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || pageOrigin !== null) return;
    // A page without an origin (a file, a sandboxed frame) could only be answered by a message to any origin.
    if (event.origin === 'null') return;
    const ticket = ticketIn(event.data);
    if (ticket === null) return;
    pageOrigin = event.origin;
    onTicket(ticket);
  });
  // To any origin: the page's is not known yet, and the message has no data.
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
