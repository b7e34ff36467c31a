import { type Static, Type } from 'typebox';
import { provinces } from '../../domain/address/province.ts';
import type { DocumentId } from '../../domain/ids.ts';
import { byIdOf, choice, count, day, limit, moment, orNull, reason, text, uuid } from './parts.ts';

/** The full texts of forms, in the operator's API. */
export const wordingsQuery = Type.Object({ cursor: Type.Optional(uuid), limit });

const languages = ['en', 'fr'] as const;

/** `GET /api/wordings`, loaded last first. */
export const wording = Type.Object({
  id: uuid,
  form: text,
  version: text,
  language: choice(languages),
  /** Null: every product, every province. */
  products: orNull(Type.Array(text)),
  provinces: orNull(Type.Array(text)),
  /** The first day on which policies are bound with it. */
  from: text,
  filename: text,
  /** In bytes. */
  size: count,
  loadedAt: moment,
});
export type WordingRow = Static<typeof wording>;

/** `GET /api/wordings/:id/content`: the PDF. */
export const byWording = byIdOf<DocumentId>();

/** `POST /api/wordings`: returns the first page. */
export const newWording = Type.Object({
  form: Type.String({ minLength: 1, maxLength: 60 }),
  version: Type.String({ minLength: 1, maxLength: 60 }),
  language: choice(languages),
  /** Left out or empty: every product, every province. */
  products: Type.Optional(Type.Array(Type.String({ maxLength: 12 }), { maxItems: 100 })),
  provinces: Type.Optional(Type.Array(choice(provinces), { maxItems: 13 })),
  from: day,
  /** In Base64. */
  pdf: Type.String({ maxLength: 3_000_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
  reason: Type.Optional(reason),
});
export type NewWording = Static<typeof newWording>;
