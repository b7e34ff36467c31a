import type { TObject, TSchema } from 'typebox';
import type { Operation } from '../operation.ts';
import { faultsOfAnyCall, sandboxFaults } from '../sandbox-faults.ts';
import { type Components, type Json, publishedSchema } from './published-schema.ts';

/** Returns everything of a request except its body. */
export function parametersOf(operation: Operation, components: Components): Json[] {
  const { headers, params, query } = operation.request;
  return [
    ...parametersIn('header', headers, components),
    ...parametersIn('path', params, components),
    ...parametersIn('query', query, components),
    { $ref: '#/components/parameters/RequestId' },
    ...(operation.access === 'none' ? [] : [sandboxFault(operation)]),
  ];
}

export const sharedParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Your own id for the call, to find it again in both logs. Left out or unfit, one is made.',
    schema: { type: 'string', maxLength: 200 },
  },
} as const;

function parametersIn(place: 'header' | 'path' | 'query', schema: TObject | undefined, components: Components): Json[] {
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...published } = publishedSchema(property as TSchema, 'answer', components);
    return { name, in: place, required: required.includes(name), description, schema: published };
  });
}

function sandboxFault(operation: Operation): Json {
  const faults = [...operation.faults, ...faultsOfAnyCall];
  const meanings = faults.map((fault) => `- \`${fault}\`: ${sandboxFaults[fault]}`);
  return {
    name: 'Sandbox-Fault',
    in: 'header',
    required: false,
    description: `Provokes a failure, in the sandbox only; ignored in production.\n\n${meanings.join('\n')}`,
    schema: { type: 'string', enum: faults },
  };
}
