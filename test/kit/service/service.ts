import type { Clock } from '../../../src/domain/calendar.ts';
import type { Facts } from '../../../src/domain/log.ts';
import type { HashCost } from '../../../src/flows/credential/secret-hash.ts';
import { readConfig } from '../../../src/main/config.ts';
import type { LogSink } from '../../../src/main/log.ts';
import { type Service, type ServiceParts, startService } from '../../../src/main/wiring.ts';
import { sharedTypesetter } from '../parties/shared-typesetter.ts';
import { afterwards } from '../processes/afterwards.ts';
import { cloneDatabase } from './database.ts';
import { testHashCost } from './postgres.ts';

/** A whole service on free ports, with a database of its own unless one is given. */
export interface TestService {
  readonly url: string;
  readonly operatorUrl: string;
  /** The checkout is the sandbox card processor's, which listens on a port of its own. */
  readonly checkoutUrl: string;
  readonly databaseUrl: string;
  /** Everything that it logged. */
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  /** A token of a sandbox seller. */
  readonly login: (username?: string) => Promise<string>;
}

export interface TestServiceOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly hashCost?: HashCost;
  readonly startTypesetter?: NonNullable<ServiceParts['startTypesetter']>;
  readonly declineLimits?: NonNullable<ServiceParts['declineLimits']>;
  readonly limiterTimeoutMs?: number;
}

/** So that a test does not wait for the jobs' turn. */
const quickPeriods = {
  bindsMs: 100,
  reversalsMs: 100,
  mailMs: 100,
  eventsMs: 100,
  webhooksMs: 100,
  periodicJobsMs: 500,
  unresolvedVinsMs: 100,
};

export interface CallOptions {
  readonly token?: string;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly body: any;
  /** The codes of the error envelope, sorted. */
  readonly codes: readonly string[];
}

export async function startTestService({
  environment = {},
  clock,
  hashCost = testHashCost,
  startTypesetter = sharedTypesetter,
  declineLimits,
  limiterTimeoutMs,
}: TestServiceOptions = {}): Promise<TestService> {
  const databaseUrl = environment.DATABASE_URL ?? (await cloneDatabase());
  const lines: string[] = [];
  const config = readConfig({
    PORT: '0',
    DATABASE_POOL_SIZE: '4',
    RATE_LIMIT: '100000',
    ...environment,
    DATABASE_URL: databaseUrl,
  });
  const service: Service = await startService({
    config,
    log: collect(lines),
    periods: quickPeriods,
    hashCost,
    onDatabaseGone: (error) => {
      throw error;
    },
    ...(clock !== undefined && { clock }),
    startTypesetter,
    ...(declineLimits !== undefined && { declineLimits }),
    ...(limiterTimeoutMs !== undefined && { limiterTimeoutMs }),
  });
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= service.close();
    return closing;
  };
  afterwards(close);
  const url = service.addresses.service;
  const call = (method: string, path: string, options?: CallOptions): Promise<Answer> =>
    request(url, method, path, options);
  return {
    url,
    operatorUrl: service.addresses.operator,
    checkoutUrl: service.addresses.checkout ?? '',
    databaseUrl,
    lines,
    close,
    call,
    login: async (username = 'ontario') => {
      const second = ['manitoba', 'levis'].includes(username) ? '-2' : '';
      const answer = await call('POST', '/v1/authenticate', {
        headers: { client_id: `northbind-sandbox${second}`, client_secret: `sandbox-client-secret${second}` },
        body: { username, password: 'sandbox-password' },
      });
      return answer.body.token;
    },
  };
}

/** One call, read to its end. */
export async function request(
  url: string,
  method: string,
  path: string,
  { token, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed =
    /\/(json|plain)/.test(response.headers.get('content-type') ?? '') && /^[[{"]/.test(text) ? JSON.parse(text) : null;
  const codes = ((parsed?.errors ?? []) as { code: string }[]).map(({ code }) => code).sort();
  return { status: response.status, headers: response.headers, text, body: parsed, codes };
}

function collect(lines: string[]): LogSink {
  const add = (event: string, facts?: Facts): void => void lines.push(JSON.stringify({ event, ...facts }));
  return { info: add, warn: add, error: add, flush: () => undefined, lost: () => 0 };
}
