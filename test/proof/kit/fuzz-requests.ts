import { readFileSync } from 'node:fs';
import { sandboxFaults } from '@northbind/contract/sandbox-faults.ts';
import { pickFrom } from './chance.ts';
import { oddText, spoil } from './odd-values.ts';
import type { RawRequest } from './raw-line.ts';

/** A request, and what the OpenAPI document says of it. */
export interface FuzzRequest extends RawRequest {
  /** Null when path and method belong to no operation, or the address was spoilt. */
  readonly operationId: string | null;
  readonly statuses: ReadonlySet<number>;
  /** A person who looks for the cause reads this. */
  readonly about: string;
}

/** Real values by property name, so that some requests get past validation. */
export interface Known {
  readonly values: Readonly<Record<string, readonly unknown[]>>;
  /** Whole good bodies by operation; the schema fills in the rest. */
  readonly bodies: Readonly<Record<string, readonly object[]>>;
  readonly tokens: readonly string[];
  /** The token of a seller whose clock may be moved without harm to the others. */
  readonly clockToken: string;
}

type Schema = Readonly<Record<string, unknown>>;

interface Described {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly in?: string; readonly name?: string; readonly schema?: Schema }[];
  readonly body: Schema | null;
  readonly statuses: ReadonlySet<number>;
}

const document = JSON.parse(readFileSync(new URL('../../../contract/openapi.json', import.meta.url), 'utf8'));
const described: readonly Described[] = Object.entries<Record<string, Schema>>(document.paths).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => describe(path, method, operation)),
);
/** Each costs a hash of a password; the others would wait for it. */
const rarely = new Set(['authenticate']);
const elsewhere: ReadonlySet<number> = new Set([400, 401, 404, 405, 413, 414, 415, 422, 429, 431]);
// These two are asked for, and answered as asked.
const faults = Object.keys(sandboxFaults).filter((name) => name !== 'InternalError' && name !== 'SlowBind');

// biome-ignore lint/suspicious/noExplicitAny: the document is read as it is.
function describe(path: string, method: string, operation: any): Described {
  return {
    path,
    method: method.toUpperCase(),
    operationId: operation.operationId,
    body: operation.requestBody?.content['application/json']?.schema ?? null,
    parameters: operation.parameters ?? [],
    statuses: new Set(
      Object.keys(operation.responses)
        .map(Number)
        .filter((status) => status !== 500),
    ),
  };
}

export function makeFuzzer(random: () => number, known: Known): () => FuzzRequest {
  const pick = pickFrom(random);
  const chance = (share: number): boolean => random() < share;
  const make = makeValues(random, known);
  const next = (): FuzzRequest => {
    const operation = pick(described);
    if (rarely.has(operation.operationId) && !chance(0.1)) return next();
    const method = chance(0.03) ? pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']) : operation.method;
    const straight = chance(0.04) ? respelled(make.address(operation), pick) : make.address(operation);
    const address = chance(0.04) ? strayAddress(straight, pick) : straight;
    const isStray = address !== straight;
    const hasBody = method !== 'GET' && method !== 'HEAD' && operation.body !== null;
    const body = hasBody ? make.body(operation) : null;
    const isMove = operation.operationId === 'moveSandboxClock';
    const headers = headersFor(random, isMove ? [known.clockToken] : known.tokens, body);
    const meant = isStray ? undefined : described.find((one) => one.path === operation.path && isMethodOf(one, method));
    const head = `${method} ${address} HTTP/1.1\r\nHost: proof\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
    return {
      method,
      bytes: Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)]),
      isLast: body !== null && body.length > bodyBytesMax,
      operationId: meant?.operationId ?? null,
      statuses: meant?.statuses ?? elsewhere,
      about: `${method} ${address.slice(0, 200)} with ${body?.length ?? 0} bytes`,
    };
  };
  return next;
}

/** HEAD is answered wherever GET is. */
function isMethodOf(operation: Described, method: string): boolean {
  return operation.method === method || (operation.method === 'GET' && method === 'HEAD');
}

interface Values {
  readonly body: (operation: Described) => Buffer;
  readonly address: (operation: Described) => string;
}

function makeValues(random: () => number, known: Known): Values {
  const pick = pickFrom(random);
  const chance = (share: number): boolean => random() < share;

  const valueFor = (schema: Schema, name: string): unknown => {
    const from = known.values[name];
    if (from !== undefined && chance(0.8)) return pick(from);
    if (typeof schema.$ref === 'string')
      return valueFor(document.components.schemas[schema.$ref.split('/').at(-1)!], name);
    const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
    if (choices !== undefined) return valueFor(pick(choices), name);
    if (Array.isArray(schema.enum)) return pick(schema.enum);
    const type = Array.isArray(schema.type) ? pick(schema.type as readonly string[]) : schema.type;
    switch (type) {
      case 'object':
        return Object.fromEntries(
          Object.entries((schema.properties ?? {}) as Record<string, Schema>)
            .filter(() => chance(0.9))
            .map(([inner, one]) => [inner, valueFor(one, inner)]),
        );
      case 'array':
        return Array.from({ length: Math.floor(random() * 4) }, () => valueFor((schema.items ?? {}) as Schema, name));
      case 'integer':
        return Math.floor(random() * 100_000);
      case 'number':
        return Math.round(random() * 100_000) / 100;
      case 'boolean':
        return chance(0.5);
      case 'null':
        return null;
      default:
        return schema.format === 'date'
          ? `2026-1${Math.floor(random() * 3)}-${10 + Math.floor(random() * 20)}`
          : oddText(random);
    }
  };

  return {
    body: ({ operationId, body }) => {
      const good = known.bodies[operationId];
      const base = good !== undefined && chance(0.7) ? pick(good) : valueFor(body!, '');
      return encode(JSON.stringify(chance(0.65) ? spoil(base, random) : base), random);
    },
    address: ({ path, parameters }) => {
      const written = (name: string, schema: Schema = {}): string => {
        const value = chance(0.6) ? valueFor(schema, name) : oddText(random);
        return encodeURIComponent(String(value).toWellFormed().slice(0, 2_000));
      };
      // Without an id the address would be that of the list.
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => written(name) || '%20');
      const query = parameters
        .filter((one) => one.in === 'query' && chance(0.9))
        .map(({ name = '', schema }) => `${chance(0.1) ? name.toUpperCase() : name}=${written(name, schema)}`);
      if (chance(0.05))
        query.push(pick(['Vin=1&Vin=2', 'x', '=', '%zz', 'a[b]=1', '__proto__=1', `q=${'y'.repeat(3_000)}`]));
      return filled + (query.length > 0 ? `?${query.join('&')}` : '');
    },
  };
}

/** The same address by the contract. */
function respelled(address: string, pick: <T>(from: readonly T[]) => T): string {
  const [path = '', ...query] = address.split('?');
  return [pick([`${path}/`, path.toUpperCase(), `${path.toUpperCase()}/`]), ...query].join('?');
}

function strayAddress(address: string, pick: <T>(from: readonly T[]) => T): string {
  return pick([
    `${address.split('?')[0]}//`,
    address.replace('/v1', ''),
    address.replace('/v1', '/v2'),
    `/${address}`,
    '/v1/%',
    '/v1/%c0%ae%c0%ae/',
    '/v1/../healthcheck',
    '/v1/quote/none',
    '*',
    `/${'a'.repeat(4_000)}`,
  ]);
}

/** Beyond it the service answers 413 and closes the line, by contract. */
const bodyBytesMax = 64 * 1024;

const contentTypes = [
  'application/json',
  'application/json',
  'application/json',
  'application/json',
  'text/json',
  'application/vnd.api+json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'text/plain',
  'multipart/form-data',
  'json',
  '',
  'a/b/c;;;',
];
const accepts = ['*/*', 'application/json', 'text/json', 'text/plain', 'application/pdf', 'text/html;q=0.9', 'x', ''];
const languages = ['en', 'fr-CA', 'fr;q=0.9, en', '*', 'zz', ''];

function headersFor(
  random: () => number,
  tokens: readonly string[],
  body: Buffer | null,
): readonly (readonly [string, string])[] {
  const pick = pickFrom(random);
  const chance = (share: number): boolean => random() < share;
  const token = pick(tokens);
  const authorization = chance(0.93)
    ? `Bearer ${token}`
    : pick([
        '',
        'Bearer',
        'Bearer x',
        `Bearer ${token.slice(0, -3)}`,
        'Basic YTpi',
        `bearer  ${token}`,
        'Bearer eyJhbGciOiJub25lIn0.e30.',
      ]);
  return [
    ['Authorization', authorization],
    ...(body === null ? [] : [['Content-Type', chance(0.85) ? 'application/json' : pick(contentTypes)] as const]),
    ...(body === null ? [] : [['Content-Length', String(body.length)] as const]),
    ...(chance(0.3) ? [['Accept', pick(accepts)] as const] : []),
    ...(chance(0.2) ? [['Accept-Language', pick(languages)] as const] : []),
    ...(chance(0.1)
      ? [['X-Request-Id', pick(['mine-1', 'x'.repeat(200), 'a b', '"', '\u00e9', '']) as string] as const]
      : []),
    ...(chance(0.04) ? [['Sandbox-Fault', pick([...faults, 'Nonsense'])] as const] : []),
    ...(chance(0.02) ? [['client_id', pick(['northbind-sandbox', 'x'])] as const] : []),
    ...(chance(0.02) ? [['client_secret', 'wrong'] as const] : []),
    ...(chance(0.02) ? [['X-Forwarded-For', '203.0.113.9'] as const] : []),
    ...(chance(0.02) ? [['Content-Encoding', 'gzip'] as const] : []),
    ...(chance(0.01) ? [['Cookie', 'a=b; '.repeat(500)] as const] : []),
  ];
}

/** Mostly as it should be. */
function encode(text: string, random: () => number): Buffer {
  if (random() < 0.88) return Buffer.from(text);
  switch (Math.floor(random() * 10)) {
    case 0:
      return Buffer.from(text.slice(0, Math.floor(text.length * random())));
    case 1:
      return Buffer.from(`${text}}`);
    case 2:
      return Buffer.from(`\ufeff${text}`);
    case 3:
      return Buffer.from(text, 'utf16le');
    case 4:
      return Buffer.from(text, 'latin1');
    case 5:
      return Buffer.alloc(0);
    case 6:
      return Buffer.from(`[${text}]`);
    case 7:
      return Buffer.from('['.repeat(5_000) + ']'.repeat(5_000));
    case 8:
      return Buffer.from(text.replace('{', `{"applicationId":1,"applicationId":[],`));
    default:
      return Buffer.from(`{"x":"${'y'.repeat(70_000)}"}`);
  }
}
