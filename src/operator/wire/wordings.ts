import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { DocumentId } from '../../domain/ids.ts';
import { languages } from '../../domain/language.ts';
import { provinces } from '../../domain/province.ts';
import type { WordingRow as StoredWording } from '../../store/document/wording.ts';
import { byIdOf, choice, day, reason, type Sent } from './parts.ts';

/** `GET /api/wordings`, loaded last first. */
export type WordingRow = Sent<StoredWording>;

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
  pdf: Type.String({ maxLength: 3_000_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' }),
  reason: Type.Optional(reason),
});
export type NewWording = Static<typeof newWording>;
