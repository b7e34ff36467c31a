import assert from 'node:assert/strict';
import test from 'node:test';
import { readGatewayAnswer } from './gateway-answer.ts';

const adviceIn = (fields: string) =>
  readGatewayAnswer(
    `<?xml version="1.0"?><response><receipt><ReceiptId>o</ReceiptId><ResponseCode>481</ResponseCode><Complete>true</Complete>${fields}</receipt></response>`,
  )?.retryAdvice;

test('the codes of a refusal say when the card may be tried again', () => {
  assert.equal(adviceIn('<ISO>05</ISO>'), 'tomorrow');
  assert.equal(adviceIn('<ISO>null</ISO>'), 'tomorrow');
  assert.equal(adviceIn('<ISO>41</ISO>'), 'never');
  assert.deepEqual(adviceIn('<ISO>51</ISO><AdviceCode>26</AdviceCode>'), { afterDays: 2 });
});
