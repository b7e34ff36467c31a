import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import type { Actor, Role } from '../../domain/operator/operator.ts';
import type { OperatorRefusal } from '../../domain/operator/refusal.ts';

/**
 * One route of the operator's API. Who may call it is part of its definition: the door refuses everyone else, and a test
 * walks all routes with all roles.
 */
export interface OperatorRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with `/api/`. */
  readonly path: string;
  /** `anyone`: also without a session. `signed-in`: any account. A role: that one or more. */
  readonly access: Access;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  /** For an import: takes `text/csv` as a stream of bytes instead of JSON. */
  readonly takesCsv?: true;
  readonly handle: (call: OperatorCall) => Promise<unknown>;
}

export type Access = 'anyone' | 'signed-in' | Role;

export interface OperatorCall<Body = unknown, Query = unknown, Params = unknown> {
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  /** Who is calling. On a route for anyone, nobody: an empty name and the role of a viewer. */
  readonly operator: SignedIn;
  readonly actor: Actor;
  readonly requestId: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface SignedIn {
  readonly accountId: string;
  readonly name: string;
  readonly role: Role;
}

type Read<S> = S extends TObject ? Static<S> : undefined;

interface Definition<P, Q, B> {
  readonly method: OperatorRoute['method'];
  readonly path: string;
  readonly access: Access;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly takesCsv?: true;
  /** Answers JSON (200), nothing (204), or a refusal. */
  readonly handle: (call: OperatorCall<Read<B>, Read<Q>, Read<P>>) => Promise<object | undefined | OperatorRefusal>;
}

/** Defines a route whose handler sees its request by the types of its schemas. */
export function operatorRoute<
  P extends TObject | undefined = undefined,
  Q extends TObject | undefined = undefined,
  B extends TObject | undefined = undefined,
>(definition: Definition<P, Q, B>): OperatorRoute {
  return definition as unknown as OperatorRoute;
}
