import type { ApplicationId, DocumentId } from '../../domain/ids.ts';
import { firstRow } from '../statement.ts';

export interface FoundDocument {
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
  readonly kind: string;
}

/** Returns a document of any seller; null if it does not exist. */
export const findDocument = firstRow<FoundDocument, [id: DocumentId]>(
  'find_document',
  `SELECT document.policy_number AS "policyNumber", policy.application_id AS "applicationId", document.kind
   FROM document
   JOIN policy ON policy.policy_number = document.policy_number
   WHERE document.id = $1`,
);
