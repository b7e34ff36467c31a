import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Log } from '../../domain/log.ts';
import {
  type ClaimRules,
  clientIdsOf,
  isOperatorName,
  operatorNameOf,
  roleOf,
} from '../../domain/operator/judge-identity.ts';
import type { VisibleIntegrations } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { BegunSignIn, Identity, IdentityProvider, KeptSignIn } from '../../ports/identity-provider.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Database, type Tx, transact } from '../../store/database.ts';
import {
  changeAccount,
  findAccountBySubject,
  insertAccount,
  type OperatorAccount,
  readAccount,
} from '../../store/operator/operator-account.ts';
import { findIntegration } from '../../store/partner/integration.ts';
import { startSession } from './sign-in.ts';

export interface ProviderSignInParts {
  readonly provider: IdentityProvider;
  readonly database: Database;
  readonly log: Log;
  readonly rules: ClaimRules;
  /** Hashes a password for storage. */
  readonly hash: (secret: string) => Promise<string>;
}

/** Returns where to send the browser, and what must be kept for it until it comes back to `returnUrl`. */
export async function beginProviderSignIn(
  { provider, log }: ProviderSignInParts,
  returnUrl: string,
): Promise<BegunSignIn | OperatorRefusal> {
  const begun = await provider.begin(returnUrl);
  if (begun.kind === 'done') return begun.value;
  log.warn('identity provider not reached', { cause: begun.kind === 'refused' ? begun.reason : begun.cause });
  return refuseOperator('IdentityProviderUnavailable');
}

/** Who was named, for the log, and what came of it. */
export interface ProviderSignIn {
  /** The account's name; null as long as the provider has named nobody whom we know. */
  readonly account: string | null;
  readonly outcome: { readonly token: string } | OperatorRefusal;
}

export async function finishProviderSignIn(
  parts: ProviderSignInParts,
  arrivedUrl: string,
  kept: KeptSignIn,
): Promise<ProviderSignIn> {
  const finished = await parts.provider.finish(arrivedUrl, kept);
  switch (finished.kind) {
    case 'done':
      return signInAs(parts, finished.value);
    case 'refused':
      parts.log.warn('identity provider refused', { cause: finished.reason });
      return nobody(refuseOperator('SignInFailed'));
    case 'not-sent':
    case 'unknown':
      parts.log.warn('identity provider not reached', { cause: finished.cause });
      return nobody(refuseOperator('IdentityProviderUnavailable'));
  }
}

const nobody = (outcome: OperatorRefusal): ProviderSignIn => ({ account: null, outcome });

export type { KeptSignIn };

/**
 * Signs in whom the identity provider names. The first time it makes an account; each time it sets the role and the
 * integrations anew, by the claims, and records it where they changed. An account with a password of ours is never
 * taken over: accounts are the same only by the provider's subject, not by a name.
 */
async function signInAs(parts: ProviderSignInParts, identity: Identity): Promise<ProviderSignIn> {
  const { database, rules } = parts;
  const role = roleOf(identity.claims, rules);
  if (role === null) return nobody(refuseOperator('IdentityWithoutRole'));
  const integrationIds = await integrationIdsOf(database, clientIdsOf(identity.claims, rules));
  const unusablePassword = await parts.hash(randomBytes(32).toString('base64url'));
  const account = await transact(database, (tx) =>
    takeAccount(tx, identity, { role, integrationIds, passwordHash: unusablePassword }),
  );
  if (isOperatorRefusal(account)) return nobody(account);
  const outcome = account.isDisabled ? refuseOperator('SignInFailed') : await startSession(database, account.id);
  return { account: account.name, outcome };
}

async function takeAccount(
  tx: Tx,
  identity: Identity,
  { role, integrationIds, passwordHash }: Pick<OperatorAccount, 'role' | 'integrationIds' | 'passwordHash'>,
): Promise<OperatorAccount | OperatorRefusal> {
  const oidcSubject = `${identity.issuer} ${identity.subject}`;
  const before = await findAccountBySubject(tx, { oidcSubject });
  if (before !== null) {
    const after = { role, integrationIds };
    if (isDeepStrictEqual({ role: before.role, integrationIds: before.integrationIds }, after)) return before;
    await changeAccount(tx, before.id, after);
    await recordAct(tx, {
      actor: { kind: 'account', name: before.name },
      action: 'change account',
      subject: before.name,
      reason: '',
      facts: { ...after, issuer: identity.issuer },
    });
    return before;
  }
  for (const name of namesFor(identity)) {
    const made = { name, role, passwordHash, mustChangePassword: false, integrationIds, oidcSubject };
    const id = await insertAccount(tx, made);
    if (id === null) continue;
    const actor = { kind: 'account', name } as const;
    const facts = { role, issuer: identity.issuer, ...(integrationIds !== null && { integrationIds }) };
    await recordAct(tx, { actor, action: 'create account', subject: name, reason: '', facts });
    return (await readAccount(tx, { id }))!;
  }
  return refuseOperator('AccountNameTaken');
}

/** The provider's own name for the person and, where an account has that name, one that also names the provider. */
function namesFor({ issuer, claims }: Identity): readonly string[] {
  const name = operatorNameOf(claims);
  return name === null ? [] : [name, `${name}@${new URL(issuer).hostname}`].filter(isOperatorName);
}

/** Client ids that no integration has are left out. */
async function integrationIdsOf(tx: Tx, clientIds: readonly string[] | null): Promise<VisibleIntegrations> {
  if (clientIds === null) return null;
  const found = await Promise.all(
    clientIds.slice(0, integrationsMax).map((clientId) => findIntegration(tx, { clientId })),
  );
  return found.flatMap((integration) => integration?.id ?? []).sort(); // The order of a claim says nothing.
}

const integrationsMax = 100;
