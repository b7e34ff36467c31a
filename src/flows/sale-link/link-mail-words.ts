import type { Language } from '../../domain/language.ts';

/** What the mail says that brings a customer the address of a link. Arguments are already formatted. */
interface LinkMailWords {
  readonly subject: (seller: string) => string;
  readonly greeting: (name: string) => string;
  readonly lead: (seller: string) => string;
  readonly steps: string;
  readonly open: string;
  readonly until: (day: string) => string;
  readonly yours: string;
  readonly contact: (name: string, phoneNumber: string, emailAddress: string) => string;
  readonly automatic: string;
}

const english: LinkMailWords = {
  subject: (seller) => `Protection for your vehicle, from ${seller}`,
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  lead: (seller) => `${seller} has prepared a page for you on which you can buy protection for your vehicle.`,
  steps: 'It shows the price before it asks who you are. Nothing is bought until you say so on its last step.',
  open: 'Open my page',
  until: (day) => `You can use it until ${day}.`,
  yours: 'The page is for you alone: whoever has its address sees what was filled in.',
  contact: (name, phoneNumber, emailAddress) =>
    `To reach us: ${name}, telephone ${phoneNumber}, e-mail ${emailAddress}.`,
  automatic: 'This e-mail was sent automatically.',
};

// Spaces before a colon are U+00A0, as in the documents.
const french: LinkMailWords = {
  subject: (seller) => `Une protection pour votre véhicule, de la part de ${seller}`,
  greeting: (name) => (name === '' ? 'Bonjour,' : `Bonjour ${name},`),
  lead: (seller) => `${seller} vous a préparé une page où vous pouvez acheter une protection pour votre véhicule.`,
  steps:
    'Elle montre le prix avant de demander qui vous êtes. Rien n’est acheté tant que vous ne le dites pas à la dernière étape.',
  open: 'Ouvrir ma page',
  until: (day) => `Vous pouvez l’utiliser jusqu’au ${day}.`,
  yours: 'La page n’est que pour vous\u00a0: quiconque en a l’adresse voit ce qui a été rempli.',
  contact: (name, phoneNumber, emailAddress) =>
    `Pour nous joindre\u00a0: ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}.`,
  automatic: 'Ce courriel a été envoyé automatiquement.',
};

export const linkMailWords: Readonly<Record<Language, LinkMailWords>> = { en: english, fr: french };
