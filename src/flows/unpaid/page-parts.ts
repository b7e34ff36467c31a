import { type Brand, logoAddress, type ShownBrand, wholePhone } from '../../domain/brand/brand.ts';
import { escaped } from '../../domain/html-text.ts';
import type { Language } from '../../domain/language.ts';

/* What the pages that need no script have in common: of a payment link, and of a link that is over. */

export function brandHtml({ logo, name, mark }: ShownBrand, language: Language): string {
  const picture = logo === null ? '' : `<img src="${logoAddress(logo)}" alt="" height="32">`;
  const marked = mark === undefined ? '' : ` <span class="mark">${escaped(mark[language])}</span>`;
  return `<strong>${picture}${escaped(name)}</strong>${marked}`;
}

/** A sentence that names whom to ask; on a phone, number and address open what they are for. */
export function contactHtml(sentence: (contact: Brand) => string, brand: Brand): string {
  const phone = wholePhone(brand);
  const { emailAddress } = brand;
  return escaped(sentence({ ...brand, phoneNumber: phone }))
    .replace(escaped(phone), (shown) => `<a href="tel:${phone.replace(/[^\d+]/g, '')}">${shown}</a>`)
    .replace(escaped(emailAddress), (shown) => `<a href="mailto:${shown}">${shown}</a>`);
}
