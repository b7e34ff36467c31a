import { Type } from 'typebox';

/** Bounds only: what a value must be is judged by the story, which the command line uses as well. */
export const line = Type.String({ maxLength: 200 });
export const reason = Type.Optional(Type.String({ maxLength: 500 }));
export const byId = Type.Object({ id: Type.String({ format: 'uuid' }) });
export const byEntryId = Type.Object({ id: Type.String({ maxLength: 64 }) });
// As one type of two: in a union, the door's coercion would take null for 0.
export const rateLimit = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
export const choices = Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 });
export const rotation = Type.Object({ overlapHours: Type.Integer(), reason });
/** A DELETE has no body. */
export const reasonQuery = Type.Object({ reason });
