import type { TProperties } from 'typebox';
import { Type } from '../type.ts';
import { component } from './annotations.ts';
import { boolean, string } from './scalars.ts';

export const errorItem = component('ErrorItem', 'One reason why the request was refused.', {
  code: string('Stable identifier; match on this.', 'EmailAddressRequired'),
  field: string(
    'Path of the request property that the error applies to, dotted; empty when it applies to the whole request.',
    'applicant.emailAddress',
  ),
  message: string('Text to display. Its wording may change at any time.', 'Give the e-mail address.'),
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
