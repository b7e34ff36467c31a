/**
 * Our ids are UUIDs. Text from outside is parsed here, once: malformed text is treated as an unknown id, and case is
 * ignored. Code behind the API, the operator's routes and the commands uses only these types.
 */
export type ApplicationId = Id<'application'>;
export type PaymentId = Id<'card payment'>;
export type DocumentId = Id<'document'>;
export type MailId = Id<'mail'>;
export type ReversalId = Id<'reversal'>;
export type DifferenceId = Id<'settlement difference'>;
export type ErasureId = Id<'erasure'>;
export type EntryId = Id<'ledger entry'>;
export type EventId = Id<'event'>;

export type AnyId =
  | ApplicationId
  | PaymentId
  | DocumentId
  | MailId
  | ReversalId
  | DifferenceId
  | ErasureId
  | EntryId
  | EventId;

/** Returns the id in lower case; null if the text is malformed. */
export function parseId<Kind extends AnyId>(text: string): Kind | null {
  return parseUuid(text) as Kind | null;
}

/** Reads an id whose kind is not known or has no parser of its own. */
export function parseUuid(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}

declare const kind: unique symbol;
type Id<Kind extends string> = string & { readonly [kind]: Kind };
