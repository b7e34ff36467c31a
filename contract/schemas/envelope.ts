import type { TProperties } from 'typebox';
import type { ErrorParams } from '../errors/error-definition.ts';
import { Type } from '../type.ts';
import { addition, component } from './annotations.ts';
import { boolean, string } from './scalars.ts';

export const errorItem = component('ErrorItem', 'One reason why the request was refused.', {
  code: string('Stable identifier; match on this.', 'EmailAddressRequired'),
  field: string(
    'Path of the request property that the error applies to, dotted; empty when it applies to the whole request.',
    'applicant.emailAddress',
  ),
  message: string('Text to display. Its wording may change at any time.', 'Give the e-mail address.'),
  params: Type.Optional(
    Type.Unsafe<ErrorParams>({
      type: 'object',
      additionalProperties: {
        anyOf: [
          { type: 'string' },
          { type: 'number' },
          { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
        ],
      },
      description:
        'The values that the message names, such as `earliest` and `latest` of a window, `min` and `max` of a limit; absent where it names none. Dates are texts, amounts and counts numbers.',
      ...addition,
    }),
  ),
});

/** Successful answers have these two fields, too, so that a partner can read every answer in the same way. */
export const envelopeFields = {
  isValid: boolean('True on success, false on failure.'),
  errors: Type.Array(errorItem, { description: 'What is wrong, all at once; empty on success.' }),
};

/** The named schema of a successful answer. */
export function answer<Properties extends TProperties>(name: string, description: string, properties: Properties) {
  return component(name, description, { ...envelopeFields, ...properties });
}

export const envelope = component('Envelope', 'The body of every failure that has a body.', envelopeFields);
