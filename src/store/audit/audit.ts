import type { AuditEvent, SaleFactName, SaleFacts } from '../../domain/history/sale-event.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { write } from '../statement.ts';

/** What happened to a sale. Nothing that a person typed: the audit is kept. */
export interface Noted {
  readonly applicationId: ApplicationId;
  readonly event: AuditEvent;
  readonly facts: SaleFacts;
}

/** Writes a row of the audit, in the transaction of what happened. */
export const note = write.runs(
  'note',
  'INSERT INTO audit (application_id, event, facts) VALUES (:applicationId, :event, :facts)',
  ({ applicationId, event, facts }: Noted) => ({ applicationId, event, facts: JSON.stringify(facts) }),
);

/** The event and its facts, each by its SQL: for a statement that writes the row of the audit with what happened. */
export function auditedSql(event: AuditEvent, facts: Readonly<Partial<Record<SaleFactName, string>>>): string {
  return `'${event}', json_build_object(${Object.entries(facts).map(([name, sql]) => `'${name}', ${sql}`)})`;
}
