import assert from 'node:assert/strict';
import test from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookVerificationError } from '../src/index.ts';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const id = '0197f2c4-7c1e-7000-8000-000000000001';
const body = JSON.stringify({ id, type: 'payment.refused', data: { name: 'Zoë' } });

function headersOf(at = new Date(), key = secret) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(key).sign(id, at, body),
  };
}

test('what the reference library signs is verified, with headers of Node and of fetch', () => {
  assert.equal(verifyWebhook(body, headersOf(), secret).type, 'payment.refused');
  assert.equal(verifyWebhook(body, new Headers(headersOf()), secret).id, id);
});

test('during a rotation one right signature is enough', () => {
  const other = headersOf(new Date(), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
  const headers = headersOf();
  const both = `${other['webhook-signature']} ${headers['webhook-signature']}`;
  assert.equal(verifyWebhook(body, { ...headers, 'webhook-signature': both }, secret).id, id);
});

test('what was changed, is old, or is signed by another is refused', () => {
  const headers = headersOf();
  const old = headersOf(new Date(Date.now() - 600_000));
  for (const attempt of [
    () => verifyWebhook(`${body} `, headers, secret),
    () => verifyWebhook(body, old, secret),
    () => verifyWebhook(body, headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
    () => verifyWebhook(body, { ...headers, 'webhook-id': 'x' }, secret),
    () => verifyWebhook(body, { ...headers, 'webhook-signature': 'v1,' }, secret),
    () => verifyWebhook(body, { ...headers, 'webhook-signature': 'v1,%%%' }, secret),
    () => verifyWebhook(body, {}, secret),
  ])
    assert.throws(attempt, WebhookVerificationError);
});
