import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { composeCancellationNotice } from './cancellation-notice.ts';
import { composeDeclaration } from './declaration.ts';
import { languageList } from './document-languages.ts';
import { composeFinancingLetter } from './financing-letter.ts';
import { dateParts } from './formats.ts';
import type { Issuer } from './issuer.ts';
import { localTime } from './local-time.ts';
import { type Pen, penOf } from './pen.ts';
import type { PrintRequest } from './print-request.ts';
import { composeReceipt } from './receipt.ts';
import type { Block, PrintJob, Sheet } from './sheet.ts';

/** Turns a request into words and figures ready to be set. Same request, same job. */
export function compose(request: PrintRequest, issuer: Issuer): PrintJob {
  const sheets = languageList(request.language).map((language) => composeSheet(request, penOf(language, issuer)));
  return {
    title: `${sheets[0]!.title} ${request.policy.policyNumber}`,
    author: issuer.name,
    date: dateParts(dateOf(request)),
    sheets,
  };
}

function composeSheet(request: PrintRequest, pen: Pen): Sheet {
  const { policy } = request;
  return {
    language: pen.language,
    title: pen.words.titles[request.kind],
    subtitle: subtitleOf(policy, pen),
    brand: pen.issuer.name,
    reference: { label: pen.words.policyNumber, lines: [policy.policyNumber] },
    pageWords: pen.words.page,
    footer: [pen.issuer.name, pen.issuer.phoneNumber, pen.issuer.emailAddress, pen.issuer.website],
    notice: pen.issuer.notice?.[pen.language] ?? null,
    blocks: blocksOf(request, pen),
  };
}

function subtitleOf(policy: Policy, pen: Pen): string {
  return `${pen.words.series[policy.series]} · ${pen.words.categories[policy.coverageCategory]}`;
}

function blocksOf(request: PrintRequest, pen: Pen): readonly Block[] {
  switch (request.kind) {
    case 'declaration':
      return composeDeclaration(request.policy, pen);
    case 'financing-letter':
      return composeFinancingLetter(request.policy, pen);
    case 'receipt':
      return composeReceipt(request.policy, pen);
    case 'cancellation':
      return composeCancellationNotice(request.policy, request.cancellation, pen);
  }
}

function dateOf(request: PrintRequest): PlainDate {
  switch (request.kind) {
    case 'declaration':
    case 'financing-letter':
      return request.policy.boundOn;
    case 'receipt':
      return localTime(request.policy.seller.province, request.policy.payment.card.charge.chargedAt).date;
    case 'cancellation':
      return request.cancellation.madeOn;
  }
}
