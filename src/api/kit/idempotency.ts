import { callOnce, type IdempotentCallParts, type KeepAnswer } from '../../flows/call/idempotent-call.ts';
import { type Answer, refused, written } from './answer.ts';
import type { Call, FaultyCall } from './operation-route.ts';

type AnyCall = Pick<Call<never>, 'seller' | 'request'> & {
  readonly body: unknown;
  readonly formFaults?: FaultyCall<never>['formFaults'];
};

/**
 * Answers a call with an `Idempotency-Key` once; its repeat within 24 hours gets the same answer. Only what was made is
 * kept: a refusal is judged again, also with another body. A call without the header costs nothing more.
 */
export async function answerOnce<T>(
  parts: IdempotentCallParts,
  operation: string,
  { seller, request, body, formFaults = [] }: AnyCall,
  act: (keep: KeepAnswer | null) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const given = request.headers['idempotency-key'];
  if (given === undefined || given === '') return act(null);
  const key = readKey(String(given));
  if (key === null) return refused([{ code: 'IdempotencyKeyInvalid', field }]);
  // The body counts as it was read: neither the spelling nor the order of its properties makes it another one.
  const call = { sellerId: seller.id, operation, key, body: JSON.stringify([body, formFaults]) };
  const result = await callOnce(parts, call, act);
  switch (result.kind) {
    case 'answered':
      return written(result.answer);
    case 'nothing-kept':
      return result.value;
    case 'other-body':
      return refused([{ code: 'IdempotencyKeyReused', field }]);
  }
}

const field = 'Idempotency-Key';

/** A structured header is a string in quotation marks; most callers leave them out. */
function readKey(text: string): string | null {
  return /^(?:"([\x21\x23-\x7e]{1,255})"|([\x21\x23-\x7e]{1,255}))$/.exec(text)?.slice(1).find(Boolean) ?? null;
}
