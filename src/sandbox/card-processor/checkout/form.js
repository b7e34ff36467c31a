import { emptyFields, prepareFields, readCard, showRefusedFields } from './fields.js';
import { followHeight, receiveTicket, tellPage } from './partner-page.js';
import { askProcessor } from './processor.js';
import { announce, showBanner, showForm, showOutcome, showReady, showWaiting, speak } from './view.js';

/**
 * The card form. It waits for the ticket, asks the processor what the ticket is for, shows the form and then an
 * outcome. It sends one request at a time. When no answer comes, it asks the processor what was done before it offers
 * to send the card again.
 *
 * What it posts to the partner's page is a hint: only the confirm call gives the outcome.
 */
const codes = { done: '001', invalidTicket: '2001', ticketUsed: '2002', ticketExpired: '2003', unreachable: '2004' };

let ticket = '';
let details = null;
let isBusy = false;

function main() {
  prepareFields();
  // The browser's language, until the ticket's is known.
  speak(navigator.language.startsWith('fr') ? 'fr' : 'en');
  if (window.parent === window) return showOutcome('neutral', 'notEmbedded');
  followHeight(document.getElementById('checkout'));
  document.getElementById('card-form').addEventListener('submit', (event) => {
    event.preventDefault();
    oneAtATime(pay);
  });
  document.getElementById('cancel').addEventListener('click', () => oneAtATime(cancel));
  receiveTicket((received) => {
    ticket = received;
    oneAtATime(open);
  });
}

/** Ignores a second click, or Enter, while the first is under way. */
async function oneAtATime(work) {
  if (isBusy) return;
  isBusy = true;
  try {
    await work();
  } finally {
    isBusy = false;
  }
}

async function open() {
  const answer = await askProcessor('details', { ticket });
  if (answer === null) return offerAgain('notLoaded', 'tryAgain', open);
  if (answer.status !== 200) return end('bad', 'invalid', 'error_event', codes.invalidTicket);
  details = answer.body;
  speak(details.language === 'fr' ? 'fr' : 'en');
  if (details.status !== 'open') return endClosed(details.status, 'error_event', codes.ticketUsed);
  showForm(details);
  raise('page_loaded', codes.done);
}

async function pay() {
  const card = readCard();
  if (card === null) return;
  showWaiting('paying');
  const answer = await askProcessor('submit', { ticket, ...card });
  if (answer?.status === 200) return endPaid(answer.body);
  if (answer?.status === 422) {
    showReady(details);
    if (showRefusedFields(answer.body.errors)) return;
  }
  await askHowItStands();
}

function endPaid({ result, response_code: responseCode }) {
  if (result !== 'approved') return end('bad', 'refused', 'payment_complete', responseCode);
  const screen = details.mode === 'hold' ? 'approvedHold' : 'approvedVerify';
  end('good', screen, 'payment_complete', responseCode);
}

async function cancel() {
  showWaiting('cancelling');
  const answer = await askProcessor('cancel', { ticket });
  if (answer?.status === 200) return end('neutral', 'cancelled', 'cancel_transaction', answer.body.response_code);
  await askHowItStands();
}

/** An answer was missing or unclear: the payment may have gone through. */
async function askHowItStands() {
  announce('checking');
  const answer = await askProcessor('details', { ticket });
  if (answer?.status !== 200) return offerAgain('unreachable', 'checkAgain', askHowItStands);
  if (answer.body.status !== 'open') return endClosed(answer.body.status, 'cancel_transaction', codes.done);
  showForm(details);
  showBanner('notSent');
}

function offerAgain(screen, label, work) {
  raise('error_event', codes.unreachable);
  showOutcome('bad', screen, { label, press: () => oneAtATime(work) });
}

/** The handler and the code are for a checkout that was cancelled. */
function endClosed(status, handler, responseCode) {
  if (status === 'cancelled') return end('neutral', 'cancelled', handler, responseCode);
  // Finished, but the result is not known: no `payment_complete`, because its code would be invented.
  if (status === 'finished') return end('neutral', 'finished', 'error_event', codes.ticketUsed);
  end('neutral', 'expired', 'error_event', codes.ticketExpired);
}

function end(kind, screen, handler, responseCode) {
  emptyFields();
  showOutcome(kind, screen);
  raise(handler, responseCode);
}

function raise(handler, responseCode) {
  tellPage({ handler, ticket, response_code: String(responseCode) });
}

main();
