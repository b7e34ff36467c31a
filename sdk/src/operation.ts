import { operations } from './contract-types.ts';

export type OperationName = keyof typeof operations;

/**
 * What the contract allows to be repeated without an answer, besides what only reads: operations that are "safe to
 * repeat", and the bind. Not a quote or a card payment: each call makes another one.
 */
const safeToRepeat: ReadonlySet<OperationName> = new Set<OperationName>([
  'authenticate',
  'oauthToken',
  'quoteFinancing',
  'paymentCardConfirm',
  'disclosures',
  'bind',
  'cancellationRequest',
  'changeWebhookEndpoint',
  'replayWebhookEvents',
  'withdrawSaleLink',
  'sandboxReset',
]);

/** With a key of the partner's, what would make another one is safe to repeat, too. */
export function isSafeToRepeat({ operation, isKeyed = false }: Repeatable): boolean {
  return operations[operation].method === 'GET' || safeToRepeat.has(operation) || isKeyed;
}

export interface Repeatable {
  readonly operation: OperationName;
  /** Whether the call has an idempotency key. */
  readonly isKeyed?: boolean;
}

export function okStatusOf(operation: OperationName): number {
  const row = operations[operation];
  return 'status' in row ? row.status : 200;
}

type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Returns the path and query of a call, with the contract's spelling of query names. */
export function addressOf(operation: OperationName, params: Values, query: Values): string {
  const { path, query: spelling = {} }: { path: string; query?: Readonly<Record<string, string>> } =
    operations[operation];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const given = Object.entries(spelling).flatMap(([name, spelt]) => {
    const value = query[name];
    return value === undefined || value === null ? [] : [[spelt, String(value)]];
  });
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}
