import type { TObject, TSchema } from 'typebox';
import type { Operation } from '../operation.ts';
import { faultsOfAnyCall, sandboxFaults } from '../sandbox-faults.ts';
import { addition } from '../schemas/annotations.ts';
import { additionMark, type Components, type Json, publishedSchema } from './published-schema.ts';

/** Returns everything of a request except its body. */
export function parametersOf(operation: Operation, components: Components): Json[] {
  const { headers, params, query } = operation.request;
  return [
    ...parametersIn('header', headers, components),
    ...parametersIn('path', params, components),
    ...parametersIn('query', query, components),
    ...(operation.access === 'none' ? [] : [{ $ref: '#/components/parameters/AcceptLanguage' }]),
    { $ref: '#/components/parameters/RequestId' },
    ...(operation.access === 'none' ? [] : [sandboxFault(operation)]),
  ];
}

/** Their examples are the schema's: the reference would send those of a parameter with every call. */
export const sharedParameters = {
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    ...addition,
    description:
      'Your own id for the call, to find it again in both logs: up to 128 letters, digits and `. _ : / + = -`. Left out or unfit, one is made.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      pattern: '^[A-Za-z0-9._:/+=-]{1,128}$',
      examples: ['checkout-7f3d'],
    },
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    ...addition,
    description: 'The language of messages, product names and vehicles: English, or French where that is preferred.',
    schema: { type: 'string', maxLength: 500, examples: ['fr-CA, en;q=0.5'] },
  },
} as const;

function parametersIn(place: 'header' | 'path' | 'query', schema: TObject | undefined, components: Components): Json[] {
  const required: readonly string[] = schema?.required ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...published } = publishedSchema(property as TSchema, 'request', components);
    const note = additionMark(property as TSchema);
    return { name, in: place, required: required.includes(name), ...note, description, schema: published };
  });
}

function sandboxFault(operation: Operation): Json {
  const faults = [...operation.faults, ...faultsOfAnyCall];
  const meanings = faults.map((fault) => `- \`${fault}\`: ${sandboxFaults[fault]}`);
  return {
    name: 'Sandbox-Fault',
    in: 'header',
    required: false,
    ...addition,
    description: `Provokes a failure, in the sandbox only; ignored in production. One that this call can’t have is refused with SandboxFaultUnknown.\n\n${meanings.join('\n')}`,
    schema: { type: 'string', enum: faults },
  };
}
