import { readFileSync } from 'node:fs';
import { fromJsonSchema, type JsonSchemaType, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { markTypedSchema } from './typed-text.ts';

/** Written by the build, as the error pages are. */
const file = new URL('../dist/answers.json', import.meta.url);
let answers: Readonly<Record<string, JsonSchemaType>> | null = null;

const schemas = new Map<string, StandardSchemaWithJSON>();

/** What an operation of the contract answers, for a tool's `outputSchema`: types and what is always there. */
export function answerOf(operation: string): StandardSchemaWithJSON {
  answers ??= JSON.parse(readFileSync(file, 'utf8')) as Record<string, JsonSchemaType>;
  const schema = answers[operation];
  if (schema === undefined) throw new Error(`The contract has no operation ${operation}.`);
  const known = schemas.get(operation) ?? fromJsonSchema(markTypedSchema(schema));
  schemas.set(operation, known);
  return known;
}
