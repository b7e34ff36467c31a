import type { Operation } from './operation.ts';
import { component } from './schemas/annotations.ts';
import { oneOf } from './schemas/scalars.ts';

export const healthcheckLiveAnswer = component('Liveness', 'A sign of life.', {
  status: oneOf(['Healthy'], 'The process runs.'),
});

export const healthcheckLive = {
  id: 'healthcheckLive',
  method: 'GET',
  path: '/healthcheck/live',
  tag: 'Service',
  summary: 'Whether the process runs',
  description: 'Answers whenever the process runs, whatever the state of its database.',
  access: 'none',
  request: {},
  ok: { description: 'The process runs.', schema: healthcheckLiveAnswer },
  refusals: [],
  mayHaveNoResult: false,
  faults: [],
  world: 'both',
} as const satisfies Operation;
