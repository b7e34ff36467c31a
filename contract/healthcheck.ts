import { defineOperation } from './operation.ts';
import { addition, component } from './schemas/annotations.ts';
import { oneOf } from './schemas/scalars.ts';
import { Type } from './type.ts';

const health = ['Healthy', 'Unhealthy'] as const;

export const healthcheckAnswer = component('Health', 'The state of the service.', {
  status: oneOf(health, 'Whether the service can serve.'),
  version: Type.Optional(
    Type.String({
      description: 'The version that runs. Left out in production, where only operators are told.',
      maxLength: 64,
      examples: ['0.2.0'],
      ...addition,
    }),
  ),
  checks: Type.Object(
    {
      database: oneOf(health, 'Whether the database can be reached and takes writes.'),
      migrations: oneOf(health, 'Whether the database has the shape that this version needs.'),
    },
    { description: 'What was looked at.', ...addition },
  ),
  problem: Type.Optional(
    oneOf(
      [
        'Stopping',
        'DatabaseAway',
        'DiskFull',
        'OutOfMemory',
        'ResourcesShort',
        'DataDamaged',
        'SchemaBehind',
        'SchemaAhead',
      ],
      'Why it is unhealthy: the instance stops; its database does not answer, has run out of disk, memory or something else, has damaged data, lacks the shape that this version needs, or was given one by a newer version that this can’t use. Left out when it is healthy.',
      addition,
    ),
  ),
  outbound: Type.Optional(
    oneOf(
      ['Off'],
      'Nothing goes out: this is a drill on a copy of the database. Left out when the service is real.',
      addition,
    ),
  ),
  degraded: Type.Optional(
    Type.Array(Type.String({ description: 'The name of a job.', maxLength: 64 }), {
      description:
        'Background jobs that have not succeeded for too long; left out when there is none. Requests are served.',
      maxItems: 32,
      ...addition,
    }),
  ),
});

export const healthcheck = defineOperation({
  id: 'healthcheck',
  route: 'GET /healthcheck',
  tag: 'Service',
  summary: 'Whether the service can serve',
  description: 'For monitors. Needs no token and is not rate limited.',
  access: 'none',
  ok: { description: 'The service can serve.', schema: healthcheckAnswer },
  unavailable: { description: 'The service can’t serve at the moment.', schema: healthcheckAnswer },
});

const healthcheckLiveAnswer = component('Liveness', 'A sign of life.', {
  status: oneOf(['Healthy'], 'The process runs.'),
});

export const healthcheckLive = defineOperation({
  id: 'healthcheckLive',
  isAddition: true,
  route: 'GET /healthcheck/live',
  tag: 'Service',
  summary: 'Whether the process runs',
  description: 'Answers whenever the process runs, whatever the state of its database.',
  access: 'none',
  ok: { description: 'The process runs.', schema: healthcheckLiveAnswer },
});

const healthcheckReadyAnswer = component('Readiness', 'Whether requests should be sent to this instance.', {
  status: oneOf(
    ['Ready', 'Stopping', 'SchemaAhead'],
    'An instance that stops finishes what it was given and should get nothing new. One whose database was changed by a newer version so that this can’t use it takes nothing more.',
  ),
});

export const healthcheckReady = defineOperation({
  id: 'healthcheckReady',
  isAddition: true,
  route: 'GET /healthcheck/ready',
  tag: 'Service',
  summary: 'Whether to send requests to this instance',
  description:
    'For load balancers. Does not look at the database: all instances share it, and each waits for some seconds for one that is away.',
  access: 'none',
  ok: { description: 'It takes requests.', schema: healthcheckReadyAnswer },
  unavailable: { description: 'It is stopping, or too old for its database.', schema: healthcheckReadyAnswer },
});
