import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { ImportFault as FoundFault, ImportProgress, ImportResult } from '../../domain/import/import-line.ts';
import type { LienHolderEntry } from '../../domain/partner/judge-entry.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { Province } from '../../domain/province.ts';
import type { Series } from '../../domain/quote/vocabulary.ts';
import type { IssuedIntegration } from '../../flows/partner/integrations.ts';
import type { IssuedSeller } from '../../flows/partner/sellers.ts';
import type { OAuthClientRecord } from '../../store/credential/oauth-client.ts';
import type { DealerRecord } from '../../store/partner/dealer.ts';
import type { IntegrationRecord } from '../../store/partner/integration.ts';
import type { SellerRecord } from '../../store/partner/seller.ts';
import { flag, type Sent, uuid } from './parts.ts';

/**
 * Onboarding in the operator's API. The schemas limit sizes; values are checked by the flow, which the command line
 * uses as well.
 */
const line = Type.String({ maxLength: 200 });
const choices = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 });
const reason = Type.Optional(Type.String({ maxLength: 500 }));
const province = Type.Unsafe<Province>(line);
// The type is a list of two: in a union, the server's coercion would turn null into 0.
const rateLimit = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

/** What every list by name takes: `search` is the beginning of a name, or a client id, a username or an id. */
export const nameListQuery = Type.Object({
  search: Type.Optional(line),
  cursor: Type.Optional(Type.String({ maxLength: 1_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

/** A DELETE and a link have no body. */
export const reasonQuery = Type.Object({ reason });
export const byEntryId = Type.Object({ id: Type.String({ maxLength: 64 }) });
export const byLink = Type.Object({ id: uuid, dealerId: Type.String({ maxLength: 64 }) });

/** `GET` and `PATCH /api/integrations/:id`; `GET /api/integrations` lists them by name. */
export type WireIntegration = Sent<IntegrationRecord>;

/** `POST /api/integrations`. Without a client id, one is made. */
export const newIntegration = Type.Object({
  name: line,
  clientId: Type.Optional(line),
  rateLimit: Type.Optional(rateLimit),
  refusesSecondPolicy: Type.Optional(flag),
  reason,
});
export type NewIntegration = Static<typeof newIntegration>;

/** The secret is shown this once. */
export type CreatedIntegration = Sent<IssuedIntegration>;

/** `PATCH /api/integrations/:id`. What is left out stays. */
export const integrationChanges = Type.Partial(
  Type.Object({ name: line, rateLimit, refusesSecondPolicy: flag, isDisabled: flag, reason }),
);
export type IntegrationChanges = Static<typeof integrationChanges>;

/** `POST /api/integrations/:id/secret` and `POST /api/sellers/:id/password`. 0 hours end the old one at once. */
export const rotation = Type.Object({ overlapHours: Type.Integer(), reason });
export type Rotation = Static<typeof rotation>;

/** Shown this once, as is a rotated password. */
export interface RotatedSecret {
  readonly clientSecret: string;
  readonly previousSecretUntil: string | null;
}

export interface RotatedPassword {
  readonly password: string;
  readonly previousPasswordUntil: string | null;
}

/** `GET /api/oauth-clients/:id`; `GET /api/integrations/:id/oauth-clients` lists them by client id. */
export type WireOAuthClient = Sent<OAuthClientRecord>;

/** A JSON Web Key or a set of them, as text. An empty set, `{"keys":[]}`, takes a client's keys away. */
const keys = Type.String({ maxLength: 20_000 });

/** `POST /api/integrations/:id/oauth-clients`. Without a client id, one is made; without sellers, it acts for all. */
export const newOAuthClient = Type.Object({
  name: line,
  clientId: Type.Optional(line),
  sellerIds: Type.Optional(Type.Array(uuid, { minItems: 1, maxItems: 100 })),
  scopes: choices,
  keys: Type.Optional(keys),
  reason,
});
export type NewOAuthClient = Static<typeof newOAuthClient>;

/** The secret is shown this once. */
export interface CreatedOAuthClient {
  readonly client: WireOAuthClient;
  readonly clientSecret: string;
}

/** `PATCH /api/oauth-clients/:id`. What is left out stays. */
export const oauthClientChanges = Type.Partial(Type.Object({ isDisabled: flag, keys, reason }));
export type OAuthClientChanges = Static<typeof oauthClientChanges>;

const sellerTerms = {
  name: line,
  province,
  series: Type.Unsafe<readonly Series[]>(choices),
  paymentMethods: Type.Unsafe<readonly PaymentMethod[]>(choices),
  requiresProducerCode: flag,
  requiresAcknowledgements: flag,
  sellsByLink: flag,
};

/** `GET` and `PATCH /api/sellers/:id`; `GET /api/sellers?integrationId` lists them by name. */
export type WireSeller = Sent<SellerRecord>;
export const sellersQuery = Type.Object({ ...nameListQuery.properties, integrationId: Type.Optional(uuid) });

/** `POST /api/sellers`. Without a username, one is made from the name. */
export const newSeller = Type.Object({
  integrationId: uuid,
  ...sellerTerms,
  requiresProducerCode: Type.Optional(flag),
  requiresAcknowledgements: Type.Optional(flag),
  sellsByLink: Type.Optional(flag),
  username: Type.Optional(line),
  reason,
});
export type NewSeller = Static<typeof newSeller>;

/** The password is shown this once. */
export type CreatedSeller = Sent<IssuedSeller>;

/** `PATCH /api/sellers/:id`. What is left out stays. The province is fixed from the seller's first quote on. */
export const sellerChanges = Type.Partial(Type.Object({ ...sellerTerms, isDisabled: flag, reason }));
export type SellerChanges = Static<typeof sellerChanges>;

const place = { id: line, name: line, addressLine1: line, city: line, postalCode: line };

/** `GET /api/lien-holders` lists them by name. */
export type WireLienHolder = LienHolderEntry;

export const newLienHolder = Type.Object({ ...place, reason });

/** `PATCH /api/lien-holders/:id`. What is left out stays. */
export const lienHolderChanges = Type.Partial(Type.Omit(newLienHolder, ['id']));

/** `GET /api/dealers` and `GET /api/sellers/:id/dealers` (active links) list them by name. */
export type WireDealer = DealerRecord;

export const newDealer = Type.Object({ ...place, province, reason });

/** `PATCH /api/dealers/:id`. What is left out stays. */
export const dealerChanges = Type.Partial(Type.Omit(newDealer, ['id']));

/** `POST /api/dealers/import` and `POST /api/lien-holders/import`: `text/csv` in, `application/x-ndjson` out. */
export const importQuery = Type.Object({ dryRun: Type.Optional(flag), reason });

/** The lines of its answer. The last one is the result. Any fault, and nothing is changed. */
export type ImportLine = ImportProgress | ImportFault | ImportResult;
export type ImportFault = FoundFault & { readonly message: string };
export type { ImportProgress, ImportResult } from '../../domain/import/import-line.ts';
