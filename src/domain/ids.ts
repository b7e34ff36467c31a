/**
 * The ids that we give out are UUIDs. A text from outside becomes one here, once: what has another form can't be one
 * and is not found, and capitals are the same id. Behind the API and the operator's routes and commands only these
 * types go on.
 */
export type ApplicationId = Id<'application'>;
export type PaymentId = Id<'card payment'>;
export type DocumentId = Id<'document'>;
export type MailId = Id<'mail'>;
export type ReversalId = Id<'reversal'>;

export type AnyId = ApplicationId | PaymentId | DocumentId | MailId | ReversalId;

/** The id in its one spelling; null when the text can't be one. */
export function parseId<Kind extends AnyId>(text: string): Kind | null {
  return parseUuid(text) as Kind | null;
}

/** For an id whose kind is not known, or is not one of these. */
export function parseUuid(text: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null;
}

declare const kind: unique symbol;
type Id<Kind extends string> = string & { readonly [kind]: Kind };
