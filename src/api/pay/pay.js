/**
 * Shows the processor's card form. What its callbacks say is a hint: the server asks the processor itself once the form
 * is confirmed.
 */
const form = document.getElementById('card-form');
const confirm = document.getElementById('confirm');
const { checkoutGlobal, environment, ticket } = form.dataset;
const Checkout = globalThis[checkoutGlobal];
const button = confirm.querySelector('button');

if (Checkout === undefined) {
  document.getElementById('failed').hidden = false;
} else {
  // The form has a button of its own. Ours is for a form that was sent and of which we never hear.
  button.hidden = true;
  setTimeout(() => {
    button.hidden = false;
  }, 90_000);
  const checkout = new Checkout();
  checkout.setMode(environment);
  checkout.setCheckoutDiv('card-form');
  for (const name of ['payment_complete', 'error_event', 'cancel_transaction'])
    checkout.setCallback(name, () => confirm.requestSubmit());
  checkout.startCheckout(ticket);
}
