import type { ApplicationId } from '../../domain/ids.ts';
import { runs } from '../statement.ts';

/** What happened to a sale. Nothing that a person typed: the audit is kept. */
export interface Noted {
  readonly applicationId: ApplicationId;
  readonly event: string;
  readonly facts: object;
}

/** Writes a row of the audit, in the transaction of what happened. */
export const note = runs(
  'note',
  'INSERT INTO audit (application_id, event, facts) VALUES ($1, $2, $3)',
  ({ applicationId, event, facts }: Noted) => [applicationId, event, JSON.stringify(facts)],
);
