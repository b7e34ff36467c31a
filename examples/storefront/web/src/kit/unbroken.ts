/** A phone number in a sentence: no line ends inside it. */
export function unbroken(phoneNumber: string): string {
  return phoneNumber.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011');
}
