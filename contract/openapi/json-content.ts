import type { TSchema } from 'typebox';
import { capitalised } from '../form-codes.ts';
import { type Components, type Json, publishedSchema } from './published-schema.ts';

/** An answer's JSON, the same for each content type that a caller may accept. */
export function jsonContent(schema: TSchema, components: Components, examples?: Json): Json {
  const media = { schema: publishedSchema(schema, 'answer', components), ...(examples && { examples }) };
  return { 'application/json': media, 'text/json': media, 'text/plain': media };
}

/** The examples of the document, collected while it is written: each stands once and is referred to. */
export type Examples = Map<string, Json>;

export function addExample(examples: Examples, name: string, value: unknown, summary?: string): Json {
  const key = capitalised(name);
  examples.set(key, { ...(summary !== undefined && { summary }), value });
  return { [key]: { $ref: `#/components/examples/${key}` } };
}
