import type { PlainDate } from '../domain/calendar/calendar.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { composeCancellationNotice } from './cancellation-notice.ts';
import { composeDeclaration } from './declaration.ts';
import { composeDisclosure } from './disclosure.ts';
import { type DocumentContext, documentContext } from './document-context.ts';
import { languageList } from './document-languages.ts';
import { composeFinancingLetter } from './financing-letter.ts';
import { dateParts } from './formats.ts';
import { footerOf, type Issuer } from './issuer.ts';
import { localTime } from './local-time.ts';
import type { PolicyDocumentRequest, PrintRequest } from './print-request.ts';
import { composeReceipt } from './receipt.ts';
import type { Block, PrintJob, Sheet } from './sheet.ts';
import { composeStatement } from './statement.ts';

/** Turns a request into texts ready to be typeset. The same request always gives the same job. */
export function compose(request: PrintRequest, issuer: Issuer): PrintJob {
  const contextOf = (language: 'en' | 'fr') => documentContext(language, issuer);
  if (request.kind === 'disclosure') return composeDisclosure(request, contextOf);
  if (request.kind === 'statement') return composeStatement(request, contextOf);
  const sheets = languageList(request.language).map((language) => composeSheet(request, contextOf(language)));
  return {
    title: `${sheets[0]!.title} ${request.policy.policyNumber}`,
    author: issuer.name,
    date: dateParts(dateOf(request)),
    sheets,
  };
}

function composeSheet(request: PolicyDocumentRequest, context: DocumentContext): Sheet {
  const { policy } = request;
  return {
    language: context.language,
    title: context.words.titles[request.kind],
    subtitle: subtitleOf(policy, context),
    brand: context.issuer.name,
    policyNumber: { label: context.words.policyNumber, lines: [policy.policyNumber] },
    pageWords: context.words.page,
    footer: footerOf(context.issuer),
    notice: context.issuer.notice?.[context.language] ?? null,
    blocks: [...blocksOf(request, context), ...closingOf(context)],
  };
}

/** The issuer's own text at the end. */
function closingOf({ issuer: { closing }, language }: DocumentContext): readonly Block[] {
  return closing === null ? [] : [{ kind: 'text', title: '', items: [{ lead: '', text: closing[language] }] }];
}

function subtitleOf(policy: Policy, context: DocumentContext): string {
  return `${context.words.series[policy.series]} · ${context.words.categories[policy.coverageCategory]}`;
}

function blocksOf(request: PolicyDocumentRequest, context: DocumentContext): readonly Block[] {
  switch (request.kind) {
    case 'declaration':
      return composeDeclaration(request.policy, context);
    case 'amended-declaration':
      return composeDeclaration(request.policy, context, request.amendment);
    case 'financing-letter':
      return composeFinancingLetter(request.policy, context);
    case 'receipt':
      return composeReceipt(request.policy, context);
    case 'cancellation':
      return composeCancellationNotice(request.policy, request.cancellation, context);
  }
}

function dateOf(request: PolicyDocumentRequest): PlainDate {
  switch (request.kind) {
    case 'declaration':
    case 'financing-letter':
      return request.policy.boundOn;
    case 'receipt':
      return localTime(request.policy.seller.province, request.policy.payment.card.charge.chargedAt).date;
    case 'amended-declaration':
      return request.amendment.madeOn;
    case 'cancellation':
      return request.cancellation.madeOn;
  }
}
