import { type Integration, isActive, type PreviousSecret, type Seller } from '../partner/seller.ts';
import { type Scope, scopes } from './scope.ts';

/** A partner's program that gets its tokens by OAuth 2.0. */
export interface OAuthClient {
  readonly id: string;
  readonly clientId: string;
  readonly integration: Integration;
  readonly secretHash: string;
  readonly previousSecret: PreviousSecret | null;
  /** JSON Web Keys; empty when it proves itself by its secret alone. */
  readonly publicKeys: readonly object[];
  /** Null: all sellers of its integration. */
  readonly sellerIds: readonly string[] | null;
  readonly scopes: readonly Scope[];
  readonly isDisabled: boolean;
}

export function mayActFor(client: OAuthClient, seller: Seller): boolean {
  return (
    seller.integration.id === client.integration.id &&
    (client.sellerIds === null || client.sellerIds.includes(seller.id)) &&
    isActive(seller)
  );
}

/** What a request's `scope` asks for; null if a word of it is no scope. */
export interface ScopeRequest {
  /** Empty: all that the client may. */
  readonly scopes: readonly Scope[];
  readonly username: string | null;
  /** `seller:*` */
  readonly isForAllSellers: boolean;
}

export function readScope(text: string): ScopeRequest | null {
  const words = text.split(' ').filter((word) => word !== '');
  const sellers = words.filter((word) => word.startsWith(sellerPrefix));
  const named = words.filter((word) => !word.startsWith(sellerPrefix));
  if (sellers.length > 1 || !named.every((word) => scopes.includes(word as Scope))) return null;
  const username = sellers[0]?.slice(sellerPrefix.length) ?? null;
  const isForAllSellers = username === allSellers;
  return {
    scopes: scopes.filter((scope) => named.includes(scope)),
    username: isForAllSellers ? null : username,
    isForAllSellers,
  };
}

/** `seller` null: all sellers of the client. */
export function writeScope(granted: readonly Scope[], seller: Seller | null): string {
  return [...granted, sellerPrefix + (seller?.username ?? allSellers)].join(' ');
}

const sellerPrefix = 'seller:';
const allSellers = '*';
