/**
 * Returns whether the text can be a telephone number: `(613) 555-0142`, `+1 613.555.0142`, `613 555 0142 ext. 12`, `514
 * 555-0142 poste 12`. 10 to 15 digits, since a customer's number may be foreign; whether it exists is not checked.
 */
export function isPhoneNumber(text: string): boolean {
  const match = pattern.exec(text.replace(invisiblePattern, '').trim());
  if (match === null) return false;
  const digits = match[1]?.replace(/\D/g, '') ?? '';
  return digits.length >= 10 && digits.length <= 15;
}

// Telephones add invisible direction marks to a copied number.
const invisiblePattern = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

// A number of at most 40 characters and an optional extension. Every repetition is bounded, so that no input makes the
// match slow.
const pattern =
  /^((?:\+\s?)?[\d(][\d\s().\-/\u2010-\u2015]{8,38}\d)(?:\s{0,3}[,;]?\s{0,3}(?:ext(?:ension)?|x|poste|#)[.:]?\s{0,3}\d{1,8})?$/i;

/**
 * Returns the digits of a telephone number by which it is looked for: without an extension, and without the 1 of North
 * America, which is written or left out.
 */
export function phoneDigits(text: string): string {
  const [number = ''] = text.split(/[a-z,;#]/i);
  return number.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}
