import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import { languages } from '../../domain/language.ts';
import type { ListedSaleLink } from '../../flows/sale-link/operator-links.ts';
import type { ShownSaleLink } from '../../flows/sale-link/sale-links.ts';
import { choice, day, reason, type Sent } from './parts.ts';

/** `GET /api/sellers/:id/sale-links`, the latest first. */
export type WireSaleLink = Sent<ListedSaleLink>;

/** `POST /api/sellers/:id/sale-links`. The address is shown this once. */
export const newSaleLink = Type.Object({
  vin: Type.Optional(Type.String({ maxLength: 40 })),
  partnerReference: Type.Optional(Type.String({ maxLength: 64 })),
  language: Type.Optional(choice(languages)),
  validUntil: Type.Optional(day),
  /** In dollars, as it is typed: it is no figure of ours yet. */
  downPayment: Type.Optional(Type.String({ maxLength: 12 })),
  reason: Type.Optional(reason),
});
export type NewSaleLink = Static<typeof newSaleLink>;
export type CreatedSaleLink = Sent<ShownSaleLink>;
