import type { Province } from '../../domain/address/province.ts';
import type { PaymentMethod } from '../../domain/payment-method.ts';
import type { Series } from '../../domain/rating/vocabulary.ts';

/** Onboarding as it goes over the operator's API. Timestamps are RFC 3339 in UTC. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/** `GET /api/integrations?search&cursor&limit`, by name; `search` is the beginning of a name, or a client id. */
export type IntegrationPage = Page<WireIntegration>;

/** `GET` and `PATCH /api/integrations/:id`. */
export interface WireIntegration {
  readonly id: string;
  readonly clientId: string;
  readonly name: string;
  /** Requests per 60 seconds; null for the service's own limit. */
  readonly rateLimit: number | null;
  readonly isDisabled: boolean;
  readonly sellerCount: number;
  readonly createdAt: string;
  readonly secretIssuedAt: string;
  /** Until when the secret before the current one is good; null when there is none. */
  readonly previousSecretUntil: string | null;
}

/** `POST /api/integrations`. Without a client id, one is made. */
export interface NewIntegration {
  readonly name: string;
  readonly clientId?: string;
  readonly rateLimit?: number | null;
  readonly reason?: string;
}

export interface CreatedIntegration {
  readonly integration: WireIntegration;
  /** Shown this once. */
  readonly clientSecret: string;
}

/** `PATCH /api/integrations/:id`. What is left out stays. */
export interface IntegrationChanges {
  readonly name?: string;
  readonly rateLimit?: number | null;
  readonly isDisabled?: boolean;
  readonly reason?: string;
}

/** `POST /api/integrations/:id/secret` and `POST /api/sellers/:id/password`. 0 hours end the old one at once. */
export interface Rotation {
  readonly overlapHours: number;
  readonly reason?: string;
}

export interface RotatedSecret {
  /** Shown this once. */
  readonly clientSecret: string;
  readonly previousSecretUntil: string | null;
}

export interface RotatedPassword {
  /** Shown this once. */
  readonly password: string;
  readonly previousPasswordUntil: string | null;
}

/** `GET /api/sellers?search&integrationId&cursor&limit`, by name; `search` is the beginning of a name, or a username. */
export type SellerPage = Page<WireSeller>;

/** `GET` and `PATCH /api/sellers/:id`. */
export interface WireSeller {
  readonly id: string;
  readonly integration: {
    readonly id: string;
    readonly clientId: string;
    readonly name: string;
    readonly isDisabled: boolean;
  };
  readonly username: string;
  readonly name: string;
  readonly province: Province;
  readonly series: readonly Series[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly requiresProducerCode: boolean;
  readonly isDisabled: boolean;
  /** Active dealer links. */
  readonly dealerCount: number;
  readonly createdAt: string;
  readonly passwordIssuedAt: string;
  readonly previousPasswordUntil: string | null;
}

/** `POST /api/sellers`. Without a username, one is made from the name. */
export interface NewSeller {
  readonly integrationId: string;
  readonly name: string;
  readonly username?: string;
  readonly province: Province;
  readonly series: readonly Series[];
  readonly paymentMethods: readonly PaymentMethod[];
  readonly requiresProducerCode?: boolean;
  readonly reason?: string;
}

export interface CreatedSeller {
  readonly seller: WireSeller;
  /** Shown this once. */
  readonly password: string;
}

/** `PATCH /api/sellers/:id`. What is left out stays. The province is fixed from the seller's first quote on. */
export interface SellerChanges {
  readonly name?: string;
  readonly province?: Province;
  readonly series?: readonly Series[];
  readonly paymentMethods?: readonly PaymentMethod[];
  readonly requiresProducerCode?: boolean;
  readonly isDisabled?: boolean;
  readonly reason?: string;
}

/** `GET /api/dealers?search&cursor&limit` and `GET /api/sellers/:id/dealers?search&cursor&limit` (active links), by name; `search`: or an id. */
export type DealerPage = Page<WireDealer>;

export interface WireDealer {
  readonly id: string;
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly postalCode: string;
  readonly province: Province;
  /** Sellers with an active link. */
  readonly sellerCount: number;
}

/** `POST /api/dealers`. */
export interface NewDealer {
  readonly id: string;
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly postalCode: string;
  readonly province: Province;
  readonly reason?: string;
}

/** `PATCH /api/dealers/:id`. */
export type DealerChanges = Partial<Omit<NewDealer, 'id'>>;

/** `GET /api/lien-holders?search&cursor&limit`, by name; `search`: or an id. */
export type LienHolderPage = Page<WireLienHolder>;

export interface WireLienHolder {
  readonly id: string;
  readonly name: string;
  readonly addressLine1: string;
  readonly city: string;
  readonly postalCode: string;
}

/** `POST /api/lien-holders`. */
export interface NewLienHolder extends WireLienHolder {
  readonly reason?: string;
}

/** `PATCH /api/lien-holders/:id`. */
export type LienHolderChanges = Partial<Omit<NewLienHolder, 'id'>>;

/**
 * The lines of the answer to `POST /api/dealers/import?dryRun=true|false&reason` and `POST /api/lien-holders/import?…`
 * (`text/csv` in, `application/x-ndjson` out). The last line is the result. Any fault, and nothing is changed.
 */
export type ImportLine = ImportProgress | ImportFault | ImportResult;

export interface ImportProgress {
  readonly kind: 'progress';
  readonly rowsRead: number;
  readonly bytesRead: number;
}

export interface ImportFault {
  readonly kind: 'fault';
  /** As an editor counts; the header is line 1. */
  readonly line: number;
  /** The column's name; empty when the whole line is meant. */
  readonly column: string;
  readonly code: string;
  readonly message: string;
  /** The beginning of what stands there. */
  readonly value: string;
}

export interface ImportResult {
  readonly kind: 'result';
  readonly isDryRun: boolean;
  /** Whether the rows are in: no dry run, no fault. */
  readonly isDone: boolean;
  readonly rowsRead: number;
  readonly faultCount: number;
  /** What was done or, on a dry run, what would be. All 0 with a fault. */
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly linked: number;
}
