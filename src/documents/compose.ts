import type { PlainDate } from '../domain/calendar.ts';
import { isRescission } from '../domain/cancellation/cancellation-cause.ts';
import type { Language } from '../domain/language.ts';
import { composeCancellationNotice } from './cancellation-notice.ts';
import { composeDeclaration } from './declaration.ts';
import { composeDisclosure } from './disclosure.ts';
import { type DocumentContext, documentContext } from './document-context.ts';
import { composeFinancingLetter } from './financing-letter.ts';
import { dateParts } from './formats.ts';
import { footerOf, type Issuer } from './issuer.ts';
import { localTime } from './local-time.ts';
import { namesIn } from './names-in-prose.ts';
import { type ChargedPolicy, languageList, type PolicyDocumentRequest, type PrintRequest } from './print-request.ts';
import { composePaymentReceipt, composeReceipt } from './receipt.ts';
import { composeRefundReceipt } from './refund-receipt.ts';
import { type Block, type PrintJob, prose, type Sheet, type SheetContent } from './sheet.ts';
import { composeStatement } from './statement.ts';

/** Turns a request into texts ready to be typeset. The same request always gives the same job. */
export function compose(request: PrintRequest, issuer: Issuer): PrintJob {
  const languages = languageList(request.language);
  const sheets = languages.map((language): Sheet => {
    const context = documentContext(language, issuer, 'texts' in request ? request.texts : null);
    return {
      language,
      ...contentOf(request, context),
      brand: issuer.name,
      pageWords: context.words.page,
      footer: footerOf(issuer),
      notice: issuer.notice?.[language] ?? null,
      names: namesIn(request, issuer, language),
    };
  });
  return {
    title: titleOf(request, languages[0], sheets[0]!),
    author: issuer.name,
    date: dateParts(dateOf(request)),
    sheets,
  };
}

/** Names the PDF by its document and policy: viewers and archives show this title instead of the file's name. */
function titleOf(request: PrintRequest, first: Language, { title, policyNumber }: Sheet): string {
  return request.kind === 'disclosure' ? request.text.title[first] : `${title} ${policyNumber.lines[0]}`;
}

function contentOf(request: PrintRequest, context: DocumentContext): SheetContent {
  if (request.kind === 'disclosure') return composeDisclosure(request, context);
  if (request.kind === 'statement') return composeStatement(request, context);
  const { words, issuer, language } = context;
  const { policyNumber, series, coverageCategory } = request.policy;
  return {
    title: headingOf(request, context),
    subtitle: `${words.series[series]} · ${words.categories[coverageCategory]}`,
    policyNumber: { label: words.policyNumber, lines: [policyNumber] },
    // The issuer's own text is at the end.
    blocks: [
      ...blocksOf(request, context),
      ...(issuer.closing === null ? [] : [prose('', ['', issuer.closing[language]])]),
    ],
  };
}

function headingOf(request: PolicyDocumentRequest, { words, say }: DocumentContext): string {
  return request.kind === 'cancellation' && isRescission(request.cancellation)
    ? say.titleOfRescission
    : words.titles[request.kind];
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
      return request.payment
        ? composePaymentReceipt(request.policy, request.payment, context)
        : composeReceipt(request.policy as ChargedPolicy, context, request.isCancelled);
    case 'refund-receipt':
      return composeRefundReceipt(request.policy, request.refund, context);
    case 'cancellation':
      return composeCancellationNotice(request.policy, request.cancellation, context);
  }
}

function dateOf(request: PrintRequest): PlainDate {
  switch (request.kind) {
    case 'disclosure':
      return request.sale.today;
    case 'statement':
      return request.statement.to;
    case 'declaration':
    case 'financing-letter':
      return request.policy.boundOn;
    case 'receipt':
      if (request.payment) return request.payment.paidOn;
      return localTime(request.policy.seller.province, (request.policy as ChargedPolicy).payment.card.charge.chargedAt)
        .date;
    case 'refund-receipt':
      return request.refund.doneOn;
    case 'amended-declaration':
      return request.amendment.madeOn;
    case 'cancellation':
      return request.cancellation.madeOn;
  }
}
