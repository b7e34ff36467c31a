/**
 * Shows the hosted checkout as a shop does. A real shop gets the ticket from its own server, which started the card
 * payment, and keeps it out of every URL. This test page gets it in its URL and removes it first.
 */
const ticket = new URLSearchParams(location.search).get('ticket') ?? '';
history.replaceState(null, '', location.pathname);

const confirmNow = 'Now call confirm: POST /v1/payment/card/confirm tells the outcome.';
const whatToDo = {
  page_loaded: 'The form is open. Type a test card.',
  payment_complete: confirmNow,
  error_event: `Something went wrong, or the ticket can no longer be used. ${confirmNow}`,
  cancel_transaction: 'The customer cancelled. Start a new card payment to try again.',
};

const { checkoutGlobal, environment } = document.getElementById('page').dataset;
const Checkout = globalThis[checkoutGlobal];

if (ticket === '') {
  say(
    'There is no ticket. Start a card payment (POST /v1/payment/card) and open /card-checkout?ticket=… with its ticket.',
  );
} else if (Checkout === undefined) {
  say('The card processor’s script could not be loaded. Is the processor running?');
} else {
  startCheckout();
}

function startCheckout() {
  const checkout = new Checkout();
  checkout.setMode(environment);
  checkout.setCheckoutDiv('moneris-checkout');
  for (const name of Object.keys(whatToDo)) checkout.setCallback(name, receive);
  checkout.startCheckout(ticket);
}

/** Every callback gets a JSON string. */
function receive(message) {
  const { handler, response_code: responseCode } = JSON.parse(message);
  const row = document.createElement('li');
  const name = document.createElement('code');
  name.textContent = handler;
  // The ticket is left out: it is a secret and must not be on a screenshot.
  row.append(name, ` with response_code ${responseCode}`);
  document.getElementById('callbacks').append(row);
  say(whatToDo[handler]);
}

function say(text) {
  document.getElementById('state').textContent = text;
}
