import { type Scope, scopeValues } from '../../../contract/vocabulary.ts';

/** What a token may be used for. The contract says what each of them opens: `scopes` of its operations. */
export const scopes = scopeValues;
export type { Scope };

interface ScopeRule {
  /** Whether it is given where none is named: to a new client, and to a token of the contract's own sign-in. */
  readonly isDefault: boolean;
  /** Whether a token for all sellers of a client may have it; to sell, one has to say for whom. */
  readonly isForAllSellers: boolean;
}

const rules: Readonly<Record<Scope, ScopeRule>> = {
  sell: { isDefault: true, isForAllSellers: false },
  read: { isDefault: true, isForAllSellers: true },
  manage: { isDefault: true, isForAllSellers: true },
};

export const defaultScopes: readonly Scope[] = scopes.filter((scope) => rules[scope].isDefault);
export const scopesForAllSellers: readonly Scope[] = scopes.filter((scope) => rules[scope].isForAllSellers);
