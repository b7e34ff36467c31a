/**
 * Shows the processor's card form. What its callbacks say is a hint: the server asks the processor itself once the form
 * is confirmed.
 */
const form = document.getElementById('card-form');
const confirm = document.getElementById('confirm');
const { checkoutGlobal, environment, ticket } = form.dataset;
const Checkout = globalThis[checkoutGlobal];

if (Checkout === undefined) {
  form.replaceChildren();
  tell('failed');
} else {
  // The form has a button of its own. Ours is for a form that was sent and of which we never hear.
  setTimeout(() => {
    confirm.querySelector('button').hidden = false;
  }, 90_000);
  const checkout = new Checkout();
  checkout.setMode(environment);
  checkout.setCheckoutDiv('card-form');
  for (const name of ['payment_complete', 'error_event', 'cancel_transaction']) checkout.setCallback(name, send);
  form.replaceChildren();
  checkout.startCheckout(ticket);
}

/** Without a connection the browser would show a page of its own in place of this one, which knows what was sent. */
function send() {
  if (navigator.onLine) return submit();
  tell('offline');
  addEventListener('online', submit, { once: true });
}

function submit() {
  confirm.requestSubmit();
}

/** Brings it onto the screen, and has it read out. */
function tell(id) {
  const notice = document.getElementById(id);
  notice.hidden = false;
  notice.focus();
}
