import type { Formats } from '../../documents/formats.ts';
import type { Language } from '../../domain/language.ts';
import type { UnpaidFacts } from '../../store/mail/mail.ts';

/** A text, or an address, which in HTML is a button with the label on it. */
export type Paragraph = string | { readonly link: string; readonly label: string };

/** What the mails about unpaid money say. */
export interface UnpaidMailWords {
  readonly subject: (policyNumber: string, facts: UnpaidFacts) => string;
  readonly body: (facts: UnpaidMail) => readonly Paragraph[];
}

export interface UnpaidMail extends UnpaidFacts, Pick<Formats, 'money' | 'date'> {
  readonly policyNumber: string;
  readonly vehicle: string;
  /** The address of the page on which the customer can pay; null: there is none, and the customer may contact us. */
  readonly link: string | null;
}

export type UnpaidTopic = 'refusal' | 'payment link' | 'lapse';

export function unpaidMailWords(topic: UnpaidTopic, language: Language): UnpaidMailWords {
  return words[language][topic];
}

/** This stands below the address of a payment page. */
export const linkIsYours: Readonly<Record<Language, string>> = {
  en: 'The link is for you alone: please do not forward it. We never ask for a card number by e-mail or telephone.',
  fr: 'Ce lien vous est réservé\u00a0: veuillez ne pas le transmettre. Nous ne demandons jamais un numéro de carte par courriel ni par téléphone.',
};

/** On the button that leads to the page. */
export const payLabel: Readonly<Record<Language, (amount: string) => string>> = {
  en: (amount) => `Pay ${amount}`,
  fr: (amount) => `Payer ${amount}`,
};

/** The page with what leads to it, or else the words for one who has no page. */
export function pageOr(
  link: string | null,
  language: Language,
  { before, label, instead }: { readonly before: string; readonly label: string; readonly instead: string },
): readonly Paragraph[] {
  return link === null ? [instead] : [before, { link, label }, linkIsYours[language]];
}

/** The card is described only if the processor has told its digits. */
export const endingIn = (maskedCardNumber: string, ending: string): string =>
  /\d{4}$/.test(maskedCardNumber) ? ` ${ending} ${maskedCardNumber.slice(-4)}` : '';

const words: Readonly<Record<Language, Readonly<Record<UnpaidTopic, UnpaidMailWords>>>> = {
  en: {
    refusal: {
      subject: (policyNumber, { isTaxChanged }) =>
        `Your card was ${isTaxChanged ? 'not charged' : 'declined'}: policy ${policyNumber}`,
      body: ({ policyNumber, amountCents, maskedCardNumber, nextDay, isCancelled, isTaxChanged, link, money, date }) =>
        isTaxChanged
          ? [
              `We did not charge ${money(amountCents)} to your card${endingIn(maskedCardNumber, 'ending in')} for policy ${policyNumber}: the tax rate has changed since it was priced, so this amount is no longer correct.`,
              `Please contact us now: we will tell you the correct price and how to pay it. Until then the policy is unpaid${isCancelled ? '' : ', and if it stays unpaid, your cover may be ended'}.`,
            ]
          : [
              `We tried to charge ${money(amountCents)} to your card${endingIn(maskedCardNumber, 'ending in')} for policy ${policyNumber}. The card’s issuer declined the charge.`,
              ...(nextDay
                ? pageOr(link, 'en', {
                    before: `We will charge the same card again on ${date(nextDay)}. Please make sure that it can be charged then, or pay before then. You can pay by card on this page:`,
                    label: payLabel.en(money(amountCents)),
                    instead: `We will charge the same card again on ${date(nextDay)}. Please make sure that it can be charged then, or contact us to pay another way.`,
                  })
                : pageOr(link, 'en', {
                    before: `We will not charge this card again on our own. The amount is unpaid${isCancelled ? '' : ', and if it stays unpaid, your cover may be ended'}. You can pay by card on this page:`,
                    label: payLabel.en(money(amountCents)),
                    instead: `We will not charge this card again on our own. Please contact us now to pay another way: the amount is unpaid${isCancelled ? '' : ', and if it stays unpaid, your cover may be ended'}.`,
                  })),
            ],
    },
    'payment link': {
      subject: (policyNumber) => `Pay for your policy ${policyNumber}`,
      body: ({
        policyNumber,
        vehicle,
        amountCents,
        maskedCardNumber,
        wasRefused = true,
        chargeOn,
        lastDay,
        link,
        money,
        date,
      }) => [
        `The amount of ${money(amountCents)} for policy ${policyNumber} for your ${vehicle} is unpaid${wasRefused ? `: your card${endingIn(maskedCardNumber, 'ending in')} was declined` : ''}.`,
        ...pageOr(link, 'en', {
          before: chargeOn
            ? `Please enter another card on this page. It will be charged on ${date(chargeOn)}:`
            : 'Please pay it by card on this page:',
          label: chargeOn ? 'Use another card' : payLabel.en(money(amountCents)),
          instead: 'Please contact us to pay.',
        }),
        ...(link === null || !lastDay ? [] : [`The link can be used once, until ${date(lastDay)}.`]),
      ],
    },
    lapse: {
      subject: (policyNumber) => `Policy ${policyNumber} is unpaid`,
      body: ({ policyNumber, vehicle, amountCents, maskedCardNumber, link, money }) => [
        `The amount of ${money(amountCents)} for policy ${policyNumber} for your ${vehicle} is still unpaid: your card${endingIn(maskedCardNumber, 'ending in')} was declined.`,
        'If it stays unpaid, we may end the cover. This e-mail does not end it: you would first receive a cancellation notice that gives the first day without cover.',
        ...pageOr(link, 'en', {
          before: 'Please pay now. You can pay by card on this page:',
          label: payLabel.en(money(amountCents)),
          instead: 'Please contact us now to pay.',
        }),
      ],
    },
  },
  // Spaces before a colon are U+00A0, as in the documents.
  fr: {
    refusal: {
      subject: (policyNumber, { isTaxChanged }) =>
        `Votre carte ${isTaxChanged ? 'n’a pas été débitée' : 'a été refusée'}\u00a0: police ${policyNumber}`,
      body: ({ policyNumber, amountCents, maskedCardNumber, nextDay, isCancelled, isTaxChanged, link, money, date }) =>
        isTaxChanged
          ? [
              `Nous n’avons pas porté ${money(amountCents)} à votre carte${endingIn(maskedCardNumber, 'se terminant par')} pour la police ${policyNumber}\u00a0: le taux de taxe a changé depuis l’établissement du prix, de sorte que ce montant n’est plus le bon.`,
              `Veuillez communiquer avec nous dès maintenant\u00a0: nous vous dirons quel est le bon prix et comment le payer. D’ici là, ${isCancelled ? 'le montant est impayé' : 'la prime est impayée, et si elle le demeure, nous pourrions résilier la police'}.`,
            ]
          : [
              `Nous avons tenté de porter ${money(amountCents)} à votre carte${endingIn(maskedCardNumber, 'se terminant par')} pour la police ${policyNumber}. L’émetteur de la carte a refusé le débit.`,
              ...(nextDay
                ? pageOr(link, 'fr', {
                    before: `Nous débiterons de nouveau la même carte le ${date(nextDay)}. Veuillez vous assurer qu’elle pourra alors être débitée, ou payer d’ici là. Vous pouvez payer par carte sur cette page\u00a0:`,
                    label: payLabel.fr(money(amountCents)),
                    instead: `Nous débiterons de nouveau la même carte le ${date(nextDay)}. Veuillez vous assurer qu’elle pourra alors être débitée, ou communiquer avec nous pour payer autrement.`,
                  })
                : pageOr(link, 'fr', {
                    before: `Nous ne débiterons plus cette carte de notre propre initiative. ${isCancelled ? 'Le montant est impayé' : 'Si la prime demeure impayée, nous pourrions résilier la police'}. Vous pouvez payer par carte sur cette page\u00a0:`,
                    label: payLabel.fr(money(amountCents)),
                    instead: `Nous ne débiterons plus cette carte de notre propre initiative. Veuillez communiquer avec nous dès maintenant pour payer autrement\u00a0: ${isCancelled ? 'le montant est impayé' : 'si la prime demeure impayée, nous pourrions résilier la police'}.`,
                  })),
            ],
    },
    'payment link': {
      subject: (policyNumber) => `Régler votre prime\u00a0: police ${policyNumber}`,
      body: ({
        policyNumber,
        vehicle,
        amountCents,
        maskedCardNumber,
        wasRefused = true,
        chargeOn,
        lastDay,
        link,
        money,
        date,
      }) => [
        `Le montant de ${money(amountCents)} pour la police ${policyNumber} (${vehicle}) est impayé${wasRefused ? `\u00a0: votre carte${endingIn(maskedCardNumber, 'se terminant par')} a été refusée` : ''}.`,
        ...pageOr(link, 'fr', {
          before: chargeOn
            ? `Veuillez entrer une autre carte sur cette page. Elle sera débitée le ${date(chargeOn)}\u00a0:`
            : 'Veuillez le payer par carte sur cette page\u00a0:',
          label: chargeOn ? 'Utiliser une autre carte' : payLabel.fr(money(amountCents)),
          instead: 'Veuillez communiquer avec nous pour payer.',
        }),
        ...(link === null || !lastDay ? [] : [`Le lien peut servir une seule fois, jusqu’au ${date(lastDay)}.`]),
      ],
    },
    lapse: {
      subject: (policyNumber) => `Prime impayée\u00a0: police ${policyNumber}`,
      body: ({ policyNumber, vehicle, amountCents, maskedCardNumber, link, money }) => [
        `Le montant de ${money(amountCents)} pour la police ${policyNumber} (${vehicle}) est toujours impayé\u00a0: votre carte${endingIn(maskedCardNumber, 'se terminant par')} a été refusée.`,
        'Si la prime demeure impayée, nous pourrions résilier la police. Le présent courriel n’y met pas fin\u00a0: vous recevriez d’abord un avis de résiliation indiquant le premier jour sans couverture.',
        ...pageOr(link, 'fr', {
          before: 'Veuillez payer dès maintenant. Vous pouvez payer par carte sur cette page\u00a0:',
          label: payLabel.fr(money(amountCents)),
          instead: 'Veuillez communiquer avec nous dès maintenant pour payer.',
        }),
      ],
    },
  },
};
