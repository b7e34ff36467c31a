import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { chooseClientId, type IntegrationTerms, judgeIntegration } from '../../domain/partner/judge-seller.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Database, transact } from '../../store/database.ts';
import {
  type IntegrationRecord,
  insertIntegration,
  readIntegration,
  updateIntegrationRow,
} from '../../store/partner/integration.ts';
import { lockRow } from '../../store/partner/lock-row.ts';
import { newSecret, newSuffix } from '../credential/new-secret.ts';
import { type ActorAndReason, changesBetween } from '../operator/actor-and-reason.ts';

export interface IssueParts {
  readonly database: Database;
  /** Hashes a secret for storage. */
  readonly hash: (secret: string, beside?: string) => Promise<string>;
}

export interface GivenIntegration extends Omit<IntegrationTerms, 'refusesSecondPolicy'> {
  readonly refusesSecondPolicy?: boolean;
  readonly clientId?: string | undefined;
}

export interface IssuedIntegration {
  readonly integration: IntegrationRecord;
  /** Shown only here: only its hash is stored. */
  readonly clientSecret: string;
}

export async function createIntegration(
  { database, hash }: IssueParts,
  given: GivenIntegration,
  { actor, reason, now }: ActorAndReason & { readonly now: Date },
): Promise<IssuedIntegration | OperatorRefusal> {
  const terms = judgeIntegration({ refusesSecondPolicy: false, ...given });
  if (isOperatorRefusal(terms)) return terms;
  const clientId = chooseClientId(given.clientId, terms.name, newSuffix());
  if (isOperatorRefusal(clientId)) return clientId;
  const clientSecret = newSecret('nbs');
  const secretHash = await hash(clientSecret);
  return transact(database, async (tx) => {
    const id = await insertIntegration(tx, { ...terms, clientId, secretHash, now });
    if (id === null) return refuseOperator('ClientIdTaken', 'clientId');
    await recordAct(tx, { actor, reason, action: 'create integration', subject: clientId, facts: { ...terms } });
    return { integration: (await readIntegration(tx, { id }))!, clientSecret };
  });
}

export type IntegrationChanges = Partial<IntegrationTerms & { readonly isDisabled: boolean }>;

/** Omitted properties stay. Sellers of a disabled integration can't sign in, and their tokens end. */
export async function updateIntegration(
  { database }: Pick<IssueParts, 'database'>,
  id: string,
  changes: IntegrationChanges,
  { actor, reason }: ActorAndReason,
): Promise<IntegrationRecord | OperatorRefusal> {
  return transact(database, async (tx) => {
    const before = (await lockRow(tx, 'integration', id)) ? await readIntegration(tx, { id }) : null;
    if (before === null) return refuseOperator('NotFound');
    const terms = judgeIntegration({ ...before, ...changes });
    if (isOperatorRefusal(terms)) return terms;
    const after = { ...terms, isDisabled: changes.isDisabled ?? before.isDisabled };
    const facts = changesBetween<typeof after>(before, after);
    if (Object.keys(facts).length === 0) return before;
    await updateIntegrationRow(tx, id, after);
    await recordAct(tx, { actor, reason, action: actionOf(facts, 'integration'), subject: before.clientId, facts });
    return { ...before, ...after };
  });
}

/** Disabling and enabling are recorded under their own names, so that they can be found later. */
export function actionOf(
  facts: Readonly<Record<string, unknown>>,
  what: 'integration' | 'OAuth client' | 'seller' | 'webhook endpoint',
): OperatorAction {
  const { isDisabled } = facts as { isDisabled?: { readonly to: boolean } };
  if (isDisabled === undefined) return `change ${what}`;
  return isDisabled.to ? `disable ${what}` : `enable ${what}`;
}
