import { documentContext } from '../documents/document-context.ts';
import { formats } from '../documents/formats.ts';
import type { Issuer } from '../documents/issuer.ts';
import { nameOf } from '../documents/parties.ts';
import type { Language } from '../documents/print-request.ts';
import { cancellationWords } from '../documents/words/cancellation-words.ts';
import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { Cents } from '../domain/money/money.ts';
import { customerLanguages } from '../domain/policy/customer-languages.ts';
import { cardOf, loanOf, type Policy } from '../domain/policy/policy.ts';
import { unlinked } from '../domain/text/unlinked.ts';
import { vehicleName } from '../domain/vehicle/vehicle.ts';
import type { OutgoingMail } from '../ports/mailer.ts';
import type { MailKind, UnpaidFacts, UnpaidMailKind } from '../store/mail.ts';
import { type MailFact, type MailPart, mailHtml } from './mail-html.ts';
import { type Paragraph, unpaidMailWords } from './unpaid-mail-words.ts';

/**
 * Writes a mail in the languages of its documents and in their order: in Quebec French first, then English in the same
 * mail. Text and HTML say the same. The subject has no name in it, so that no customer input gets into a header.
 */
export function writeMail(
  mail: MailToWrite,
  policy: Policy,
  issuer: Issuer,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const languages = customerLanguages(policy, issuer.languages);
  const subject = subjectOf(mail.kind, policy, issuer.languages);
  const parts = languages.map((language, place) => {
    const part = partOf(language, mail, policy, issuer);
    return place === 0 && languages.length > 1 ? { ...part, lead: [englishFollows, ...part.lead] } : part;
  });
  return {
    subject,
    text: `${parts.map(textOf).join(`\n\n${'-'.repeat(40)}\n\n`)}\n`,
    html: mailHtml({ subject, parts, brand: issuer }),
  };
}

export function subjectOf(kind: MailKind, policy: Policy, offered?: readonly Language[]): string {
  const subjects = customerLanguages(policy, offered).map((language) =>
    (isUnpaid(kind) ? unpaidMailWords(kind, language).subject : words[language].subject[topicOf(kind)])(
      policy.policyNumber,
    ),
  );
  return subjects.join(' / ');
}

export interface MailToWrite {
  readonly kind: MailKind;
  /** Of a mail about unpaid money. */
  readonly facts: UnpaidFacts | null;
  /** The first day without cover; null unless the policy is cancelled. */
  readonly cancelledOn: PlainDate | null;
  /** What a cancellation gives back; null unless the policy is cancelled. */
  readonly refundCents: Cents | null;
  /** The address of a payment link. */
  readonly link: string | null;
  /** The names of the files that come with it. */
  readonly filenames: readonly string[];
}

type DocumentMailKind = 'policy' | 'receipt' | 'cancellation' | 'amendment';

/** The number of an amendment makes no difference to its words. */
function topicOf(kind: Exclude<MailKind, UnpaidMailKind>): DocumentMailKind {
  return kind.startsWith('amendment ') ? 'amendment' : (kind as DocumentMailKind);
}

function isUnpaid(kind: MailKind): kind is UnpaidMailKind {
  return !(kind in words.en.subject) && !kind.startsWith('amendment ');
}

interface Facts {
  readonly policyNumber: string;
  readonly vehicle: string;
  readonly from: string;
  readonly to: string;
  /** The first day without cover; empty unless the policy is cancelled. */
  readonly uncovered: string;
}

type OfTopic<T> = Readonly<Record<DocumentMailKind, T>>;
type MailWords = typeof english;

const english = {
  subject: {
    policy: (policyNumber) => `Your policy ${policyNumber}`,
    receipt: (policyNumber) => `Receipt for your policy ${policyNumber}`,
    cancellation: (policyNumber) => `Your policy ${policyNumber} is cancelled`,
    amendment: (policyNumber) => `Your policy ${policyNumber} was corrected`,
  } satisfies OfTopic<(policyNumber: string) => string>,
  greeting: (name: string) => `Hello ${name},`,
  lead: {
    policy: ({ policyNumber, vehicle, from, to }) =>
      `Thank you. Policy ${policyNumber} for your ${vehicle} has been issued. Its period is ${from} to ${to}.`,
    amendment: ({ policyNumber, vehicle }) =>
      `We have corrected policy ${policyNumber} for your ${vehicle}. Its price stays the same.`,
    receipt: ({ policyNumber }) => `Your card has been charged for policy ${policyNumber}. Thank you.`,
    cancellation: ({ policyNumber, vehicle, uncovered }) =>
      `Policy ${policyNumber} for your ${vehicle} is cancelled. The first day without cover is ${uncovered}. The attached notice says what is given back and how.`,
  } satisfies OfTopic<(facts: Facts) => string>,
  attached: {
    amendment: 'The amended declarations are attached to this email as a PDF file. They replace the earlier ones.',
    policy: 'Your documents are attached to this email as PDF files. Please keep them.',
    receipt: 'Your receipt is attached to this email as a PDF file. Please keep it with your policy.',
    cancellation: 'The cancellation notice is attached to this email as a PDF file. Please keep it.',
  } satisfies OfTopic<string>,
  check: 'Please read them, and tell us at once if something is not right.',
  contact: ({ name, phoneNumber, emailAddress }: Issuer) =>
    `To reach us: ${name}, telephone ${phoneNumber}, email ${emailAddress}. Please have your policy number at hand.`,
  automatic: 'This email was sent automatically.',
  amountDue: 'Amount due',
  attachments: 'Attached',
};

// Spaces before a colon are U+00A0, as in the documents.
const french: MailWords = {
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
  amountDue: 'Montant dû',
  attachments: 'Pièces jointes',
};

const words: Readonly<Record<Language, MailWords>> = { en: english, fr: french };

const englishFollows = '(The English version follows.)';

function partOf(language: Language, mail: MailToWrite, policy: Policy, issuer: Issuer): MailPart {
  const { policyNumber, effectiveDate, expiryDate, inputs } = policy;
  const { date } = formats[language];
  const word = words[language];
  const facts: Facts = {
    policyNumber,
    vehicle: vehicleName(policy.inputs.vehicle),
    from: date(effectiveDate),
    to: date(expiryDate),
    uncovered: mail.cancelledOn === null ? '' : date(mail.cancelledOn),
  };
  return {
    language,
    lead: [word.greeting(nameOf(inputs.applicant)), ...bodyOf(word, language, mail, facts)],
    facts: factsOf(language, mail, policy, issuer),
    attachments: { title: word.attachments, filenames: mail.filenames },
    contact: word.contact(issuer),
    footer: [
      [issuer.name, ...issuer.addressLines].join(', '),
      word.automatic,
      ...(issuer.notice === null ? [] : [issuer.notice[language]]),
    ],
  };
}

/** What the mail is about at a glance: the policy, who sold it, and the amount. */
function factsOf(language: Language, mail: MailToWrite, policy: Policy, issuer: Issuer): readonly MailFact[] {
  const { words: label, formats } = documentContext(language, issuer);
  const { money, date } = formats;
  const total = money(policy.totalWithTaxCents);
  const sold: readonly MailFact[] = [
    [label.policyNumber, policy.policyNumber],
    [label.vehicle, vehicleName(policy.inputs.vehicle)],
    [label.seller, unlinked(policy.seller.name)],
  ];
  if (isUnpaid(mail.kind)) return [...sold, [words[language].amountDue, money(mail.facts?.amountCents ?? 0)]];
  switch (topicOf(mail.kind)) {
    case 'receipt':
      return [...sold, [label.amountPaid, total]];
    case 'cancellation': {
      const say = cancellationWords[language];
      return [
        ...sold,
        ...(mail.cancelledOn === null ? [] : [[say.cancelledOn, date(mail.cancelledOn)] as const]),
        ...(mail.refundCents === null ? [] : [[say.refund, money(mail.refundCents)] as const]),
      ];
    }
    case 'policy':
    case 'amendment': {
      const card = cardOf(policy.payment);
      const loan = loanOf(policy.payment);
      const charged: MailFact | null =
        card &&
        (card.charge === null
          ? [label.chargeDue, label.chargeDueOn(total, date(card.chargeDate))]
          : [label.amountPaid, total]);
      return [
        ...sold,
        [label.policyPeriod, label.period(date(policy.effectiveDate), date(policy.expiryDate))],
        [label.totalWithTax, total],
        [label.method, label.methods[policy.payment.method]],
        ...(charged === null ? [] : [charged]),
        ...(loan === null ? [] : [[label.installment, money(loan.installmentCents)] as const]),
      ];
    }
  }
}

function bodyOf(word: MailWords, language: Language, mail: MailToWrite, facts: Facts): readonly Paragraph[] {
  const { kind, link } = mail;
  if (isUnpaid(kind)) {
    if (mail.facts === null) throw new Error('A mail about unpaid money was stored without its facts.');
    return unpaidMailWords(kind, language).body({ ...mail.facts, ...facts, link, ...formats[language] });
  }
  const topic = topicOf(kind);
  const isDeclared = topic === 'policy' || topic === 'amendment';
  return [word.lead[topic](facts), isDeclared ? `${word.attached[topic]} ${word.check}` : word.attached[topic]];
}

function textOf({ language, lead, facts, attachments, contact, footer }: MailPart): string {
  const colon = language === 'fr' ? '\u00a0:' : ':';
  return [
    ...lead.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.link)),
    facts.map(([label, value]) => `${label}${colon} ${value}`).join('\n'),
    ...(attachments.filenames.length === 0
      ? []
      : [[`${attachments.title}${colon}`, ...attachments.filenames.map((name) => `- ${name}`)].join('\n')]),
    contact,
    ...footer,
  ].join('\n\n');
}
