import { type DocumentContext, documentContext } from '../../documents/document-context.ts';
import { titleOfFile, wordingFileName } from '../../documents/file-name.ts';
import { formats } from '../../documents/formats.ts';
import type { Issuer } from '../../documents/issuer.ts';
import { nameOf } from '../../documents/parties.ts';
import { wholePhone } from '../../domain/brand/brand.ts';
import type { TextsByName } from '../../domain/customer-text/customer-texts.ts';
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
import { correctionBody } from './correction-mail.ts';
import { coverEndedBody } from './cover-ended-mail.ts';
import type { LeadFacts } from './general-mail-words.ts';
import { type AskedMail, aboutOf } from './mail-about.ts';
import { type MailFact, type MailPart, mailHtml, type Paragraph } from './mail-html.ts';
import { type MailVocabulary, mailVocabulary } from './mail-words.ts';
import { unpaidBody, unpaidSubject } from './unpaid-mail.ts';

/**
 * Writes a mail in the languages of its documents and in their order: in Quebec French first, then English in the same
 * mail. Text and HTML say the same. The subject has no name in it, so that no customer input gets into a header.
 */
export function writeMail(
  mail: MailToWrite,
  policy: Policy,
  issuer: Issuer,
  own: TextsByName | null = null,
): Pick<OutgoingMail, 'subject' | 'text' | 'html'> {
  const languages = customerLanguages(policy, issuer.languages);
  const subject = subjectOf(mail, policy, { offered: issuer.languages, own });
  const parts = languages.map((language, place) => {
    const part = partOf(language, mail, { policy, issuer, own });
    return place === 0 && languages.length > 1 ? { ...part, footer: [...part.footer, englishFollows] } : part;
  });
  return {
    subject,
    text: `${parts.map(textOf).join(`\n\n${'-'.repeat(40)}\n\n`)}\n`,
    html: mailHtml({ subject, parts, brand: issuer }),
  };
}

export function subjectOf(
  mail: AskedMail,
  policy: Policy,
  { offered, own = null }: { readonly offered?: readonly Language[]; readonly own?: TextsByName | null } = {},
): string {
  return customerLanguages(policy, offered)
    .map((language) => subjectIn(language, mail, policy, mailVocabulary(language, own)))
    .join(' / ');
}

function subjectIn(language: Language, mail: AskedMail, { policyNumber }: Policy, words: MailVocabulary): string {
  const about = aboutOf(mail);
  switch (about.topic) {
    case 'policy':
    case 'amendment':
      return words.general.subject[about.topic](policyNumber);
    case 'receipt':
      return words.general.receipt.subject(policyNumber);
    case 'cancellation':
      return cancellationSubject(about.facts, policyNumber, { words, date: formats[language].date });
    case 'withdrawal':
      return words.cancellation.subjects.withdrawal(policyNumber);
    case 'refund receipt':
      return words.cancellation.subjects.refund(policyNumber);
    case 'refund by cheque':
      return words.cancellation.subjects.redirected(policyNumber);
    case 'correction':
      return words.correction.subject(policyNumber);
    case 'cover ended':
      return words.coverEnded.subject(policyNumber);
    case 'refusal':
    case 'payment link':
    case 'lapse':
      return unpaidSubject(about.topic, about.facts, policyNumber, words.unpaid);
  }
}

export interface MailToWrite extends AskedMail {
  /** The address of the customer's payment page; null: there is none, and the mail says to contact us. */
  readonly link: string | null;
  /** The names of the files that come with it. */
  readonly filenames: readonly string[];
}

/** This ends the French part, whose own words come first. */
const englishFollows = 'The English version follows.';

interface Written {
  readonly policy: Policy;
  readonly issuer: Issuer;
  readonly own: TextsByName | null;
}

function partOf(language: Language, mail: MailToWrite, { policy, issuer, own }: Written): MailPart {
  const words = mailVocabulary(language, own);
  const word = words.general;
  const context = documentContext(language, issuer, own);
  return {
    language,
    lead: [word.greeting(nameOf(policy.inputs.applicant)), ...bodyOf(mail, policy, words, language)],
    facts: factsOf(mail, policy, context, word.amountDue),
    attachments: {
      title: word.attachments,
      names: mail.filenames.map((name) => nameOfFile(name, policy, context)),
    },
    contact: word.contact(issuer.name, wholePhone(issuer), issuer.emailAddress),
    footer: [
      [issuer.name, ...issuer.addressLines].join(', '),
      word.automatic,
      ...(issuer.notice === null ? [] : [issuer.notice[language]]),
    ],
  };
}

/** Wordings are named by their forms; what is not ours, as it is. */
function nameOfFile(filename: string, policy: Policy, { words, say }: DocumentContext): string {
  const wording = policy.wordings.find((one) => wordingFileName(one) === filename);
  // The same form may come in both languages.
  if (wording !== undefined)
    return words.priced(words.wording, `${wording.form} (${words.languages[wording.language]})`);
  return titleOfFile(filename, words, say) ?? filename;
}

/** What the mail is about at a glance: the policy, who sold it, and the amount. */
function factsOf(
  mail: MailToWrite,
  policy: Policy,
  { words: label, say, formats, language }: DocumentContext,
  amountDue: string,
): readonly MailFact[] {
  const { money, date } = formats;
  const total = money(policy.totalWithTaxCents);
  const sold: readonly MailFact[] = [
    [label.policyNumber, policy.policyNumber],
    [label.vehicle, vehicleName(policy.inputs.vehicle, language)],
    [label.seller, unlinked(policy.seller.name)],
  ];
  const about = aboutOf(mail);
  switch (about.topic) {
    case 'refusal':
    case 'payment link':
    case 'lapse':
      // After a change of tax the amount is no longer correct: the mail says so, and names no other.
      return about.facts.isTaxChanged ? sold : [...sold, [amountDue, money(about.facts.amountCents)]];
    case 'receipt':
      return [...sold, [label.amountPaid, money(about.facts.amountCents)]];
    case 'refund receipt':
      return [...sold, [label.amountGivenBack, money(about.facts.amountCents)]];
    case 'refund by cheque':
      return [...sold, [say.refund, money(about.facts.redirectedCents)]];
    case 'correction':
      return about.facts.dueCents === null ? sold : [...sold, [amountDue, money(about.facts.dueCents)]];
    case 'cover ended':
      return [...sold, [amountDue, money(about.facts.dueCents)]];
    case 'withdrawal':
      return [
        ...sold,
        about.facts.withdrawnBy === 'payment' && about.facts.paidCents > 0
          ? [label.amountPaid, money(about.facts.paidCents)]
          : [label.totalWithTax, total],
      ];
    case 'cancellation': {
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

function bodyOf(mail: MailToWrite, policy: Policy, words: MailVocabulary, language: Language): readonly Paragraph[] {
  const { policyNumber, effectiveDate, expiryDate, totalWithTaxCents, payment, inputs } = policy;
  const { money, date } = formats[language];
  const word = words.general;
  const card = cardOf(payment);
  const vehicle = vehicleName(inputs.vehicle, language);
  const mailed: MailedPolicy = {
    policyNumber,
    vehicle,
    totalCents: totalWithTaxCents,
    link: mail.link,
    words,
    formats: { money, date },
    card: card && `${card.cardType}\u00a0••••\u00a0${card.maskedCardNumber.slice(-4)}`,
  };
  const facts: LeadFacts = { policyNumber, vehicle, from: date(effectiveDate), to: date(expiryDate) };
  const about = aboutOf(mail);
  switch (about.topic) {
    case 'policy':
    case 'amendment':
      return [
        word.lead[about.topic](facts),
        `${word.attached[about.topic]} ${word.check}`,
        // The day of the contract counts, not that of a correction.
        ...(about.topic === 'policy' ? [word.rescind(date(policy.rescindableUntil))] : []),
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
      return [words.cancellation.redirected(policyNumber, money(about.facts.redirectedCents))];
    case 'correction':
      return correctionBody(about.facts, mailed);
    case 'cover ended':
      return coverEndedBody(about.facts, mailed);
    case 'refusal':
    case 'payment link':
    case 'lapse':
      return unpaidBody(about.topic, about.facts, mailed);
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
