import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { UnresolvedVin } from '../../store/vehicle/unresolved-vin.ts';
import type { VinPatternRow } from '../../store/vehicle/vin-pattern.ts';
import { limit, reason, type Sent, text, uuid } from './parts.ts';

const detail = Type.String({ maxLength: 60 });
const year = Type.Integer({ minimum: 1980, maximum: 2039 });

/** `GET /api/unresolved-vins`: what could not be read, the most frequent first. */
export const unresolvedVinsQuery = Type.Object({ cursor: Type.Optional(text), limit });
export type WireUnresolvedVin = Sent<UnresolvedVin>;

/** `GET /api/vin-patterns`: the newest first. */
export const vinPatternsQuery = Type.Object({ cursor: Type.Optional(uuid), limit });
export type WireVinPattern = VinPatternRow;

/** `POST /api/vin-patterns`. What is left out is not known. */
export const newVinPattern = Type.Object({
  pattern: Type.String({ maxLength: 20 }),
  yearFrom: year,
  yearTo: year,
  make: Type.String({ maxLength: 120 }),
  model: Type.String({ maxLength: 120 }),
  trim: Type.Optional(detail),
  bodyClass: Type.Optional(detail),
  driveType: Type.Optional(detail),
  fuelType: Type.Optional(detail),
  engine: Type.Optional(detail),
  reason,
});
export type NewVinPattern = Static<typeof newVinPattern>;
