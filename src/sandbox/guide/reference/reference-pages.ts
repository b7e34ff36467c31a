import { readFileSync } from 'node:fs';
import { formFaults } from '@northbind/contract/form-codes.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import { type FieldRow, fieldRows } from './field-rows.ts';
import type { ApiDocument, ApiOperation, MediaType, Parameter } from './openapi-document.ts';
import { samplesOf } from './samples.ts';

/** `slug` is empty for the list of all operations. */
export interface ReferencePage {
  readonly slug: string;
  readonly title: string;
  readonly markdown: string;
}

/**
 * The reference by field, written from the published OpenAPI document: markdown, so that it is searched, coloured and
 * printed like every other page of the guide.
 */
export function writeReferencePages(): readonly ReferencePage[] {
  const document: ApiDocument = JSON.parse(readFileSync(file, 'utf8'));
  const stated = operations.map((operation: Operation) => ({
    operation,
    published: document.paths[operation.path]![operation.method.toLowerCase()]!,
  }));
  const tags = document.tags.map(({ name, description }) => {
    const own = stated.filter(({ operation }) => operation.tag === name);
    const events = name === 'Events' ? writeEvents(document) : '';
    const parts = own.map((one) => writeOperation(document, one));
    return { name, own, page: page(slugOf(name), name, [`${description} ${helpers}`, ...parts, events]) };
  });
  const lists = tags.map(
    ({ name, own }) =>
      `## ${name}\n\n| Operation | |\n|---|---|\n${own
        .map(
          ({ operation: { method, path, summary } }) =>
            `| \`${method} ${path}\` | [${summary}](${linkTo(name, summary)}) |`,
        )
        .join('\n')}`,
  );
  const intro = `${document.info.description}\n\nInterface ${document.info.version}; what is called an addition goes [beyond it](/docs/versions#what-is-an-addition). The same as [an OpenAPI document](/swagger/v1/swagger.json), and [to try in the sandbox](/swagger).`;
  return [page('', 'Reference', [intro, ...lists]), ...tags.map(({ page }) => page)];
}

const helpers =
  'The samples begin where [Sign in](/docs/sign-in) ends: with a token, and its few lines of help. Those in TypeScript do without the [SDK](/docs/sdk): `northbind` is the address, `token` the token.';
const file = new URL('../../../../contract/openapi.json', import.meta.url);

interface Stated {
  readonly operation: Operation;
  readonly published: ApiOperation;
}

function page(slug: string, title: string, parts: readonly string[]): ReferencePage {
  return { slug, title, markdown: `# ${title}\n\n${parts.filter(Boolean).join('\n\n')}\n` };
}

function slugOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-');
}

function linkTo(tag: string, summary: string): string {
  return `/docs/reference/${slugOf(tag)}#${summary.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}`;
}

function writeOperation(document: ApiDocument, { operation, published }: Stated): string {
  const { method, path, tag, summary, scopes, access } = operation;
  const id = published.operationId;
  const request = exampleOf(document, bodyOf(published)?.[1]);
  const facts = [
    `\`${method} ${path}\``,
    access === 'bearer' ? `scope ${scopes.map((scope) => `\`${scope}\``).join(' or ')}` : 'without a token',
    ...(operation.isForAllSellers ? ['also with `seller:*`'] : []),
    ...(operation.isAddition ? ['an [addition](/docs/versions)'] : []),
    ...(operation.world === 'sandbox' ? ['only in the sandbox'] : []),
    `[try it](/swagger#/${encodeURIComponent(tag)}/${id})`,
  ];
  return [
    `## ${summary}`,
    facts.join(' · '),
    published.description,
    writeParameters(document, published, operation),
    writeBody(document, published, operation),
    access === 'credentials'
      ? 'Samples: [Sign in](/docs/sign-in).'
      : samplesOf({
          method,
          path: `${path}${queryOf(document, published)}`,
          body: request,
          isFile: !isJson(published),
        }),
    writeAnswers(document, published),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function writeParameters(document: ApiDocument, { parameters = [] }: ApiOperation, operation: Operation): string {
  const all = parameters.map((one) => resolve<Parameter>(document, one));
  if (all.length === 0) return '';
  const codes = codesByField(operation);
  const rows = all.map(({ name, in: place, required, description = '', schema }) => {
    const [first = ''] = description.split('\n');
    const rules = fieldRows(document, { properties: { [name]: schema } })[0]!;
    return {
      ...rules,
      path: name,
      isRequired: required === true,
      description: `${place}. ${first}`,
      codes: codes(name),
    };
  });
  return `**Parameters**\n\n${table(rows)}`;
}

/** The parameters without which the call is refused, each with its example. */
function queryOf(document: ApiDocument, { parameters = [] }: ApiOperation): string {
  const asked = parameters
    .map((one) => resolve<Parameter>(document, one))
    .filter(({ in: place, required }) => place === 'query' && required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(schema.examples?.[0] ?? ''))}`);
  return asked.length === 0 ? '' : `?${asked.join('&')}`;
}

/** A 204 has no content; it is not a file either. */
function isJson({ responses }: ApiOperation): boolean {
  const answer = responses['200'];
  return answer === undefined || !('content' in answer) || 'application/json' in answer.content!;
}

function writeBody(document: ApiDocument, published: ApiOperation, operation: Operation): string {
  const body = bodyOf(published);
  if (body === undefined) return '';
  const [type, { schema }] = body;
  const codes = codesByField(operation);
  const rows = fieldRows(document, schema!).map((row) => ({ ...row, codes: codes(row.path) }));
  return `**Request**, as \`${type}\`\n\n${table(rows)}`;
}

/** What a caller gets: the first good answer by field, then every other status with its codes. */
function writeAnswers(document: ApiDocument, { responses }: ApiOperation): string {
  return Object.entries(responses)
    .map(([status, answer]) => {
      const { description, content } = resolve(document, answer);
      const said = description.replaceAll(/`(\w+)`/g, (word, code) => (codePages.has(code) ? link(code) : word));
      const media = content?.['application/json'];
      if (!status.startsWith('2')) return `**${status}**: ${said}`;
      const example = exampleOf(document, media);
      return [
        `**${status}**: ${said}`,
        media?.schema === undefined ? '' : table(fieldRows(document, media.schema)),
        example === undefined ? '' : fence('json', JSON.stringify(example, null, 2)),
      ].join('\n\n');
    })
    .join('\n\n');
}

function writeEvents(document: ApiDocument): string {
  const rows = Object.entries(document.webhooks).map(
    ([type, { post }]) => `| \`${type}\` | ${post!.description.replaceAll('\n', ' ')} |`,
  );
  return `## What webhooks and the feed send\n\n| \`type\` | |\n|---|---|\n${rows.join('\n')}`;
}

const codePages = new Set(
  operations.flatMap((operation: Operation) => [
    ...operation.refusals,
    ...formFaults(operation).map(({ code }) => code),
  ]) as readonly string[],
);

function link(code: string): string {
  return `[${code}](/docs/errors/${code})`;
}

function codesByField(operation: Operation): (field: string) => readonly string[] {
  const faults = formFaults(operation);
  return (field) => [...new Set(faults.filter((fault) => fault.field === field).map(({ code }) => code))];
}

interface TableRow extends FieldRow {
  readonly codes?: readonly string[];
}

function table(rows: readonly TableRow[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ path, type, isRequired, description, rules, isAddition, codes = [] }) => {
    const about = [
      ...(isRequired ? ['**Required.**'] : []),
      description,
      ...rules,
      ...(isAddition ? ['An addition.'] : []),
      ...(codes.length === 0 ? [] : [`Refused as ${codes.map(link).join(', ')}.`]),
    ];
    return `| \`${path}\` | ${type} | ${about.filter(Boolean).join(' ').replaceAll('\n', ' ').replaceAll('|', '\\|')} |`;
  });
  return `| Property | Type | |\n|---|---|---|\n${lines.join('\n')}`;
}

function bodyOf({ requestBody }: ApiOperation): readonly [string, MediaType] | undefined {
  return requestBody === undefined ? undefined : Object.entries(requestBody.content)[0];
}

/** The last of several is shown: a bind by reference can be sent by everybody. */
function exampleOf(document: ApiDocument, media: MediaType | undefined): unknown {
  const example = Object.values(media?.examples ?? {}).at(-1);
  return example === undefined ? undefined : resolve<{ readonly value: unknown }>(document, example).value;
}

function resolve<T>(document: ApiDocument, node: T | { readonly $ref: string }): T {
  if (typeof node !== 'object' || node === null || !('$ref' in node)) return node as T;
  const [, ...steps] = node.$ref.split('/');
  return steps.reduce((place: unknown, step) => (place as Record<string, unknown>)[step], document) as T;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
