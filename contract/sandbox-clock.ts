import { defineOperation, ofSandbox } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { integer, plainDate } from './schemas/scalars.ts';

const today = plainDate('The seller’s today.');

export const readSandboxClockAnswer = component('SandboxClock', 'The seller’s clock.', { today });

export const readSandboxClock = defineOperation({
  ...ofSandbox,
  id: 'readSandboxClock',
  route: 'GET /sandbox/clock',
  summary: 'Read the seller’s today',
  description: 'The calendar date that the service takes for today when it serves this seller.',
  ok: { description: 'The seller’s today.', schema: readSandboxClockAnswer },
});

export const moveSandboxClockRequest = component('MoveSandboxClockRequest', 'Where to move the clock.', {
  today: plainDate('The day to move to: never back, and at most ten years ahead of the real day. It may be the same.'),
});

export const moveSandboxClockAnswer = component('MovedSandboxClock', 'The clock after the move.', {
  today,
  chargesRun: integer('How many scheduled charges fell due and were run, refused ones included.'),
});

export const moveSandboxClock = defineOperation({
  ...ofSandbox,
  id: 'moveSandboxClock',
  route: 'POST /sandbox/clock',
  summary: 'Move the seller’s today forward',
  description:
    'Moves the calling seller’s today and runs what fell due: cancellations take effect, cards are charged, money is given back, and what stayed unclear or failed before is asked about and tried again. Token lifetimes do not move with it.',
  request: { body: moveSandboxClockRequest },
  ok: { description: 'The clock was moved.', schema: moveSandboxClockAnswer },
  refusals: ['TodayInvalid'],
  faults: ['CardChargeUnknown', 'CardPaymentReplyLost', 'CardPaymentUnavailable'],
});
