import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import {
  chooseUsername,
  type GivenSellerTerms,
  judgeSeller,
  type SellerTerms,
} from '../../domain/partner/judge-seller.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import { readIntegration } from '../../store/partner/integration.ts';
import { lockRow } from '../../store/partner/lock-row.ts';
import { hasQuoted, insertSeller, readSeller, type SellerRecord, updateSellerRow } from '../../store/partner/seller.ts';
import { newSecret, newSuffix } from '../credential/new-secret.ts';
import { type ActorAndReason, changesBetween } from '../operator/actor-and-reason.ts';
import { actionOf, type IssueParts } from './integrations.ts';

export interface GivenSeller extends GivenSellerTerms {
  readonly integrationId: string;
  readonly username?: string | undefined;
}

export interface IssuedSeller {
  readonly seller: SellerRecord;
  /** Shown only here: only its hash is stored. */
  readonly password: string;
}

export async function createSeller(
  { database, hash }: IssueParts,
  given: GivenSeller,
  { actor, reason, now }: ActorAndReason & { readonly now: Date },
): Promise<IssuedSeller | OperatorRefusal> {
  const terms = judgeSeller(given);
  if (isOperatorRefusal(terms)) return terms;
  const username = chooseUsername(given.username, terms.name, newSuffix());
  if (isOperatorRefusal(username)) return username;
  const password = newSecret('nbp');
  const passwordHash = await hash(password);
  return transact(database, async (tx) => {
    const integration = await readIntegration(tx, { id: given.integrationId });
    if (integration === null) return refuseOperator('NotFound', 'integrationId');
    const id = await insertSeller(tx, { ...terms, integrationId: integration.id, username, passwordHash, now });
    if (id === null) return refuseOperator('UsernameTaken', 'username');
    const facts = { clientId: integration.clientId, ...terms };
    await recordAct(tx, { actor, reason, action: 'create seller', subject: username, facts });
    return { seller: (await readSeller(tx, { id }))!, password };
  });
}

export type SellerChanges = Partial<GivenSellerTerms & { readonly isDisabled: boolean }>;

/** Omitted properties stay. A disabled seller can't sign in, and its tokens end. */
export async function updateSeller(
  { database }: Pick<IssueParts, 'database'>,
  id: string,
  changes: SellerChanges,
  { actor, reason }: ActorAndReason,
): Promise<SellerRecord | OperatorRefusal> {
  return transact(database, async (tx) => {
    const before = (await lockRow(tx, 'seller', id)) ? await readSeller(tx, { id }) : null;
    if (before === null) return refuseOperator('NotFound');
    const terms: SellerTerms | OperatorRefusal = judgeSeller({ ...before, ...changes });
    if (isOperatorRefusal(terms)) return terms;
    // Its quotes have the taxes of the province, and its "today" is the province's.
    if (terms.province !== before.province && (await hasQuoted(tx, { sellerId: id })))
      return refuseOperator('ProvinceFixed', 'province');
    const after = { ...terms, isDisabled: changes.isDisabled ?? before.isDisabled };
    const facts = changesBetween<typeof after>(before, after);
    if (Object.keys(facts).length === 0) return before;
    await updateSellerRow(tx, id, after);
    await recordAct(tx, { actor, reason, action: actionOf(facts, 'seller'), subject: before.username, facts });
    return { ...before, ...after };
  });
}
