import { createHash } from 'node:crypto';
import { brandHtml, contactHtml } from '../api/pay/page-parts.ts';
import type { Brand } from '../domain/brand/brand.ts';
import { escaped } from '../domain/html-text.ts';
import type { Language } from '../domain/language.ts';

/**
 * `bought`: what was bought is shown no more, for its time is over, the link was withdrawn, or the seller was disabled.
 * `buying`: it was disabled while it is being decided.
 */
export type GoneKind = 'unknown' | 'withdrawn' | 'expired' | 'off' | 'bought' | 'buying' | 'busy' | 'away';

const statuses: Readonly<Record<GoneKind, number>> = {
  unknown: 404,
  withdrawn: 410,
  expired: 410,
  off: 410,
  bought: 410,
  buying: 410,
  busy: 429,
  away: 503,
};

/** A card may have been accepted before the link was over. */
const nothingBought = {
  en: 'Nothing was bought, and nothing was charged. If an amount was reserved on your card, it is released; your bank may show it for a few days.',
  fr: 'Rien n’a été acheté ni débité. Si un montant a été réservé sur votre carte, il est libéré; votre banque peut encore l’afficher quelques jours.',
} as const;

const words = {
  en: {
    unknown: [
      'This link is not valid',
      'It is incomplete, or was never made. Please open it again as you received it, or contact us.',
    ],
    withdrawn: ['This link was withdrawn', `${nothingBought.en} Please ask the seller for another link.`],
    expired: ['This link has expired', `${nothingBought.en} Please ask the seller for another link.`],
    off: ['This link can’t be used', `${nothingBought.en} Please contact the seller.`],
    bought: [
      'This page is closed',
      'What you bought stays as it is, and you have its documents by e-mail. If you need them again, please contact us.',
    ],
    buying: [
      'This page is closed',
      'Please don’t pay again: we write to you by e-mail in any case, with your documents, or that nothing was bought.',
    ],
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
    withdrawn: ['Ce lien a été retiré', `${nothingBought.fr} Veuillez demander un autre lien au vendeur.`],
    expired: ['Ce lien a expiré', `${nothingBought.fr} Veuillez demander un autre lien au vendeur.`],
    off: ['Ce lien ne peut pas être utilisé', `${nothingBought.fr} Veuillez communiquer avec le vendeur.`],
    bought: [
      'Cette page est fermée',
      'Ce que vous avez acheté reste tel quel, et vous en avez les documents par courriel. S’il vous les faut de nouveau, veuillez communiquer avec nous.',
    ],
    buying: [
      'Cette page est fermée',
      'Veuillez ne pas payer une deuxième fois\u00a0: nous vous écrivons de toute façon par courriel, avec vos documents, ou que rien n’a été acheté.',
    ],
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
