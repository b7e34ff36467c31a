import { text } from './scalars.ts';

/** Letters that Canadian postal codes use; case, and a space or hyphen in the middle, do not matter. */
const letter = '[ABCEGHJ-NPRSTV-Zabceghj-nprstv-z]';

export function postalCode(description: string) {
  return text(10, description, {
    pattern: `^${letter}[0-9]${letter}[ -]?[0-9]${letter}[0-9]$`,
    examples: ['M5V 2T6'],
  });
}

/** 10 to 15 digits however they are set apart, since a customer's number may be foreign; an extension may follow. */
export function phoneNumber(description: string) {
  return text(40, description, {
    pattern: '^[+]?([ ().-]*[0-9]){10,15}[ ().-]*((x|ext[.]?|poste) ?[0-9]{1,6})?$',
    examples: ['416-555-0142'],
  });
}

export function emailAddress(description: string) {
  return text(254, description, { format: 'email', examples: ['marie-eve.tremblay@example.ca'] });
}
