import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Actor, Role, VisibleIntegrations } from '../../domain/operator/operator.ts';
import type { OperatorRefusal } from '../../domain/operator/operator-refusal.ts';
import type { Thing } from '../../store/operator/visible-integrations.ts';
import { byId } from '../wire/parts.ts';

/** One route of the operator's API. Its definition says who may call it; a test calls every route with every role. */
export interface OperatorRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with `/api/`. */
  readonly path: string;
  /**
   * `anyone`: also without a session. `signed-in`: any account. `desk`: a seller's own account, and no other: what its
   * handler reads and changes is of `operator.sellerId`. A role: that one or more of the operator's accounts.
   */
  readonly access: Access;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly scope?: RouteScope;
  /** An import takes `text/csv` as a stream of bytes instead of JSON. */
  readonly takesCsv?: true;
  readonly handle: (call: OperatorCall) => Promise<unknown>;
}

/**
 * What an operator who is limited to integrations may do here. Without a scope, nothing: the route concerns all
 * integrations. `visible`: the handler shows only what `operator.visibleIntegrations` allows, or what is the same for
 * everybody. A thing: the one that the request names; another integration's looks to the handler like one that does
 * not exist.
 */
export type RouteScope = 'visible' | NamedThing;

export interface NamedThing {
  /** Work is of the kind that the parameter `kind` names. */
  readonly thing: Thing | 'work';
  /** The property that names it, in the parameters or in the body. */
  readonly name: string;
  readonly place?: 'body';
}

/** The parameters and the scope of a route that names a thing by its id. */
export function namedById<const Name extends Thing>(thing: Name) {
  return { params: byId, scope: { thing, name: 'id' } } as const;
}

export type Access = 'anyone' | 'signed-in' | 'desk' | Role;

export interface OperatorCall<Body = unknown, Query = unknown, Params = unknown> {
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  /** The caller. On a route for anyone: an empty name and the role of a viewer. */
  readonly operator: SignedIn;
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface SignedIn {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
  readonly visibleIntegrations: VisibleIntegrations;
  /** The seller at whose desk the clerk sits; null for an operator. */
  readonly sellerId: string | null;
}

type Read<S> = S extends TObject ? Static<S> : undefined;

/** What a handler may return for an answer of this shape: JSON writes a moment as its RFC 3339 text. */
type Unsent<T> = T extends string
  ? string extends T
    ? string | Date
    : T
  : T extends readonly (infer Row)[]
    ? readonly Unsent<Row>[]
    : T extends object
      ? { readonly [Name in keyof T]: Unsent<T[Name]> }
      : T;

interface Sends<Answer> {
  /** It has no value: the console and the command line read its type. */
  readonly answer?: Answer;
}

/** The type of an answer, as the console reads it. */
export function sends<Answer>(): Sends<Answer> {
  return {};
}

interface Definition<P, Q, B, A> {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** It types the 200 answer. Without it any JSON is answered, or 204 for null. */
  readonly answer?: Sends<A>;
  readonly scope?: RouteScope;
  readonly takesCsv?: true;
  readonly handle: (
    call: OperatorCall<Read<B>, Read<Q>, Read<P>>,
  ) => Promise<(unknown extends A ? object | null | undefined : Unsent<A>) | OperatorRefusal>;
}

/** Defines a route whose handler sees its request, and is held to its answer, by their types. */
export function operatorRoute<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
  A = unknown,
>(
  endpoint: `${OperatorRoute['method']} /api/${string}`,
  access: Access,
  definition: Definition<P, Q, B, A>,
): OperatorRoute {
  const [method, path] = endpoint.split(' ');
  return { method, path, access, ...definition } as unknown as OperatorRoute;
}
