import { text } from './scalars.ts';

/** A pattern can't express their forms (letters, separators, extensions): the service checks them. */

export function postalCode(description: string) {
  return text(20, `${description} Case, and a space or hyphen in the middle, do not matter.`, {
    examples: ['M5V 2T6'],
  });
}

export function phoneNumber(description: string) {
  return text(60, `${description} 10 to 15 digits, set apart as you like; an extension may follow.`, {
    examples: ['416-555-0142'],
  });
}

export function emailAddress(description: string) {
  return text(254, description, { format: 'email', examples: ['marie-eve.tremblay@example.ca'] });
}
