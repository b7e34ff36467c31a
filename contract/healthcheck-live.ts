import { defineOperation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { oneOf } from './schemas/scalars.ts';

export const healthcheckLiveAnswer = component('Liveness', 'A sign of life.', {
  status: oneOf(['Healthy'], 'The process runs.'),
});

export const healthcheckLive = defineOperation({
  id: 'healthcheckLive',
  method: 'GET',
  path: '/healthcheck/live',
  tag: 'Service',
  summary: 'Whether the process runs',
  description: 'Answers whenever the process runs, whatever the state of its database.',
  access: 'none',
  ok: { description: 'The process runs.', schema: healthcheckLiveAnswer },
});
