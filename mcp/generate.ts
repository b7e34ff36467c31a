import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readErrorPages } from '../src/sandbox/guide/guide-pages.ts';
import type { ErrorPage } from './src/error-pages.ts';

/**
 * Writes what the guide says about each error code, and what the contract says of each answer, into `dist`, or into the
 * folder given: the package brings it.
 */
const folder = process.argv[2] ?? join(import.meta.dirname, 'dist');

const pages = readErrorPages()
  .filter(({ title, url }) => url.endsWith(`/${title}`)) // The index has no code.
  .map(({ title, markdown }): [string, ErrorPage] => {
    const [, summary = ''] = /^# .+\n\n(.+)/m.exec(markdown) ?? [];
    return [
      title,
      { summary: plain(summary), cause: section(markdown, 'Cause'), whatToDo: section(markdown, 'What to do') },
    ];
  });

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'error-pages.json'), JSON.stringify(Object.fromEntries(pages)));
writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers()));

function section(markdown: string, title: string): string {
  const [, rest] = markdown.split(`\n## ${title}\n`);
  return plain((rest ?? '').split('\n## ')[0] ?? '');
}

/** Takes the links out: the pages that they lead to are not in the package. */
function plain(markdown: string): string {
  return markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Contract {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, ContractOperation>>>>;
}

interface ContractOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

/** The answer of each operation, by its id. */
function answers(): object {
  const contract = JSON.parse(readFileSync(new URL('../contract/openapi.json', import.meta.url), 'utf8')) as Contract;
  const found = Object.values(contract.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) => {
      const schema = (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema;
      return schema === undefined ? [] : [[operationId, shapeOf(contract, schema)]];
    });
  return Object.fromEntries(found);
}

/**
 * Types, and what is always there. An assistant has to read it, so the words are left to the guide; and a later service
 * may know more values than an enumeration of today.
 */
function shapeOf(contract: Contract, schema: Schema): object {
  const { $ref, type, items, anyOf, required, properties } = schema;
  if ($ref !== undefined) return shapeOf(contract, contract.components.schemas[$ref.split('/').at(-1)!]!);
  return {
    ...(type !== undefined && { type }),
    ...(items !== undefined && { items: shapeOf(contract, items) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map((one) => shapeOf(contract, one)) }),
    ...(required !== undefined && { required: required.filter((name) => !isEnvelope(name)) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => !isEnvelope(name))
          .map(([name, one]) => [name, shapeOf(contract, one)]),
      ),
    }),
  };
}

/** A failure is the tool's. */
function isEnvelope(name: string): boolean {
  return name === 'isValid' || name === 'errors';
}
