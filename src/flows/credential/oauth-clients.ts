import { scopes } from '../../domain/credential/scope.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { chooseClientId } from '../../domain/partner/judge-seller.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import {
  areSellersOf,
  findOAuthClient,
  insertOAuthClient,
  type OAuthClientRecord,
  updateOAuthClient,
} from '../../store/credential/oauth-client.ts';
import { transact } from '../../store/database.ts';
import { lockRow } from '../../store/partner/lock-row.ts';
import type { ActorAndReason } from '../operator/actor-and-reason.ts';
import { actionOf, type IssueParts } from '../partner/integrations.ts';
import { readClientKeys } from './client-keys.ts';
import { newSecret, newSuffix } from './new-secret.ts';

export interface GivenOAuthClient {
  readonly name: string;
  readonly clientId?: string | undefined;
  readonly integrationId: string;
  /** Null: all sellers of the integration. */
  readonly sellerIds: readonly string[] | null;
  readonly scopes: readonly string[];
  /** A JSON Web Key or a set of them, as text; an empty set means no key. */
  readonly keys?: string | undefined;
}

export async function createOAuthClient(
  { database, hash }: IssueParts,
  given: GivenOAuthClient,
  { actor, reason }: ActorAndReason,
): Promise<{ readonly client: OAuthClientRecord; readonly clientSecret: string } | OperatorRefusal> {
  const name = given.name.trim();
  if (name === '' || name.length > 200) return refuseOperator('NameInvalid', 'name');
  const clientId = chooseClientId(given.clientId, name, newSuffix());
  if (isOperatorRefusal(clientId)) return clientId;
  const granted = scopes.filter((scope) => given.scopes.includes(scope));
  if (granted.length === 0 || granted.length !== new Set(given.scopes).size)
    return refuseOperator('ScopesInvalid', 'scopes');
  const publicKeys = given.keys === undefined ? [] : readKeys(given.keys);
  if (publicKeys === null) return refuseOperator('KeysInvalid', 'keys');
  const clientSecret = newSecret('nbs');
  const secretHash = await hash(clientSecret);
  const { integrationId, sellerIds } = given;
  return transact(database, async (tx) => {
    if (!(await lockRow(tx, 'integration', integrationId))) return refuseOperator('NotFound');
    if (sellerIds !== null && !(await areSellersOf(tx, integrationId, sellerIds)))
      return refuseOperator('SellerUnknown', 'sellerIds');
    const row = { integrationId, clientId, name, secretHash, publicKeys, sellerIds, scopes: granted };
    if (!(await insertOAuthClient(tx, row))) return refuseOperator('ClientIdTaken', 'clientId');
    const facts = { name, scopes: granted, keys: publicKeys.length };
    await recordAct(tx, { actor, reason, action: 'create OAuth client', subject: clientId, facts });
    return { client: (await findOAuthClient(tx, { clientId }))!, clientSecret };
  });
}

/** Disabled, it gets no tokens, and those that it has end. */
export async function changeOAuthClient(
  { database }: Pick<IssueParts, 'database'>,
  client: OAuthClientRecord,
  changes: { readonly isDisabled?: boolean; readonly keys?: string },
  { actor, reason }: ActorAndReason,
): Promise<OAuthClientRecord | OperatorRefusal> {
  const publicKeys = changes.keys === undefined ? undefined : readKeys(changes.keys);
  if (publicKeys === null) return refuseOperator('KeysInvalid', 'keys');
  return transact(database, async (tx) => {
    if (!(await lockRow(tx, 'oauth_client', client.id))) return refuseOperator('NotFound');
    const { isDisabled } = changes;
    await updateOAuthClient(tx, client.id, {
      ...(isDisabled !== undefined && { isDisabled }),
      ...(publicKeys !== undefined && { publicKeys }),
    });
    const facts = {
      ...(isDisabled !== undefined && { isDisabled: { from: client.isDisabled, to: isDisabled } }),
      ...(publicKeys !== undefined && { keys: { from: client.keyCount, to: publicKeys.length } }),
    };
    const action = actionOf(facts, 'OAuth client');
    await recordAct(tx, { actor, reason, action, subject: client.clientId, facts });
    return (await findOAuthClient(tx, { clientId: client.clientId }))!;
  });
}

/** What is stored of them; null if one can't be used. */
function readKeys(text: string): readonly object[] | null {
  return readClientKeys(text)?.map(({ jwk }) => jwk) ?? null;
}
