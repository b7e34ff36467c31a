import { formats } from '../documents/formats.ts';
import type { Issuer } from '../documents/issuer.ts';
import type { Language } from '../documents/print-request.ts';
import { customerLanguages } from '../domain/policy/customer-languages.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { unlinked } from '../domain/text/unlinked.ts';
import type { OutgoingMail } from '../ports/mailer.ts';
import type { MailKind, TakenMail } from '../store/mail.ts';

export type MailIssuer = Pick<Issuer, 'name' | 'phoneNumber' | 'emailAddress' | 'notice'>;

/**
 * Writes a mail in the languages of its documents and in their order: in Quebec French first, then English in the same
 * mail. The subject has no name in it, so that no customer input gets into a header.
 */
export function writeMail(
  mail: Pick<TakenMail, 'kind' | 'policy' | 'cancelledOn'>,
  issuer: MailIssuer,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const { kind, policy } = mail;
  const languages = customerLanguages(policy);
  const parts = languages.map((language, place) => ({
    language,
    paragraphs: [
      ...(place === 0 && languages.length > 1 ? [englishFollows] : []),
      ...paragraphsOf(words[language], language, mail, issuer),
    ],
  }));
  return {
    subject: subjectOf(kind, policy),
    text: `${parts.map(({ paragraphs }) => paragraphs.join('\n\n')).join(`\n\n${'-'.repeat(40)}\n\n`)}\n`,
    html: `<!doctype html>\n<html lang="${languages[0]}"><head><meta charset="utf-8"></head><body>\n${parts
      .map(({ language, paragraphs }) => `<div lang="${language}">\n${paragraphs.map(toHtml).join('\n')}\n</div>`)
      .join('\n<hr>\n')}\n</body></html>\n`,
  };
}

export function subjectOf(kind: MailKind, policy: Policy): string {
  const subjects = customerLanguages(policy).map((language) =>
    words[language].subject[topicOf(kind)](policy.policyNumber),
  );
  return subjects.join(' / ');
}

/** What a mail is about: the number of an amendment makes no difference to its words. */
type MailTopic = Exclude<MailKind, `amendment ${number}`> | 'amendment';

function topicOf(kind: MailKind): MailTopic {
  return kind.split(' ')[0] as MailTopic;
}

interface MailWords {
  readonly subject: Readonly<Record<MailTopic, (policyNumber: string) => string>>;
  readonly greeting: (name: string) => string;
  readonly lead: Readonly<Record<MailTopic, (facts: Facts) => string>>;
  readonly attached: Readonly<Record<MailTopic, string>>;
  readonly check: string;
  readonly contact: (issuer: MailIssuer) => string;
  readonly automatic: string;
}

interface Facts {
  readonly policyNumber: string;
  readonly vehicle: string;
  readonly from: string;
  readonly to: string;
  /** The first day without cover; empty unless the policy is cancelled. */
  readonly uncovered: string;
}

const words: Readonly<Record<Language, MailWords>> = {
  en: {
    subject: {
      policy: (policyNumber) => `Your policy ${policyNumber}`,
      receipt: (policyNumber) => `Receipt for your policy ${policyNumber}`,
      cancellation: (policyNumber) => `Your policy ${policyNumber} is cancelled`,
      amendment: (policyNumber) => `Your policy ${policyNumber} was corrected`,
    },
    greeting: (name) => `Hello ${name},`,
    lead: {
      policy: ({ policyNumber, vehicle, from, to }) =>
        `Thank you. Policy ${policyNumber} for your ${vehicle} has been issued. Its period is ${from} to ${to}.`,
      amendment: ({ policyNumber, vehicle }) =>
        `We have corrected policy ${policyNumber} for your ${vehicle}. Its price stays the same.`,
      receipt: ({ policyNumber }) => `Your card has been charged for policy ${policyNumber}. Thank you.`,
      cancellation: ({ policyNumber, vehicle, uncovered }) =>
        `Policy ${policyNumber} for your ${vehicle} is cancelled. The first day without cover is ${uncovered}. The attached notice says what is given back and how.`,
    },
    attached: {
      amendment: 'The amended declarations are attached to this email as a PDF file. They replace the earlier ones.',
      policy: 'Your documents are attached to this email as PDF files. Please keep them.',
      receipt: 'Your receipt is attached to this email as a PDF file. Please keep it with your policy.',
      cancellation: 'The cancellation notice is attached to this email as a PDF file. Please keep it.',
    },
    check: 'Please read them, and tell us at once if something is not right.',
    contact: ({ name, phoneNumber, emailAddress }) =>
      `To reach us: ${name}, telephone ${phoneNumber}, email ${emailAddress}. Please have your policy number at hand.`,
    automatic: 'This email was sent automatically.',
  },
  // Spaces before a colon are U+00A0, as in the documents.
  fr: {
    subject: {
      policy: (policyNumber) => `Votre police ${policyNumber}`,
      receipt: (policyNumber) => `Reçu pour votre police ${policyNumber}`,
      cancellation: (policyNumber) => `Votre police ${policyNumber} est résiliée`,
      amendment: (policyNumber) => `Votre police ${policyNumber} a été corrigée`,
    },
    greeting: (name) => `Bonjour ${name},`,
    lead: {
      policy: ({ policyNumber, vehicle, from, to }) =>
        `Merci. La police ${policyNumber} pour votre ${vehicle} a été établie. Elle couvre la période du ${from} au ${to}.`,
      amendment: ({ policyNumber, vehicle }) =>
        `Nous avons corrigé la police ${policyNumber} pour votre ${vehicle}. Son prix demeure le même.`,
      receipt: ({ policyNumber }) => `Votre carte a été débitée pour la police ${policyNumber}. Merci.`,
      cancellation: ({ policyNumber, vehicle, uncovered }) =>
        `La police ${policyNumber} pour votre ${vehicle} est résiliée. Le premier jour sans couverture est le ${uncovered}. L’avis ci-joint indique ce qui est remboursé et comment.`,
    },
    attached: {
      amendment:
        'Les conditions particulières modifiées sont jointes à ce courriel en format PDF. Elles remplacent les précédentes.',
      policy: 'Vos documents sont joints à ce courriel en format PDF. Veuillez les conserver.',
      receipt: 'Votre reçu est joint à ce courriel en format PDF. Veuillez le conserver avec votre police.',
      cancellation: 'L’avis de résiliation est joint à ce courriel en format PDF. Veuillez le conserver.',
    },
    check: 'Veuillez les lire et nous aviser sans tarder si quelque chose est inexact.',
    contact: ({ name, phoneNumber, emailAddress }) =>
      `Pour nous joindre\u00a0: ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}. Veuillez avoir votre numéro de police sous la main.`,
    automatic: 'Ce courriel a été envoyé automatiquement.',
  },
};

const englishFollows = '(The English version follows.)';

function paragraphsOf(
  word: MailWords,
  language: Language,
  { kind, policy, cancelledOn }: Pick<TakenMail, 'kind' | 'policy' | 'cancelledOn'>,
  issuer: MailIssuer,
): readonly string[] {
  const { policyNumber, effectiveDate, expiryDate, inputs } = policy;
  const topic = topicOf(kind);
  const { year, make, model } = inputs.vehicle;
  const { date } = formats[language];
  const facts: Facts = {
    policyNumber,
    vehicle: [year, make, model].filter((fact) => fact !== null).join(' '),
    from: date(effectiveDate),
    to: date(expiryDate),
    uncovered: cancelledOn === null ? '' : date(cancelledOn),
  };
  return [
    word.greeting(unlinked(nameOf(inputs.applicant))),
    word.lead[topic](facts),
    topic === 'policy' || topic === 'amendment' ? `${word.attached[topic]} ${word.check}` : word.attached[topic],
    word.contact(issuer),
    word.automatic,
    ...(issuer.notice === null ? [] : [issuer.notice[language]]),
  ];
}

function nameOf({ isCompany, firstOrCompanyName, lastName }: Policy['inputs']['applicant']): string {
  return isCompany || lastName === null ? firstOrCompanyName : `${firstOrCompanyName} ${lastName}`;
}

/** `dir="auto"`: a name may be written from right to left. */
function toHtml(paragraph: string): string {
  return `<p dir="auto">${paragraph.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)}</p>`;
}
