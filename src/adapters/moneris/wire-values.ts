import { type Cents, formatDollars } from '../../domain/money.ts';

/** How Moneris writes single values, and how we read them. */

export type Json = Readonly<Record<string, unknown>>;

/** Returns null for anything but an object. */
export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** Trap: an absent value is an empty text, a null, or the word "null". */
export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== 'null' ? value : null;
}

/** Trap: true and false are strings, in JSON too, and JavaScript takes the string "false" for true. */
export function readFlag(value: unknown): boolean {
  return value === 'true' || value === true;
}

/** Below 50: approved. From 50: declined. Null: never sent to the issuer. */
export function readResponseCode(value: unknown): number | null {
  const text = readText(value);
  return text !== null && /^\d{1,3}$/.test(text) ? Number(text) : null;
}

export function isApproval(responseCode: number): boolean {
  return responseCode < 50;
}

/** Seven digits before the point and two after it. */
const amountCentsMax = 999_999_999;

export function writeAmount(amountCents: Cents): string {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0 || amountCents > amountCentsMax) {
    throw new Error(`${amountCents} cents is no amount for Moneris.`);
  }
  return formatDollars(amountCents);
}

export function readAmount(value: unknown): Cents | null {
  const match = /^(\d{1,7})\.(\d{2})$/.exec(readText(value) ?? '');
  return match === null ? null : Number(match[1]) * 100 + Number(match[2]);
}

/** Moneris gives times in Eastern time, without a zone. */
const zone = 'America/Toronto';

/** `2016-06-28` and `10:33:55` to RFC 3339 in UTC. */
export function readInstant(date: unknown, time: unknown): string | null {
  const match = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.exec(`${readText(date)} ${readText(time)}`);
  if (match === null) return null;
  try {
    return Temporal.PlainDateTime.from(match[0]).toZonedDateTime(zone).toInstant().toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const brands: Readonly<Record<string, string>> = {
  V: 'Visa',
  M: 'Mastercard',
  AX: 'American Express',
  DC: 'Diners Club',
  NO: 'Discover',
  SE: 'Sears',
  P: 'Interac',
  D: 'Interac',
  C1: 'JCB',
  UP: 'UnionPay',
};

export function readBrand(value: unknown): string {
  const code = readText(value);
  return code === null ? 'Unknown' : (brands[code] ?? code);
}

const allMasked = '****************';

/**
 * First six and last four digits (or `4242***4242`) to `4242********4242`, the form of our contract. Trap: a wallet's
 * receipt has none, and the gateway returns them only for a card in the Vault: then everything is masked.
 */
export function maskCard(...values: readonly unknown[]): string {
  for (const value of values) {
    const digits = (readText(value) ?? '').replaceAll(/[^\d]/g, '');
    if (digits.length === 10 || digits.length === 8) return `${digits.slice(0, 4)}********${digits.slice(-4)}`;
  }
  return allMasked;
}

/**
 * A saved card has two ids: the Vault's data key, and the issuer's id of the first, consented transaction, which every
 * later charge has to send, and some issuers do not give. The port has one opaque text for both.
 */
export function writeCardToken(dataKey: string, issuerId: string | null): string {
  return `${dataKey}|${issuerId ?? ''}`;
}

/** A token without a bar is a data key alone. */
export function readCardToken(token: string): { readonly dataKey: string; readonly issuerId: string } {
  const [dataKey = '', issuerId = ''] = token.split('|', 2);
  return { dataKey, issuerId };
}

const orderNumber = /^[^\s<>$%=?^"{}[\]\\]{1,45}$/;

/**
 * Our key as Moneris's order number: at most 50 characters without `< > $ % = ? ^ " { } [ ] \`, of which five are for
 * the suffix that Moneris adds for a card verification. A key that does not fit is a bug.
 */
export function writeOrderNumber(key: string): string {
  if (!orderNumber.test(key)) throw new Error('This key can not be an order number of Moneris.');
  return key;
}

/** Trap: the order number of a card verification is returned as `<order>_veri`. */
export function verificationOrder(key: string): string {
  return `${writeOrderNumber(key)}_veri`;
}

/** Only Moneris's records show it, so characters that it does not accept are removed. */
export function writeCustomerId(customerReference: string): string {
  return customerReference.replaceAll(/[<>$%=?^"{}[\]\\]/g, '').slice(0, 50);
}
