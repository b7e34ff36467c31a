import { speakInFields } from './fields.js';
import { showTestCards } from './test-cards.js';
import { texts } from './texts.js';

/** What the customer sees, or a screen reader reads: `loading`, the form, or an outcome. */
const byId = (id) => document.getElementById(id);
const views = ['loading', 'card-form', 'outcome'].map(byId);

let words = texts.en;

export function speak(language) {
  words = texts[language];
  document.documentElement.lang = language;
  document.title = words.title;
  byId('checkout').setAttribute('aria-label', words.title);
  for (const element of document.querySelectorAll('[data-text]')) element.textContent = words[element.dataset.text];
  speakInFields(words);
  showTestCards(words);
}

export function showForm(details) {
  const isHold = details.mode === 'hold';
  byId('heading').textContent = isHold ? words.hold(amountOf(details)) : words.verify;
  byId('note').textContent = isHold ? words.holdNote : words.verifyNote;
  byId('banner').hidden = true;
  showReady(details);
  show('card-form');
}

/** The form can be typed into and sent. */
export function showReady(details) {
  byId('card').disabled = false;
  byId('pay-text').textContent = details.mode === 'hold' ? words.pay(amountOf(details)) : words.save;
  byId('progress').textContent = '';
}

/** Disables the form while the processor is called. */
export function showWaiting(text) {
  byId('banner').hidden = true;
  byId('card').disabled = true;
  byId('pay-text').textContent = words[text];
  announce(text);
  // The clicked button was disabled and lost the focus; without this, the next Tab starts at the top of the page.
  byId('heading').focus({ preventScroll: true });
}

/** `button` is given when something can be tried again. */
export function showOutcome(kind, screen, button = null) {
  const [title, text] = words.screens[screen];
  // An iframe must not take the focus from the page around it, so the focus moves only when it is in the form. Then the
  // browser scrolls that page, too: it may show what was below the button.
  const isInHere = document.hasFocus();
  byId('outcome').dataset.kind = kind;
  byId('outcome-title').textContent = title;
  byId('outcome-text').textContent = text;
  byId('outcome-button').hidden = button === null;
  byId('outcome-button').textContent = button === null ? '' : words[button.label];
  byId('outcome-button').onclick = button?.press ?? null;
  byId('progress').textContent = kind === 'bad' ? '' : `${title}. ${text}`;
  show('outcome');
  if (kind === 'bad') alarm(`${title}. ${text}`);
  if (isInHere) byId('outcome-title').focus();
}

/** Above the fields, for messages about none of them. */
export function showBanner(text) {
  byId('banner').textContent = words[text];
  byId('banner').hidden = false;
  alarm(words[text]);
  byId('banner').focus();
}

export function announce(text) {
  byId('progress').textContent = words[text];
}

/** Emptied first: a screen reader does not announce a text that is replaced by the same text. */
function alarm(text) {
  byId('alarm').textContent = '';
  requestAnimationFrame(() => {
    byId('alarm').textContent = text;
  });
}

function show(view) {
  for (const one of views) one.hidden = one.id !== view;
}

function amountOf({ amount }) {
  const locale = document.documentElement.lang === 'fr' ? 'fr-CA' : 'en-CA';
  const dollars = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return words.amount(dollars.format(amount));
}
