import { documentContext } from '../../documents/document-context.ts';
import { titleOfFile, wordingFileName } from '../../documents/file-name.ts';
import { formats } from '../../documents/formats.ts';
import type { Issuer } from '../../documents/issuer.ts';
import { nameOf } from '../../documents/parties.ts';
import { cancellationWords } from '../../documents/words/cancellation-words.ts';
import { wholePhone } from '../../domain/brand/brand.ts';
import { rescindableUntil } from '../../domain/cancellation/rescission.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { Language } from '../../domain/language.ts';
import { cardOf, loanOf, type Policy } from '../../domain/policy/policy.ts';
import { unlinked } from '../../domain/unlinked.ts';
import { vehicleName } from '../../domain/vehicle/vehicle.ts';
import type { OutgoingMail } from '../../ports/mailer.ts';
import {
  cancellationBody,
  cancellationSubject,
  certainRefundCents,
  type MailedPolicy,
  refundBody,
  toPayCents,
  withdrawalBody,
} from './cancellation-mail.ts';
import { cancellationMailWords } from './cancellation-mail-words.ts';
import { correctionBody, correctionMailWords } from './correction-mail.ts';
import { coverEndedBody, coverEndedMailWords } from './cover-ended-mail.ts';
import { type AskedMail, aboutOf, type DocumentTopic } from './mail-about.ts';
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
  const subject = subjectOf(mail, policy, issuer.languages);
  const parts = languages.map((language, place) => {
    const part = partOf(language, mail, policy, issuer);
    return place === 0 && languages.length > 1 ? { ...part, footer: [...part.footer, englishFollows] } : part;
  });
  return {
    subject,
    text: `${parts.map(textOf).join(`\n\n${'-'.repeat(40)}\n\n`)}\n`,
    html: mailHtml({ subject, parts, brand: issuer }),
  };
}

export function subjectOf(mail: AskedMail, policy: Policy, offered?: readonly Language[]): string {
  return customerLanguages(policy, offered)
    .map((language) => subjectIn(language, mail, policy))
    .join(' / ');
}

function subjectIn(language: Language, mail: AskedMail, { policyNumber }: Policy): string {
  const about = aboutOf(mail);
  switch (about.topic) {
    case 'policy':
    case 'amendment':
      return words[language].subject[about.topic](policyNumber);
    case 'receipt':
      return words[language].receipt.subject(policyNumber);
    case 'cancellation':
      return cancellationSubject(about.facts, policyNumber, { language, date: formats[language].date });
    case 'withdrawal':
      return cancellationMailWords[language].subjects.withdrawal(policyNumber);
    case 'refund receipt':
      return cancellationMailWords[language].subjects.refund(policyNumber);
    case 'refund by cheque':
      return cancellationMailWords[language].subjects.redirected(policyNumber);
    case 'correction':
      return correctionMailWords[language].subject(policyNumber);
    case 'cover ended':
      return coverEndedMailWords[language].subject(policyNumber);
    case 'refusal':
    case 'payment link':
    case 'lapse':
      return unpaidMailWords(about.topic, language).subject(policyNumber, about.facts);
  }
}

export interface MailToWrite extends AskedMail {
  /** The address of the customer's payment page; null: there is none, and the mail says to contact us. */
  readonly link: string | null;
  /** The names of the files that come with it. */
  readonly filenames: readonly string[];
}

interface Facts {
  readonly policyNumber: string;
  readonly vehicle: string;
  readonly from: string;
  readonly to: string;
}

type OfTopic<T> = Readonly<Record<DocumentTopic, T>>;
type MailWords = typeof english;

const english = {
  subject: {
    policy: (policyNumber) => `Your policy ${policyNumber}`,
    amendment: (policyNumber) => `Your policy ${policyNumber} was corrected`,
  } satisfies OfTopic<(policyNumber: string) => string>,
  greeting: (name: string) => `Hello ${name},`,
  lead: {
    policy: ({ policyNumber, vehicle, from, to }) =>
      `Thank you. Policy ${policyNumber} for your ${vehicle} has been issued. Its period is ${from} to ${to}.`,
    amendment: ({ policyNumber, vehicle }) =>
      `We have corrected policy ${policyNumber} for your ${vehicle}. Its price stays the same.`,
  } satisfies OfTopic<(facts: Facts) => string>,
  attached: {
    amendment: 'The amended declarations are attached to this e-mail as a PDF file. They replace the earlier ones.',
    policy: 'Your documents are attached to this e-mail as PDF files.',
  } satisfies OfTopic<string>,
  receipt: {
    subject: (policyNumber: string) => `Receipt for your policy ${policyNumber}`,
    card: (policyNumber: string) => `Your card has been charged for policy ${policyNumber}. Thank you.`,
    hand: (policyNumber: string, amount: string) =>
      `We have received your payment of ${amount} for policy ${policyNumber}. Thank you.`,
    attached: 'Your receipt is attached to this e-mail as a PDF file. Please keep it with your policy.',
  },
  rescind: (lastDay: string) =>
    `You may rescind the policy until ${lastDay}, without giving a reason, and get back everything that you paid: write to us or call us by that day.`,
  check: 'Please read them, keep them, and tell us at once if something is not right.',
  contact: ({ name, phoneNumber, emailAddress }: Issuer) =>
    `To reach us: ${name}, telephone ${phoneNumber}, e-mail ${emailAddress}. Please have your policy number at hand.`,
  automatic: 'This e-mail was sent automatically.',
  amountDue: 'Amount due',
  attachments: 'Attached',
};

// Spaces before a colon are U+00A0, as in the documents.
const french: MailWords = {
  subject: {
    policy: (policyNumber) => `Votre police ${policyNumber}`,
    amendment: (policyNumber) => `Votre police ${policyNumber} a été corrigée`,
  },
  greeting: (name) => `Bonjour ${name},`,
  lead: {
    policy: ({ policyNumber, vehicle, from, to }) =>
      `Merci. La police ${policyNumber} pour votre ${vehicle} est émise. Sa période d’assurance va du ${from} au ${to}.`,
    amendment: ({ policyNumber, vehicle }) =>
      `Nous avons corrigé la police ${policyNumber} pour votre ${vehicle}. Son prix ne change pas.`,
  },
  attached: {
    amendment:
      'Les conditions particulières modifiées sont jointes au présent courriel en format PDF. Elles remplacent les précédentes.',
    policy: 'Vos documents sont joints au présent courriel en format PDF.',
  },
  receipt: {
    subject: (policyNumber) => `Reçu pour votre police ${policyNumber}`,
    card: (policyNumber) => `Votre carte a été débitée pour la police ${policyNumber}. Merci.`,
    hand: (policyNumber, amount) =>
      `Nous avons reçu votre paiement de ${amount} pour la police ${policyNumber}. Merci.`,
    attached: 'Votre reçu est joint au présent courriel en format PDF. Veuillez le conserver avec votre police.',
  },
  rescind: (lastDay) =>
    `Vous pouvez résoudre (annuler) la police jusqu’au ${lastDay}, sans avoir à la motiver, et tout ce que vous avez payé vous sera remboursé\u00a0: écrivez-nous ou téléphonez-nous au plus tard ce jour-là.`,
  check: 'Veuillez les lire, les conserver et nous aviser sans tarder si quelque chose est inexact.',
  contact: ({ name, phoneNumber, emailAddress }) =>
    `Pour nous joindre\u00a0: ${name}, téléphone ${phoneNumber}, courriel ${emailAddress}. Veuillez avoir votre numéro de police sous la main.`,
  automatic: 'Ce courriel a été envoyé automatiquement.',
  amountDue: 'Montant dû',
  attachments: 'Pièces jointes',
};

const words: Readonly<Record<Language, MailWords>> = { en: english, fr: french };

/** This ends the French part, whose own words come first. */
const englishFollows = 'The English version follows.';

function partOf(language: Language, mail: MailToWrite, policy: Policy, issuer: Issuer): MailPart {
  const word = words[language];
  return {
    language,
    lead: [word.greeting(nameOf(policy.inputs.applicant)), ...bodyOf(language, mail, policy)],
    facts: factsOf(language, mail, policy, issuer),
    attachments: {
      title: word.attachments,
      names: mail.filenames.map((name) => nameOfFile(name, language, policy, issuer)),
    },
    contact: word.contact({ ...issuer, phoneNumber: wholePhone(issuer) }),
    footer: [
      [issuer.name, ...issuer.addressLines].join(', '),
      word.automatic,
      ...(issuer.notice === null ? [] : [issuer.notice[language]]),
    ],
  };
}

/** Wordings are named by their forms; what is not ours, as it is. */
function nameOfFile(filename: string, language: Language, policy: Policy, issuer: Issuer): string {
  const { words } = documentContext(language, issuer);
  const wording = policy.wordings?.find((one) => wordingFileName(one) === filename);
  // The same form may come in both languages.
  if (wording !== undefined)
    return words.priced(words.wording, `${wording.form} (${words.languages[wording.language]})`);
  return titleOfFile(filename, words, cancellationWords[language]) ?? filename;
}

/** What the mail is about at a glance: the policy, who sold it, and the amount. */
function factsOf(language: Language, mail: MailToWrite, policy: Policy, issuer: Issuer): readonly MailFact[] {
  const { words: label, formats } = documentContext(language, issuer);
  const { money, date } = formats;
  const total = money(policy.totalWithTaxCents);
  const sold: readonly MailFact[] = [
    [label.policyNumber, policy.policyNumber],
    [label.vehicle, vehicleName(policy.inputs.vehicle, language)],
    [label.seller, unlinked(policy.seller.name)],
  ];
  const { amountDue } = words[language];
  const about = aboutOf(mail);
  switch (about.topic) {
    case 'refusal':
    case 'payment link':
    case 'lapse':
      return [...sold, [amountDue, money(about.facts.amountCents)]];
    case 'receipt':
      return [...sold, [label.amountPaid, money(about.facts.amountCents)]];
    case 'refund receipt':
      return [...sold, [label.amountGivenBack, money(about.facts.amountCents)]];
    case 'refund by cheque':
      return [...sold, [cancellationWords[language].refund, money(about.facts.redirectedCents)]];
    case 'correction':
      return about.facts.dueCents === null ? sold : [...sold, [amountDue, money(about.facts.dueCents)]];
    case 'cover ended':
      return [...sold, [amountDue, money(about.facts.dueCents)]];
    case 'withdrawal':
      return [
        ...sold,
        about.facts.withdrawnBy === 'payment'
          ? [label.amountPaid, money(about.facts.paidCents)]
          : [label.totalWithTax, total],
      ];
    case 'cancellation': {
      const say = cancellationWords[language];
      const [backCents, payCents] = [
        certainRefundCents(about.facts),
        toPayCents(about.facts, policy.totalWithTaxCents),
      ];
      return [
        ...sold,
        [say.cancelledOn, date(about.facts.cancelledOn)],
        ...(backCents === 0 ? [] : [[say.refund, money(backCents)] as const]),
        ...(payCents === 0 ? [] : [[amountDue, money(payCents)] as const]),
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

function bodyOf(language: Language, mail: MailToWrite, policy: Policy): readonly Paragraph[] {
  const { policyNumber, effectiveDate, expiryDate, totalWithTaxCents, payment, inputs } = policy;
  const { money, date } = formats[language];
  const word = words[language];
  const card = cardOf(payment);
  const vehicle = vehicleName(inputs.vehicle, language);
  const mailed: MailedPolicy = {
    policyNumber,
    vehicle,
    totalCents: totalWithTaxCents,
    link: mail.link,
    language,
    formats: { money, date },
    card: card && `${card.cardType}\u00a0••••\u00a0${card.maskedCardNumber.slice(-4)}`,
  };
  const facts: Facts = { policyNumber, vehicle, from: date(effectiveDate), to: date(expiryDate) };
  const about = aboutOf(mail);
  switch (about.topic) {
    case 'policy':
    case 'amendment':
      return [
        word.lead[about.topic](facts),
        `${word.attached[about.topic]} ${word.check}`,
        // The day of the contract counts, not that of a correction.
        ...(about.topic === 'policy' ? [word.rescind(date(rescindableUntil(policy)))] : []),
      ];
    case 'receipt':
      return [word.receipt[about.facts.by](policyNumber, money(about.facts.amountCents)), word.receipt.attached];
    case 'cancellation':
      return cancellationBody(about.facts, mailed);
    case 'withdrawal':
      return withdrawalBody(about.facts, mailed);
    case 'refund receipt':
      return refundBody(about.facts, mailed);
    case 'refund by cheque':
      return [cancellationMailWords[language].redirected(policyNumber, money(about.facts.redirectedCents))];
    case 'correction':
      return correctionBody(about.facts, mailed);
    case 'cover ended':
      return coverEndedBody(about.facts, mailed);
    case 'refusal':
    case 'payment link':
    case 'lapse':
      return unpaidMailWords(about.topic, language).body({ ...about.facts, ...mailed, money, date });
  }
}

export function textOf({ language, lead, facts, attachments, contact, footer }: MailPart): string {
  const colon = language === 'fr' ? '\u00a0:' : ':';
  return [
    ...lead.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.link)),
    facts.map(([label, value]) => `${label}${colon} ${value}`).join('\n'),
    ...(attachments.names.length === 0
      ? []
      : [[`${attachments.title}${colon}`, ...attachments.names.map((name) => `- ${name}`)].join('\n')]),
    contact,
    ...footer,
  ].join('\n\n');
}
