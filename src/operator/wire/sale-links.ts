import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import { languages } from '../../domain/language.ts';
import { saleLinkMethods } from '../../domain/sale-link/sale-link.ts';
import type { ListedSaleLink, MadeLink } from '../../flows/sale-link/operator-links.ts';
import { choice, day, flag, reason, type Sent } from './parts.ts';

/** `GET /api/sellers/:id/sale-links`, the latest first. */
export type WireSaleLink = Sent<ListedSaleLink>;

/** `POST /api/sellers/:id/sale-links`. The address is shown this once. */
export const newSaleLink = Type.Object({
  firstOrCompanyName: Type.Optional(Type.String({ maxLength: 100 })),
  lastName: Type.Optional(Type.String({ maxLength: 100 })),
  emailAddress: Type.Optional(Type.String({ maxLength: 254 })),
  phoneNumber: Type.Optional(Type.String({ maxLength: 40 })),
  vin: Type.Optional(Type.String({ maxLength: 40 })),
  partnerReference: Type.Optional(Type.String({ maxLength: 64 })),
  language: Type.Optional(choice(languages)),
  validUntil: Type.Optional(day),
  /** Those that the seller has, if none is named. */
  paymentMethods: Type.Optional(Type.Array(choice(saleLinkMethods), { maxItems: 2 })),
  /** In dollars, as it is typed: it is no figure of ours yet. */
  downPayment: Type.Optional(Type.String({ maxLength: 12 })),
  /** Whether its address is mailed to the e-mail address, in the customer's language. */
  isMailed: Type.Optional(flag),
  reason: Type.Optional(reason),
});
export type NewSaleLink = Static<typeof newSaleLink>;
export type CreatedSaleLink = Sent<MadeLink>;

/** `POST /api/sale-links/:id/mail`: to the e-mail address that the link was made with, once more if need be. */
export const mailOrder = Type.Object({ reason: Type.Optional(reason) });
