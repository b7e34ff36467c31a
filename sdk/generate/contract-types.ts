import { errors } from '../../contract/errors.ts';
import { type OpenApiDocument, parametersOf, type Schema } from '../../contract/openapi/document.ts';
import { openApiDocument } from '../../contract/openapi.ts';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { sandboxFaults } from '../../contract/sandbox-faults.ts';
import { enumNames, enumTexts, nameOfEnum } from './enum-names.ts';
import { commentText, interfaceText } from './type-text.ts';
import { unions, type WriteInterface } from './unions.ts';

/**
 * The contract as plain TypeScript, so that the published package needs neither the contract nor its schema library:
 * the types of requests and answers, the path of each operation, every code, and every fault of the sandbox.
 */
export function contractTypes(): string {
  const document = openApiDocument();
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).filter(([name]) => !ofNoCall.has(name)),
  );
  const sent = sentSchemas(document);
  const names = enumNames(schemas);
  const bases = Object.entries(schemas)
    .filter(([name, { properties = {} }]) => name === 'Envelope' || Object.keys(properties).length >= baseMin)
    .filter(([name]) => unions[name] === undefined)
    .map(([name, schema]) => ({ name, schema, isSent: sent.has(name) }));
  const shared = { nameOfEnum: nameOfEnum(names), bases };
  return [
    '// Made from the contract by `npm run generate`. Do not edit.',
    ...enumTexts(names),
    ...Object.entries(schemas).flatMap(([name, schema]) => {
      const write: WriteInterface = (parts) => interfaceText({ ...shared, isSent: sent.has(name), ...parts });
      return unions[name]?.(schema, write) ?? [write({ name, schema })];
    }),
    ...calls
      .filter(({ request }) => request.query)
      .map((operation) => interfaceText({ ...shared, isSent: true, ...querySchema(operation, document) })),
    operationsText(),
    errorCodesText(),
    faultsText(),
  ].join('\n\n');
}

/** A smaller type is written out where it is needed again. */
const baseMin = 5;

/** The names of the schemas that requests are made of. */
function sentSchemas({ paths, components }: OpenApiDocument): ReadonlySet<string> {
  const sent = new Set<string>();
  const visit = ({ $ref, anyOf = [], items, properties = {} }: Schema): void => {
    const name = $ref?.split('/').at(-1);
    if (name !== undefined && !sent.has(name)) {
      sent.add(name);
      visit(components.schemas[name]!);
    }
    for (const part of [...anyOf, ...(items === undefined ? [] : [items]), ...Object.values(properties)]) visit(part);
  };
  for (const { requestBody } of Object.values(paths).flatMap((path) => Object.values(path)))
    for (const { schema } of Object.values(requestBody?.content ?? {})) visit(schema);
  return sent;
}

/** Health checks are for the operator, not for partners. */
const calls: readonly Operation[] = operations.filter(({ access }) => access !== 'none');
const ofNoCall = new Set(['Health', 'Liveness']);

function querySchema({ id, method, path, summary }: Operation, document: OpenApiDocument) {
  const published = parametersOf(document.paths[path]![method.toLowerCase()]!, 'query');
  return {
    name: `${id.charAt(0).toUpperCase()}${id.slice(1)}Query`,
    schema: {
      description: `What is asked of: ${summary}.`,
      properties: Object.fromEntries(
        published.map(({ name, schema, description = '' }) => [camelCase(name), { description, ...schema }]),
      ),
      required: published.filter(({ required }) => required).map(({ name }) => camelCase(name)),
    },
  };
}

function operationsText(): string {
  const rows = calls.map(({ id, method, path, request, ok, summary }) => {
    const names = Object.keys(request.query?.properties ?? {}).map((name) => `${camelCase(name)}: '${name}'`);
    const answer = 'schema' in ok ? promisedBy(ok.schema as Schema) : [];
    const parts = [
      `method: '${method}'`,
      `path: '${path}'`,
      ...('status' in ok ? [`status: ${ok.status}`] : []),
      ...(names.length === 0 ? [] : [`query: { ${names.join(', ')} }`]),
      listText('    ', 'answer: [', quoted(answer), ']'),
    ];
    return `${commentText(`${summary}.`, '  ')}  ${listText('  ', `${id}: {`, parts, '}')},`;
  });
  const about =
    'Where each operation is, its status when it is not 200, how the contract spells its query, and what every answer of it holds.';
  return table('operations', about, rows);
}

/** Returns the properties that are never missing and never null. */
function promisedBy({ required = [], properties = {} }: Schema): readonly string[] {
  return required.filter((name) => !Array.isArray(properties[name]?.type));
}

function quoted(words: readonly string[]): readonly string[] {
  return words.map((word) => `'${word}'`);
}

/** Writes a list like the formatter does: on one line where it fits. */
function listText(indent: string, open: string, parts: readonly string[], close: string): string {
  const space = close === '}' ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (indent.length + line.length < lineMax && !line.includes('\n')) return line;
  return [open, ...parts.map((part) => `${indent}  ${part},`), `${indent}${close}`].join('\n');
}

const lineMax = 120;

function errorCodesText(): string {
  const rows = Object.entries(errors)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { status, retryable, message }]) => {
      const sentence = message.en.replace(/\[[^\]]*\]/g, '');
      return `${commentText(sentence, '  ')}  ${code}: { status: ${status}, retryable: ${retryable} },`;
    });
  const about = 'Every code of the contract, and whether the same call may be sent again unchanged.';
  return `${table('errorCodes', about, rows)}\n\nexport type ErrorCode = keyof typeof errorCodes;`;
}

function faultsText(): string {
  const rows = Object.entries(sandboxFaults).map(([fault, what]) => `  ${fault}: '${what}',`);
  const about = 'What can be provoked in the sandbox. In production it is ignored.';
  return `${table('sandboxFaults', about, rows)}\n\nexport type SandboxFault = keyof typeof sandboxFaults;\n`;
}

function table(name: string, about: string, rows: readonly string[]): string {
  return `${commentText(about)}export const ${name} = {\n${rows.join('\n')}\n} as const;`;
}

function camelCase(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
