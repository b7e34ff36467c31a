import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { Province } from '../../domain/province.ts';
import type { ShownLicence } from '../../flows/partner/licences.ts';
import { day, flag, limit, reason, uuid } from './parts.ts';

const line = Type.String({ maxLength: 100 });
const province = Type.Unsafe<Province>(Type.String({ maxLength: 20 }));

/** `GET /api/licences`: the first to expire first; of one holder, or of all. */
export const licencesQuery = Type.Object({
  sellerId: Type.Optional(uuid),
  dealerId: Type.Optional(Type.String({ maxLength: 64 })),
  withinDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_650 })),
  cursor: Type.Optional(Type.String({ maxLength: 1_000 })),
  limit,
});
export type WireLicence = ShownLicence;

/** `PUT /api/sellers/:id/licences` and `PUT /api/dealers/:id/licences`: added, or changed if it is there. */
export const keptLicence = Type.Object({
  province,
  class: line,
  number: line,
  expiresOn: line,
  reason: Type.Optional(reason),
});
export type KeptLicence = Static<typeof keptLicence>;

/** `DELETE` of the same path takes this. */
export const licenceName = Type.Object({ province, class: line, reason: Type.Optional(reason) });

/** `GET` and `POST /api/licence-requirements`. */
export const requirement = Type.Object({ province, fromDay: day, isNeeded: flag });
export type WireRequirement = Static<typeof requirement>;
export const newRequirement = Type.Object({ ...requirement.properties, reason });
export type NewRequirement = Static<typeof newRequirement>;
