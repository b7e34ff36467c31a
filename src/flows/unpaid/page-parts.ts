import { type Brand, logoAddress, wholePhone } from '../../domain/brand/brand.ts';
import { escaped } from '../../domain/html-text.ts';

/* What the pages that need no script have in common: of a payment link, and of a link that is over. */

export function brandHtml({ logo, name }: Brand): string {
  const picture = logo === null ? '' : `<img src="${logoAddress(logo)}" alt="" height="32">`;
  return `<strong>${picture}${escaped(name)}</strong>`;
}

/** A sentence that names whom to ask; on a phone, number and address open what they are for. */
export function contactHtml(sentence: (contact: Brand) => string, brand: Brand): string {
  const phone = wholePhone(brand);
  const { emailAddress } = brand;
  return escaped(sentence({ ...brand, phoneNumber: phone }))
    .replace(escaped(phone), (shown) => `<a href="tel:${phone.replace(/[^\d+]/g, '')}">${shown}</a>`)
    .replace(escaped(emailAddress), (shown) => `<a href="mailto:${shown}">${shown}</a>`);
}
