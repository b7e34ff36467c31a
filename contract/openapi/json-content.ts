import type { TSchema } from 'typebox';
import { type Components, type Json, publishedSchema } from './published-schema.ts';

/** An answer's JSON, the same for each content type that a caller may accept. */
export function jsonContent(schema: TSchema, components: Components, example?: Json): Json {
  const media = { schema: publishedSchema(schema, 'answer', components), ...(example && { example }) };
  return { 'application/json': media, 'text/json': media, 'text/plain': media };
}
