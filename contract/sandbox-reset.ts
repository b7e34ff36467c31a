import { defineOperation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { integer, plainDate } from './schemas/scalars.ts';

export const sandboxResetAnswer = component('SandboxReset', 'The seller after the reset.', {
  today: plainDate('The seller’s today: the real day again.'),
  applicationsRemoved: integer('How many applications, bound ones included, are gone.'),
});

export const sandboxReset = defineOperation({
  id: 'sandboxReset',
  route: 'POST /sandbox/reset',
  tag: 'Sandbox',
  summary: 'Start afresh as this seller',
  description:
    'The calling seller’s quotes, policies, documents and e-mails are gone, nothing of them falls due any more, and its clock shows the real day. Other sellers, and the token, stay as they are. Safe to repeat. While a bind of the seller runs, it is refused.',
  isAddition: true,
  ok: { description: 'The seller is as new.', schema: sandboxResetAnswer },
  refusals: ['BindInProgress'],
  world: 'sandbox',
});
