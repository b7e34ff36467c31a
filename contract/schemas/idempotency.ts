import type { ErrorCode } from '../errors.ts';
import { Type } from '../type.ts';
import { addition } from './annotations.ts';
import { text } from './scalars.ts';

/** A call that makes something each time it is sent takes these. */
export const idempotencyHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    text(
      257,
      'A key of yours for this call, up to 255 printable characters without blanks; quotation marks around it are not part of it. A repeat with the same key and body within 24 hours gets the same answer, and nothing more is made. A refusal is not kept: after it the key may be used again.',
      { examples: ['8e03978e-40d5-43dd-bc93-6894a57f9324'], ...addition },
    ),
  ),
});

export const idempotencyRefusals = [
  'IdempotencyKeyInvalid',
  'IdempotencyKeyReused',
] as const satisfies readonly ErrorCode[];
