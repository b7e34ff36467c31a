import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { Brand, OwnBrand } from '../../domain/brand/brand.ts';
import type { Language } from '../../domain/language.ts';
import { languages } from '../../domain/language.ts';
import { choice } from './parts.ts';

/**
 * What customers of an integration see. The schemas limit sizes; values are checked by the flow, which the command line
 * uses as well.
 */
// The type is a list of two: in a union, the server's coercion would turn null into an empty text.
const line = (maxLength = 1_000) => Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength }));
const lines = <T extends string>() =>
  Type.Optional(
    Type.Unsafe<readonly T[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', maxLength: 1_000 },
      maxItems: 10,
    }),
  );
const pair = <One extends string, Other extends string>(one: One, other: Other) =>
  Type.Optional(
    Type.Unsafe<Readonly<Record<One | Other, string>> | null>({
      type: ['object', 'null'],
      properties: { [one]: { type: 'string', maxLength: 2_000 }, [other]: { type: 'string', maxLength: 2_000 } },
      required: [one, other],
      additionalProperties: false,
    }),
  );

/** `PATCH /api/integrations/:id/brand`. What is left out stays; null takes the operator's own. */
export const brandChanges = Type.Object({
  name: line(),
  addressLines: lines<string>(),
  phoneNumber: line(),
  emailAddress: line(),
  website: line(),
  /** The file in base64. */
  logo: line(200_000),
  colours: pair('main', 'accent'),
  languages: lines<Language>(),
  closing: pair('en', 'fr'),
  reason: Type.Optional(Type.String({ maxLength: 500 })),
});
export type WireBrandChanges = Static<typeof brandChanges>;

/** `GET /api/integrations/:id/brand`. */
export interface BrandAnswer {
  /** The integration's own; null if it has none. */
  readonly brand: OwnBrand | null;
  /** The operator's, for all that is not set. */
  readonly usual: Brand;
}

/** `GET /api/integrations/:id/brand/preview`: a mail as HTML or text, or the declaration as a PDF. */
export const previewQuery = Type.Object({
  part: Type.Optional(choice(['html', 'text', 'declaration'])),
  kind: Type.Optional(choice(['policy', 'receipt', 'amendment', 'cancellation', 'refusal', 'payment-link', 'lapse'])),
  language: Type.Optional(choice(languages)),
});
