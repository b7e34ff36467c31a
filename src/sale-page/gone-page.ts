import { createHash } from 'node:crypto';
import { brandHtml, contactHtml } from '../api/pay/page-parts.ts';
import type { Brand } from '../domain/brand/brand.ts';
import { escaped } from '../domain/html-text.ts';
import type { Language } from '../domain/language.ts';

export type GoneKind = 'unknown' | 'withdrawn' | 'expired' | 'off' | 'busy' | 'away';

const statuses: Readonly<Record<GoneKind, number>> = {
  unknown: 404,
  withdrawn: 410,
  expired: 410,
  off: 410,
  busy: 429,
  away: 503,
};

const words = {
  en: {
    unknown: [
      'This link is not valid',
      'It is incomplete, or was never made. Please open it again as you received it, or contact us.',
    ],
    withdrawn: [
      'This link was withdrawn',
      'Nothing was bought, and nothing was charged. Please ask the seller for another link.',
    ],
    expired: [
      'This link has expired',
      'Nothing was bought, and nothing was charged. Please ask the seller for another link.',
    ],
    off: ['This link can’t be used', 'Nothing was bought, and nothing was charged. Please contact the seller.'],
    busy: [
      'Please wait a little',
      'Too many requests at once. What you have filled in is kept; please try again in a minute.',
    ],
    away: [
      'Not available at the moment',
      'What you have filled in is kept. Please try again in a few minutes: you can’t buy twice.',
    ],
    contact: ({ name, phoneNumber, emailAddress }: Brand) =>
      `Questions? ${name}, telephone ${phoneNumber}, email ${emailAddress}.`,
  },
  fr: {
    unknown: [
      'Ce lien n’est pas valide',
      'Il est incomplet ou n’a jamais existé. Veuillez l’ouvrir de nouveau tel que reçu, ou communiquer avec nous.',
    ],
    withdrawn: ['Ce lien a été retiré', 'Rien n’a été acheté ni débité. Veuillez demander un autre lien au vendeur.'],
    expired: ['Ce lien a expiré', 'Rien n’a été acheté ni débité. Veuillez demander un autre lien au vendeur.'],
    off: ['Ce lien ne peut pas être utilisé', 'Rien n’a été acheté ni débité. Veuillez communiquer avec le vendeur.'],
    busy: [
      'Veuillez patienter un peu',
      'Trop de demandes à la fois. Ce que vous avez rempli est conservé; veuillez réessayer dans une minute.',
    ],
    away: [
      'Indisponible pour le moment',
      'Ce que vous avez rempli est conservé. Veuillez réessayer dans quelques minutes\u00a0: vous ne pouvez pas acheter deux fois.',
    ],
    contact: ({ name, phoneNumber, emailAddress }: Brand) =>
      `Des questions? ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}.`,
  },
} as const;

/** Says in words why there is no sale to show. Without scripts: it is also for whoever has none. */
export function gonePage(kind: GoneKind, brand: Brand, language: Language) {
  const { [kind]: said, contact } = words[language];
  const [title, text] = said;
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
<link rel="stylesheet" href="../pay/assets/pay.css">
<style>${style}</style>
</head>
<body>
<header>${brandHtml(brand)}</header>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</main>
<footer><p>${contactHtml(contact, brand)}</p></footer>
</body>
</html>
`;
  const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
  return { status: statuses[kind], html, styleHash };
}
