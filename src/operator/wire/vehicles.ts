import { type Static, Type } from 'typebox';
import { count, limit, moment, orNull, reason, text, uuid } from './parts.ts';

const detail = Type.String({ maxLength: 60 });
const year = Type.Integer({ minimum: 1980, maximum: 2039 });

/** `GET /api/unresolved-vins`: what could not be read, the most frequent first. */
export const unresolvedVinsQuery = Type.Object({ cursor: Type.Optional(text), limit });
export const unresolvedVin = Type.Object({
  beginning: text,
  modelYear: count,
  guess: orNull(text),
  seenCount: count,
  firstSeenAt: moment,
  lastSeenAt: moment,
});
export type WireUnresolvedVin = Static<typeof unresolvedVin>;

/** `GET /api/vin-patterns`: the newest first. */
export const vinPatternsQuery = Type.Object({ cursor: Type.Optional(uuid), limit });
export const vinPattern = Type.Object({
  id: uuid,
  pattern: text,
  yearFrom: count,
  yearTo: count,
  make: text,
  model: text,
  trim: orNull(text),
  bodyClass: orNull(text),
  driveType: orNull(text),
  fuelType: orNull(text),
  engine: orNull(text),
});
export type WireVinPattern = Static<typeof vinPattern>;

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
