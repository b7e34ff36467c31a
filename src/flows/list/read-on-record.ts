import type { SaleHistory } from '../../domain/history/sale-history.ts';
import type { ApplicationId, DocumentId, MailId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { StuckRow } from '../../domain/work/needs-person.ts';
import { type Act, recordAct, recordViews, type ViewedSale } from '../../store/audit/operator-act.ts';
import type { Database } from '../../store/database.ts';
import type { DocumentContent } from '../../store/document/document.ts';
import { findDocument } from '../../store/document/find-document.ts';
import { readHistory } from '../../store/history/read-history.ts';
import type { Page } from '../../store/list/filter.ts';
import { type MailContent, readSentContent } from '../../store/mail/mail.ts';
import { listStuck, type StuckAsked } from '../../store/work/list-stuck.ts';
import { shownHtml } from '../brand/preview-brand.ts';
import { contentOf, type DocumentParts } from '../document/fetch-document.ts';

/* What an operator opens has personal data, so who reads it is recorded. */

/** Returns a sale, and records who has seen it. */
export async function viewSale(
  database: Database,
  applicationId: ApplicationId,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<SaleHistory | null> {
  const history = await readHistory(database, applicationId, now);
  if (history !== null) await recordViews(database, actor, [history.sale]);
  return history;
}

/** Returns a page of what needs attention, which names customers, and records who has seen it. */
export async function viewStuck(database: Database, asked: StuckAsked, actor: Actor): Promise<Page<StuckRow>> {
  const page = await listStuck(database, asked);
  const seen = page.rows.filter((row): row is StuckRow & ViewedSale => row.applicationId !== null);
  await recordViews(database, actor, seen);
  return page;
}

/** Returns a document. It is not a reprint, which is the partner's. */
export async function readDocument(
  parts: DocumentParts,
  id: DocumentId,
  actor: Actor,
): Promise<DocumentContent | OperatorRefusal> {
  const found = await findDocument(parts.database, { id });
  if (found === null) return refuseOperator('NotFound', 'id');
  const content = await contentOf(parts, id);
  if (content === null) return refuseOperator('DocumentErased', 'id');
  await recordAct(parts.database, readingOf(found, actor, 'read document', { documentId: id, kind: found.kind }));
  return content;
}

/** Returns what a mail said that was sent, as the customer saw it. */
export async function readMail(
  { database, printer }: DocumentParts,
  id: MailId,
  actor: Actor,
): Promise<MailContent | OperatorRefusal> {
  const found = await readSentContent(database, { id });
  if (found?.content == null) return refuseOperator('NotFound', 'id');
  await recordAct(database, readingOf(found, actor, 'read mail', { mailId: id, kind: found.kind }));
  return { text: found.content.text, html: shownHtml(found.content.html, printer, found.brand) };
}

function readingOf(
  { policyNumber: subject, applicationId }: { readonly policyNumber: string; readonly applicationId: ApplicationId },
  actor: Actor,
  action: OperatorAction,
  facts: NonNullable<Act['facts']>,
): Act {
  return { actor, action, subject, applicationId, reason: '', facts };
}
