import type { ShownBrand } from '../domain/brand/brand.ts';
import { escaped } from '../domain/html-text.ts';
import type { Language } from '../domain/language.ts';
import { plainPage } from '../flows/unpaid/page-parts.ts';

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
  en: 'Your purchase did not go through, and nothing was charged. Any hold on your card is released; your bank may show it for a few days.',
  fr: 'L’achat n’a pas été conclu, et rien n’a été débité. Si un montant a été réservé sur votre carte, il est libéré; votre banque peut l’afficher encore quelques jours.',
} as const;

const words = {
  en: {
    /** The language, in itself. */
    ownName: 'English',
    unknown: [
      'This link is not valid',
      'It is incomplete or does not exist. Please open it again from the message you received, or contact us.',
    ],
    withdrawn: ['This link was withdrawn', `${nothingBought.en} Please ask the seller for a new link.`],
    expired: ['This link has expired', `${nothingBought.en} Please ask the seller for a new link.`],
    off: ['This link can’t be used', `${nothingBought.en} Please contact the seller.`],
    bought: [
      'This page is closed',
      'Your purchase has not changed, and its documents were e-mailed to you. If you need them again, please contact us.',
    ],
    buying: [
      'This page is closed',
      'Please don’t pay again. We’ll e-mail you either way: with your documents, or to say that the purchase did not go through.',
    ],
    busy: ['Please wait a moment', 'Too many requests at once. Your answers are saved; please try again in a minute.'],
    away: [
      'Not available right now',
      'Your answers are saved. Please try again in a few minutes; you can’t be charged twice.',
    ],
    contact: ({ name, phoneNumber, emailAddress }: ShownBrand) =>
      `Questions? ${name}, telephone ${phoneNumber}, e-mail ${emailAddress}.`,
  },
  fr: {
    ownName: 'Français',
    unknown: [
      'Ce lien n’est pas valide',
      'Il est incomplet ou n’a jamais existé. Veuillez l’ouvrir de nouveau à partir du message reçu, ou communiquer avec nous.',
    ],
    withdrawn: ['Ce lien a été retiré', `${nothingBought.fr} Veuillez demander un nouveau lien au vendeur.`],
    expired: ['Ce lien a expiré', `${nothingBought.fr} Veuillez demander un nouveau lien au vendeur.`],
    off: ['Ce lien ne peut pas être utilisé', `${nothingBought.fr} Veuillez communiquer avec le vendeur.`],
    bought: [
      'Cette page est fermée',
      'Votre achat n’a pas changé, et ses documents vous ont été envoyés par courriel. S’il vous les faut de nouveau, veuillez communiquer avec nous.',
    ],
    buying: [
      'Cette page est fermée',
      'Veuillez ne pas payer une deuxième fois. Nous vous écrirons dans tous les cas par courriel, pour vous envoyer vos documents ou pour vous dire que l’achat n’a pas été conclu.',
    ],
    busy: [
      'Veuillez patienter',
      'Trop de demandes à la fois. Vos réponses sont conservées; veuillez réessayer dans une minute.',
    ],
    away: [
      'Indisponible pour le moment',
      'Vos réponses sont conservées. Veuillez réessayer dans quelques minutes\u00a0: vous ne pouvez pas acheter deux fois.',
    ],
    contact: ({ name, phoneNumber, emailAddress }: ShownBrand) =>
      `Des questions? ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}.`,
  },
} as const;

/** Says in words why there is no sale to show. Without scripts: it is also for whoever has none. */
export function gonePage(kind: GoneKind, brand: ShownBrand, language: Language) {
  const { [kind]: said, contact } = words[language];
  const other = language === 'fr' ? 'en' : 'fr';
  const languages = brand.languages.includes(other)
    ? `\n<a lang="${other}" hreflang="${other}" href="?lang=${other}">${words[other].ownName}</a>`
    : '';
  const [title, text] = said;
  const main = `<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
`;
  return {
    status: statuses[kind],
    ...plainPage({ language, brand, title, assets: '../pay/assets/', languages, main, contact }),
  };
}
