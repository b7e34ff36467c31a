/** What a card number alone says about the card. No function of this file returns or stores the number. */
export interface CardBrand {
  readonly name: string;
  readonly lengths: readonly number[];
  readonly cvvLength: 3 | 4;
}

export function brandOf(cardNumber: string): CardBrand {
  return brands.find(({ starts }) => starts.test(cardNumber)) ?? unknownBrand;
}

/** The check digit that every card number ends with. */
export function passesLuhn(cardNumber: string): boolean {
  let sum = 0;
  for (let place = 0; place < cardNumber.length; place += 1) {
    const digit = Number(cardNumber[cardNumber.length - 1 - place]);
    const weighted = place % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** `4242********4242`: the first four and the last four digits, by which a customer recognises the card. */
export function maskCardNumber(cardNumber: string): string {
  return `${cardNumber.slice(0, 4)}${'*'.repeat(cardNumber.length - 8)}${cardNumber.slice(-4)}`;
}

const brands: readonly (CardBrand & { readonly starts: RegExp })[] = [
  { name: 'Visa', starts: /^4/, lengths: [13, 16, 19], cvvLength: 3 },
  {
    name: 'Mastercard',
    starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    cvvLength: 3,
  },
  { name: 'American Express', starts: /^3[47]/, lengths: [15], cvvLength: 4 },
  { name: 'Discover', starts: /^(6011|64[4-9]|65)/, lengths: [16, 17, 18, 19], cvvLength: 3 },
  { name: 'Diners Club', starts: /^3(0[0-5]|[689])/, lengths: [14, 15, 16, 17, 18, 19], cvvLength: 3 },
  { name: 'JCB', starts: /^35/, lengths: [16, 17, 18, 19], cvvLength: 3 },
  { name: 'UnionPay', starts: /^62/, lengths: [16, 17, 18, 19], cvvLength: 3 },
];

const unknownBrand: CardBrand = { name: 'Card', lengths: [12, 13, 14, 15, 16, 17, 18, 19], cvvLength: 3 };
