import type { ApplicationId, DocumentId } from '../../domain/ids.ts';
import { read } from '../statement.ts';

export interface FoundDocument {
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
  readonly kind: string;
}

/** Returns a document of any seller; null if it does not exist. */
export const findDocument = read.firstRow<FoundDocument, [{ readonly id: DocumentId }]>(
  'find_document',
  `SELECT document.policy_number AS "policyNumber", policy.application_id AS "applicationId", document.kind
   FROM document
   JOIN policy ON policy.policy_number = document.policy_number
   WHERE document.id = :id`,
);
