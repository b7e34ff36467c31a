import type { DocumentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import type { DocumentContent } from '../../store/document.ts';
import { findDocument } from '../../store/lists/find-document.ts';
import { recordAct } from '../../store/operator-act.ts';
import { contentOf, type DocumentParts } from '../fetch-document.ts';

/**
 * Returns a document to an operator. It is not a reprint, which is the partner's; but it contains personal data, so the
 * reader is recorded.
 */
export async function readDocument(
  parts: DocumentParts,
  id: DocumentId,
  actor: Actor,
): Promise<DocumentContent | OperatorRefusal> {
  const found = await findDocument(parts.database, id);
  if (found === null) return refuseOperator('NotFound', 'id');
  const content = await contentOf(parts, id);
  if (content === null) return refuseOperator('DocumentErased', 'id');
  await recordAct(parts.database, {
    actor,
    action: 'read document',
    subject: found.policyNumber,
    applicationId: found.applicationId,
    reason: '',
    facts: { documentId: id, kind: found.kind },
  });
  return content;
}
