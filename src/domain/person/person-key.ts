import { isEmailAddress } from './email-address.ts';
import { phoneDigits } from './phone-number.ts';

export const personKeyKinds = ['e-mail address', 'phone number', 'policy number'] as const;

/** What a person is found by. */
export interface PersonKey {
  readonly by: (typeof personKeyKinds)[number];
  /** The value has the form in which it is looked up. */
  readonly value: string;
}

/** Reads what was typed: an e-mail address, a policy number or a telephone number. Returns null for anything else. */
export function readPersonKey(typed: string): PersonKey | null {
  const text = typed.trim();
  if (isEmailAddress(text)) return { by: 'e-mail address', value: text.toLowerCase() };
  if (/^NB\d{4,18}$/i.test(text)) return { by: 'policy number', value: text.toUpperCase() };
  const digits = phoneDigits(text);
  const isPhone = /^[+\d\s().\-/\u2010-\u2015]{10,30}$/.test(text) && digits.length >= 10 && digits.length <= 15;
  return isPhone ? { by: 'phone number', value: digits } : null;
}
