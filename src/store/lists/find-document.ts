import type { ApplicationId, DocumentId } from '../../domain/ids.ts';
import { statement, type Tx } from '../database.ts';

export interface FoundDocument {
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
  readonly kind: string;
}

/** Returns a document of any seller; null if it does not exist. */
export async function findDocument(tx: Tx, id: DocumentId): Promise<FoundDocument | null> {
  const { rows } = await tx.query<FoundDocument>(find(id));
  return rows[0] ?? null;
}

const find = statement(
  'find_document',
  `SELECT document.policy_number AS "policyNumber", policy.application_id AS "applicationId", document.kind
   FROM document
   JOIN policy ON policy.policy_number = document.policy_number
   WHERE document.id = $1`,
);
