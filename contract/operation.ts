import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { Tag } from './openapi/tags.ts';
import type { SandboxFault } from './sandbox-faults.ts';
import { type Scope, scopeValues } from './vocabulary.ts';

/**
 * One operation of the contract. Everything else is derived from it: the route, the reading of its request, the
 * serialisation of its answer, its types and its part of the OpenAPI document.
 */
export interface Operation {
  readonly id: string;
  /** The OpenAPI document has this id, where `id` would hide a global of browsers from generated code. */
  readonly publishedId?: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** OpenAPI form: `/v1/document/{downloadId}`. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** bearer: needs a token. credentials: the authenticate call. none: open to all and not rate limited. */
  readonly access: 'bearer' | 'credentials' | 'none';
  readonly request: {
    /** Published, but not checked by schema: a missing or wrong credential is a 401 without details. */
    readonly headers?: TObject;
    readonly params?: TObject;
    readonly query?: TObject;
    readonly body?: TObject;
    /** A body as a form (`application/x-www-form-urlencoded`), which the operation reads by itself. */
    readonly form?: TObject;
  };
  readonly ok:
    | {
        readonly status?: 201;
        readonly description: string;
        readonly schema: TSchema;
        /** What a caller can ask for by Accept instead of JSON. */
        readonly alsoAs?: 'text/csv';
      }
    | { readonly description: string; readonly contentType: string }
    | { readonly status: 204; readonly description: string };
  /** The 503 of the health check, which has its own body. */
  readonly unavailable?: { readonly description: string; readonly schema: TSchema };
  /** Answers of an operation that follows another standard than ours, by status; they take the place of the usual. */
  readonly ownFailures?: Readonly<Record<number, { readonly description: string; readonly schema: TSchema }>>;
  /** The codes of its 422 answers, besides those that follow from its request schema. */
  readonly refusals: readonly ErrorCode[];
  /** Whether it may answer 400 with an empty body for a well-formed request. */
  readonly mayHaveNoResult: boolean;
  /** What `Sandbox-Fault` can provoke here, beyond what it can provoke on any call. */
  readonly faults: readonly SandboxFault[];
  /** A token of OAuth 2.0 needs one of these. */
  readonly scopes: readonly Scope[];
  /** Whether a token for all sellers of a client (`seller:*`) may call it. */
  readonly isForAllSellers?: true;
  /**
   * Whether its answer has a secret beside what others typed: then it is never compressed, since the length of what is
   * compressed tells what both have in common. A name is of the property that has it, and without it is null.
   */
  readonly hasSecret?: true | 'paymentUrl';
  /** Whether it is beyond the contract: it is published with a mark, and may change until the first release. */
  readonly isAddition?: true;
  /** sandbox: in production it is a 404 like any unknown route. */
  readonly world: 'both' | 'sandbox';
}

/** What most operations have. */
const usual = {
  access: 'bearer',
  request: {},
  scopes: ['sell'],
  refusals: [],
  mayHaveNoResult: false,
  faults: [],
  world: 'both',
} as const satisfies Partial<Operation>;

/** What an operation of the sandbox alone has: a token of any scope may call it. */
export const ofSandbox = {
  tag: 'Sandbox',
  isAddition: true,
  scopes: scopeValues,
  world: 'sandbox',
} as const;

type Method = Operation['method'];

/** An operation with its route in one: `GET /v1/document/{downloadId}`. */
type Stated = Omit<Operation, keyof typeof usual | 'method' | 'path'> &
  Partial<Operation> & { readonly route: `${Method} /${string}` };

type Defined<O extends Stated> = Omit<typeof usual, keyof O> & Omit<O, 'route'> & Pick<Operation, 'method' | 'path'>;

/** Fills in what the operation has in common with most others. */
export function defineOperation<const O extends Stated>({ route, ...stated }: O): Defined<O> {
  const [method, path] = route.split(' ') as [Method, string];
  return { ...usual, ...stated, method, path };
}

/** A part of the request as the service reads it: parsed, with the contract's spelling of names, without blanks. */
type PartOf<O extends Operation, Part extends 'body' | 'query' | 'params'> = O['request'] extends {
  readonly [Name in Part]: infer S extends TObject;
}
  ? Static<S>
  : never;
export type BodyOf<O extends Operation> = PartOf<O, 'body'>;
export type QueryOf<O extends Operation> = PartOf<O, 'query'>;
export type ParamsOf<O extends Operation> = PartOf<O, 'params'>;
export type AnswerOf<O extends Operation> = O['ok'] extends { readonly schema: infer S extends TSchema }
  ? Static<S>
  : never;
