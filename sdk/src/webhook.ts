import { brand } from './brand.ts';
import type { Event } from './contract-types.ts';

/** What a webhook brings: an event, or the test message that `webhookEndpoints.ping` asks for. */
export type WebhookMessage = Event | WebhookPing;

/** A test message, which is about no policy. */
export interface WebhookPing {
  readonly id: string;
  readonly type: 'ping';
  readonly createdAt: string;
}

/** A message that is not from the service, is too old, or was changed on its way. */
export class WebhookVerificationError extends Error {
  static {
    brand(WebhookVerificationError, 'WebhookVerificationError');
  }
  override readonly name = 'WebhookVerificationError';
}

export interface WebhookOptions {
  /** How far the message's time may be off, in seconds; 5 minutes. */
  readonly toleranceSeconds?: number | undefined;
  /** Now; for tests. */
  readonly now?: Date | undefined;
}

/** The headers of a request, as any server has them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

/**
 * Verifies a webhook by the Standard Webhooks specification and returns what it brings. `body` is the text as it
 * came, letter by letter. Keep the event's id: a message may come twice.
 */
export async function verifyWebhook(
  body: string,
  headers: Headers,
  secret: string,
  { toleranceSeconds = 300, now = new Date() }: WebhookOptions = {},
): Promise<WebhookMessage> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const sent = Number(timestamp);
  if (!Number.isInteger(sent) || Math.abs(now.getTime() / 1_000 - sent) > toleranceSeconds)
    throw new WebhookVerificationError('The message is too old or too new.');
  const key = await importKey(secret, 'verify');
  const signed = signedBytes(id, timestamp, body);
  for (const one of headerOf(headers, 'webhook-signature').split(' ')) {
    const [version, signature = ''] = one.split(',');
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)))
      return JSON.parse(body) as WebhookMessage;
  }
  throw new WebhookVerificationError('No signature of the message is right.');
}

/** Signs a message as the service does. Returns its headers. */
export async function signWebhook(
  body: string,
  id: string,
  secret: string,
  now: Date = new Date(),
): Promise<Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = await importKey(secret, 'sign');
  const signature = await crypto.subtle.sign('HMAC', key, signedBytes(id, timestamp, body));
  const text = btoa(String.fromCharCode(...new Uint8Array(signature)));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${text}` };
}

function importKey(secret: string, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
}

function signedBytes(id: string, timestamp: string, body: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${id}.${timestamp}.${body}`);
}

function headerOf(headers: Headers, name: string): string {
  const isFetch = typeof (headers as { get?: unknown }).get === 'function';
  const value = isFetch
    ? (headers as { get(name: string): string | null }).get(name)
    : (headers as Readonly<Record<string, string | undefined>>)[name];
  if (typeof value !== 'string') throw new WebhookVerificationError(`The message has no ${name}.`);
  return value;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0) throw new TypeError('A webhook secret begins with whsec_ and is base64.');
  return bytes;
}

/** Empty for text that is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
