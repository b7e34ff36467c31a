import { behaviourOf, type CardBehaviour } from './card-behaviour.ts';
import { brandOf, passesLuhn } from './checkout/card.js';

/** What is kept of a card: neither its number nor its security code. */
export interface ReadCard {
  readonly maskedCardNumber: string;
  readonly cardType: string;
  readonly behaviour: CardBehaviour;
}

export interface FieldFault {
  readonly field: 'ticket' | 'cardNumber' | 'expiry' | 'cvv';
  readonly code: string;
  readonly message: { readonly en: string; readonly fr: string };
}

/** Reads what the customer typed. Returns all faults at once, without repeating what was typed. */
export function readCard(
  input: Readonly<Record<string, unknown>>,
  now: Date,
): ReadCard | { readonly faults: readonly FieldFault[] } {
  const cardNumber = textOf(input.cardNumber).replace(/[\s-]/g, '');
  const brand = brandOf(cardNumber);
  const faults = [
    faultOfNumber(cardNumber, brand.lengths),
    faultOfExpiry(textOf(input.expiry).replace(/\s/g, ''), now),
    faultOfCvv(textOf(input.cvv).trim(), brand.cvv),
  ].filter((fault) => fault !== null);
  if (faults.length > 0) return { faults };
  return {
    // `4242********4242`: the first four and the last four digits, by which a customer recognises the card.
    maskedCardNumber: `${cardNumber.slice(0, 4)}${'*'.repeat(cardNumber.length - 8)}${cardNumber.slice(-4)}`,
    cardType: brand.label || 'Card',
    behaviour: behaviourOf(cardNumber),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function faultOfNumber(cardNumber: string, lengths: readonly number[]): FieldFault | null {
  if (cardNumber === '') return faults.numberRequired;
  if (!/^\d+$/.test(cardNumber)) return faults.numberInvalid;
  if (!lengths.includes(cardNumber.length)) return faults.numberLength;
  return passesLuhn(cardNumber) ? null : faults.numberInvalid;
}

// A card is valid while it is still this month anywhere in Canada, and UTC is ahead of all of Canada.
const behindUtcMs = 8 * 60 * 60 * 1_000;

function faultOfExpiry(expiry: string, now: Date): FieldFault | null {
  if (expiry === '') return faults.expiryRequired;
  const match = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry);
  if (match === null) return faults.expiryInvalid;
  const there = new Date(now.getTime() - behindUtcMs);
  const month = (2000 + Number(match[2])) * 12 + Number(match[1]) - 1;
  return month < there.getUTCFullYear() * 12 + there.getUTCMonth() ? faults.expiryPast : null;
}

function faultOfCvv(cvv: string, length: number): FieldFault | null {
  if (cvv === '') return faults.cvvRequired;
  if (/^\d+$/.test(cvv) && cvv.length === length) return null;
  return length === 4 ? faults.cvvNotFour : faults.cvvNotThree;
}

export function fault(field: FieldFault['field'], code: string, en: string, fr: string): FieldFault {
  return { field, code, message: { en, fr } };
}

const faults = {
  numberRequired: fault('cardNumber', 'CardNumberRequired', 'Enter the card number.', 'Entrez le numéro de la carte.'),
  numberLength: fault(
    'cardNumber',
    'CardNumberLengthInvalid',
    'This card number has too few or too many digits.',
    'Ce numéro de carte a trop ou trop peu de chiffres.',
  ),
  numberInvalid: fault(
    'cardNumber',
    'CardNumberInvalid',
    'This card number is not right. Check the digits.',
    'Ce numéro de carte n’est pas valide. Vérifiez les chiffres.',
  ),
  expiryRequired: fault('expiry', 'ExpiryRequired', 'Enter the expiry date.', 'Entrez la date d’expiration.'),
  expiryInvalid: fault(
    'expiry',
    'ExpiryInvalid',
    'Enter the expiry date as MM/YY.',
    'Entrez la date d’expiration sous la forme MM/AA.',
  ),
  expiryPast: fault('expiry', 'CardExpired', 'This card has expired.', 'Cette carte est expirée.'),
  cvvRequired: fault('cvv', 'CvvRequired', 'Enter the security code.', 'Entrez le code de sécurité.'),
  cvvNotThree: fault('cvv', 'CvvInvalid', 'The security code has 3 digits.', 'Le code de sécurité compte 3 chiffres.'),
  cvvNotFour: fault('cvv', 'CvvInvalid', 'The security code has 4 digits.', 'Le code de sécurité compte 4 chiffres.'),
};
