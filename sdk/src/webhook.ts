import { Buffer } from 'node:buffer';
import { createHmac, timingSafeEqual } from 'node:crypto';
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
 * Verifies a webhook by the Standard Webhooks specification and returns what it brings, or throws. `body` is what came,
 * byte by byte: the raw body, not what a framework has parsed. Keep the event's id: a message may come twice.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: Headers,
  secret: string,
  { toleranceSeconds = 300, now = new Date() }: WebhookOptions = {},
): WebhookMessage {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('verifyWebhook needs the raw body, as text or bytes, and was given something that was parsed.');
  const key = keyOf(secret);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const sent = Number(timestamp);
  if (!Number.isInteger(sent) || Math.abs(now.getTime() / 1_000 - sent) > toleranceSeconds)
    throw new WebhookVerificationError('The message is too old or too new.');
  const expected = signatureOf(key, id, timestamp, body);
  const isRight = headerOf(headers, 'webhook-signature')
    .split(' ')
    .some((one) => one.startsWith('v1,') && isSame(Buffer.from(one.slice('v1,'.length), 'base64'), expected));
  if (!isRight) throw new WebhookVerificationError('No signature of the message is right.');
  return JSON.parse(Buffer.from(body).toString()) as WebhookMessage;
}

/** Signs a message as the service does. Returns its headers. */
export function signWebhook(
  body: string,
  id: string,
  secret: string,
  now: Date = new Date(),
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = signatureOf(keyOf(secret), id, timestamp, body).toString('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

function signatureOf(key: Buffer, id: string, timestamp: string, body: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function headerOf(headers: Headers, name: string): string {
  const isFetch = typeof (headers as { get?: unknown }).get === 'function';
  const value = isFetch
    ? (headers as { get(name: string): string | null }).get(name)
    : (headers as Readonly<Record<string, string | undefined>>)[name];
  if (typeof value !== 'string') throw new WebhookVerificationError(`The message has no ${name}.`);
  return value;
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) throw new TypeError('A webhook secret begins with whsec_ and is base64.');
  return key;
}
