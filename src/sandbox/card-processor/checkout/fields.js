import { brandOf, digitsOf, faultOfCvv, faultOfExpiry, faultOfNumber, formatExpiry, groupNumber } from './card.js';
import { isSandboxCard } from './sandbox-cards.js';

/**
 * The three inputs: formatted while the customer types, checked on blur and on submit. A message is removed as soon as
 * the input is valid, and no new one appears while the customer types.
 */
const inputs = ['number', 'expiry', 'cvv'].map((id) => document.getElementById(id));
const [number, expiry, cvv] = inputs;
const brandIcon = document.getElementById('brand');
const cvvHint = document.getElementById('cvv-hint');

/** What the processor calls the inputs in its refusals. */
const wireNames = { cardNumber: number, expiry, cvv };

let words = null;

/** Sets the language of messages, which the ticket determines after the fields are shown. */
export function speakInFields(text) {
  words = text;
  showBrand();
}

export function prepareFields() {
  number.addEventListener('input', () => {
    putIntoForm(number, (typed) => groupNumber(digitsOf(typed)));
    showBrand();
  });
  expiry.addEventListener('input', () => putIntoForm(expiry, formatExpiry));
  cvv.addEventListener('input', () => putIntoForm(cvv, (typed) => digitsOf(typed).slice(0, 4)));
  for (const input of inputs) {
    input.addEventListener('input', () => {
      if (showsFault(input) && faultOf(input) === null) showFault(input, '');
    });
    input.addEventListener('blur', () => setTimeout(() => checkLeft(input), afterClickMs));
  }
}

// A message that appears while the mouse is down moves the button, and the click is lost.
const afterClickMs = 200;

/** Leaving an empty field is no error: the customer may only be moving through the form. */
function checkLeft(input) {
  if (input.value !== '' && input !== document.activeElement) check(input);
}

export function fillIn(card) {
  // Nothing changes while the card is being submitted.
  if (number.matches(':disabled')) return;
  number.value = groupNumber(card.number);
  expiry.value = card.expiry;
  cvv.value = card.cvv;
  for (const input of inputs) showFault(input, '');
  showBrand();
}

/** No card stays in the page after the processor answered. */
export function emptyFields() {
  for (const input of inputs) input.value = '';
}

/** Returns what to send, or null after showing the faults and focusing the first invalid field. */
export function readCard() {
  inputs.forEach(check);
  if (focusFirstFault()) return null;
  return {
    cardNumber: digitsOf(number.value),
    expiry: expiry.value.replaceAll(' ', ''),
    cvv: cvv.value,
  };
}

/** The processor may refuse what passed here, since it has its own clock. Returns false when it refused no field. */
export function showRefusedFields(refusals) {
  for (const { field, message } of refusals) {
    const input = wireNames[field];
    if (input) showFault(input, message[document.documentElement.lang]);
  }
  return focusFirstFault();
}

function faultOf(input) {
  switch (input) {
    case number:
      return faultOfSandboxNumber(digitsOf(number.value));
    case expiry:
      return faultOfExpiry(expiry.value, new Date());
    default:
      return faultOfCvv(cvv.value, digitsOf(number.value));
  }
}

/** The processor would decline any other card, and a real number must not be sent at all. */
function faultOfSandboxNumber(digits) {
  return faultOfNumber(digits) ?? (isSandboxCard(digits) ? null : 'numberNotForSandbox');
}

function check(input) {
  const fault = faultOf(input);
  showFault(input, fault === null ? '' : words[fault]);
}

/** An empty text says that nothing is wrong with the field any more. */
function showFault(input, text) {
  if (text === '') input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
  document.getElementById(`${input.id}-fault`).textContent = text;
}

function showsFault(input) {
  return input.hasAttribute('aria-invalid');
}

function focusFirstFault() {
  const first = inputs.find(showsFault);
  first?.focus();
  return first !== undefined;
}

function showBrand() {
  const brand = brandOf(digitsOf(number.value));
  brandIcon.src = `assets/icon-${brand.name}.svg`;
  brandIcon.alt = brand.label;
  cvvHint.textContent = brand.cvv === 4 ? words.cvvHintFour : words.cvvHintThree;
}

/** Writing to `value` moves the caret to the end, so it is put back after the same digit. */
function putIntoForm(input, format) {
  const wasAtEnd = input.selectionStart === input.value.length;
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart)).length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  if (wasAtEnd) return;
  let caret = 0;
  for (let seen = 0; seen < digitsBefore && caret < formatted.length; caret += 1) {
    if (/\d/.test(formatted[caret])) seen += 1;
  }
  input.setSelectionRange(caret, caret);
}
