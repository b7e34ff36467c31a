/**
 * Checks and formats what the customer types, in the browser, before anything is sent. The processor knows cards by
 * this file, too.
 */

const unknownBrand = {
  name: 'card',
  label: '',
  groups: [4, 4, 4, 4, 3],
  lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  cvv: 3,
};

const brands = [
  { name: 'visa', label: 'Visa', starts: /^4/, groups: [4, 4, 4, 4, 3], lengths: [13, 16, 19], cvv: 3 },
  {
    name: 'mastercard',
    label: 'Mastercard',
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    groups: [4, 4, 4, 4],
    lengths: [16],
    cvv: 3,
  },
  { name: 'amex', label: 'American Express', starts: /^3[47]/, groups: [4, 6, 5], lengths: [15], cvv: 4 },
  { ...unknownBrand, label: 'Discover', starts: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
  { ...unknownBrand, label: 'Diners Club', starts: /^3(0[0-5]|[689])/, lengths: [14, 15, 16, 17, 18, 19] },
  { ...unknownBrand, label: 'JCB', starts: /^35/, lengths: [16, 17, 18, 19] },
  { ...unknownBrand, label: 'UnionPay', starts: /^62/, lengths: [16, 17, 18, 19] },
];

export function digitsOf(text) {
  return text.replace(/\D/g, '');
}

export function brandOf(cardNumber) {
  return brands.find(({ starts }) => starts.test(cardNumber)) ?? unknownBrand;
}

/** Groups the digits as on the card, and cuts them to the longest number of the brand. */
export function groupNumber(cardNumber) {
  const groups = [];
  let rest = cardNumber;
  for (const length of brandOf(cardNumber).groups) {
    if (rest === '') break;
    groups.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return groups.join(' ');
}

/** Null, or which message to show. */
export function faultOfNumber(cardNumber) {
  if (cardNumber === '') return 'numberMissing';
  if (!brandOf(cardNumber).lengths.includes(cardNumber.length)) return 'numberIncomplete';
  return passesLuhn(cardNumber) ? null : 'numberWrong';
}

/** Null, or which message to show. `expiry` is what `formatExpiry` gives. */
export function faultOfExpiry(expiry, today) {
  if (expiry === '') return 'expiryMissing';
  const match = /^(\d\d) \/ (\d\d)$/.exec(expiry);
  if (match === null) return 'expiryIncomplete';
  const month = Number(match[1]);
  const year = 2000 + Number(match[2]);
  if (month < 1 || month > 12) return 'expiryNoMonth';
  // A card is good until the end of its month.
  const isPast = year * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1;
  return isPast ? 'expiryPast' : null;
}

/** Null, or which message to show. */
export function faultOfCvv(cvv, cardNumber) {
  if (cvv === '') return 'cvvMissing';
  const { cvv: length } = brandOf(cardNumber);
  if (cvv.length === length) return null;
  return length === 4 ? 'cvvNotFour' : 'cvvNotThree';
}

/** `MM / YY` from whatever was typed, pasted or filled in: 1228, 12/28, 12/2028, 2028-12, 3/28. */
export function formatExpiry(text) {
  const yearFirst = /^\s*20(\d\d)\D+(\d\d?)\s*$/.exec(text);
  if (yearFirst) return `${yearFirst[2].padStart(2, '0')} / ${yearFirst[1]}`;
  const oneDigitMonth = /^\s*(\d)\s*[/.-]/.exec(text);
  let digits = digitsOf(oneDigitMonth ? `0${text.trim()}` : text);
  // No month starts with 2 to 9, so the next digit can only be the year's.
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  const month = digits.slice(0, 2);
  // 20 can only be the start of a year in four digits: 12/2028 must not be cut to 12/20.
  const year = digits.startsWith('20', 2) ? digits.slice(2, 6) : digits.slice(2, 4);
  if (year === '') return month;
  return `${month} / ${year.length === 4 ? year.slice(2) : year}`;
}

/** @param {string} cardNumber @returns {boolean} */
export function passesLuhn(cardNumber) {
  const fromRight = [...cardNumber].reverse().map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2));
  return fromRight.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0;
}
