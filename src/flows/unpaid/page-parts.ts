import { createHash } from 'node:crypto';
import { type Brand, logoAddress, type ShownBrand, wholePhone } from '../../domain/brand/brand.ts';
import { escaped } from '../../domain/html-text.ts';
import type { Language } from '../../domain/language.ts';

/* What the pages that need no script have in common: of a payment link, and of a link that is over. */

function brandHtml({ logo, name, mark }: ShownBrand, language: Language): string {
  const picture = logo === null ? '' : `<img src="${logoAddress(logo)}" alt="" height="32">`;
  const marked = mark === undefined ? '' : ` <span class="mark">${escaped(mark[language])}</span>`;
  return `<strong>${picture}${escaped(name)}</strong>${marked}`;
}

/** A sentence that names whom to ask; on a phone, number and address open what they are for. */
function contactHtml(sentence: (contact: Brand) => string, brand: Brand): string {
  const phone = wholePhone(brand);
  const { emailAddress } = brand;
  return escaped(sentence({ ...brand, phoneNumber: phone }))
    .replace(escaped(phone), (shown) => `<a href="tel:${phone.replace(/[^\d+]/g, '')}">${shown}</a>`)
    .replace(escaped(emailAddress), (shown) => `<a href="mailto:${shown}">${shown}</a>`);
}

export interface PlainPage {
  readonly language: Language;
  readonly brand: ShownBrand;
  readonly title: string;
  /** The address of the page's style sheet. */
  readonly assets: string;
  /** What stands in the head beside it. */
  readonly head?: string;
  readonly languages?: string;
  readonly main: string;
  readonly contact: (contact: Brand) => string;
}

/** A page in the operator's colours, which needs no scripts. `styleHash`: the one style that it has in itself. */
export function plainPage({ language, brand, title, assets, head = '', languages = '', main, contact }: PlainPage) {
  const style = `:root{--main:${brand.colours.main};--act:${brand.colours.accent}}`;
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escaped(`${title} · ${brand.name}`)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}pay.css">
<style>${style}</style>
${head}</head>
<body>
<header>${brandHtml(brand, language)}${languages}</header>
<main>
${main}</main>
<footer><p>${contactHtml(contact, brand)}</p></footer>
</body>
</html>
`;
  return { html, styleHash: `sha256-${createHash('sha256').update(style).digest('base64')}` };
}
