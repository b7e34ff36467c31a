import { Northbind, type NorthbindEvent } from '../../../sdk/src/index.ts';
import { dateIn } from '../../../src/domain/calendar.ts';
import { sandbox } from '../../sdk/sale.ts';
import type { Testbed } from './testbed.ts';

/**
 * A partner's software on the SDK; every token and ticket that it is given is noted, to be searched for in the logs.
 */
export interface Partner {
  readonly northbind: Northbind;
  /** How often a bind had no clear answer and was sent again. */
  readonly repeats: () => number;
}

export interface PartnerOptions {
  /** Makes each request. */
  readonly fetch?: typeof fetch;
  readonly username?: string;
  /** How long it waits for an answer. */
  readonly timeoutMs?: number;
  readonly onEvent?: ((event: NorthbindEvent) => void) | undefined;
}

export function connect(
  { secrets }: Pick<Testbed, 'secrets'>,
  baseUrl: string,
  { username = sandbox.username, timeoutMs = 10_000, onEvent, fetch: call = fetch }: PartnerOptions = {},
): Partner {
  let repeats = 0;
  const northbind = new Northbind({
    ...credentialsOf(username),
    baseUrl,
    timeoutMs,
    onEvent: (event) => {
      if (event.type === 'waiting' && event.operation === 'bind') repeats += 1;
      onEvent?.(event);
    },
    fetch: async (address, init) => {
      const response = await call(address, init);
      const { pathname } = new URL(String(address));
      if (response.ok && givesSecrets.has(pathname)) await noteSecrets(response.clone(), secrets);
      return response;
    },
  });
  return { northbind, repeats: () => repeats };
}

const givesSecrets: ReadonlySet<string> = new Set(['/v1/authenticate', '/v1/payment/card']);

async function noteSecrets(response: Response, secrets: Set<string>): Promise<void> {
  const { token, ticket } = (await response.json()) as { token?: string; ticket?: string };
  for (const secret of [token, ticket]) if (secret !== undefined) secrets.add(secret);
}

/** Manitoba is the sandbox seller of another integration. */
export function credentialsOf(username: string) {
  const isOther = username === 'manitoba';
  return {
    ...sandbox,
    username,
    ...(isOther && { clientId: `${sandbox.clientId}-2`, clientSecret: `${sandbox.clientSecret}-2` }),
  };
}

/** The seller's today, on a clock that may be wrong. */
export function todayInOntario(stepMs = 0): string {
  return dateIn('ON', new Date(Date.now() + stepMs));
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly codes: readonly string[];
}

/** One call without the SDK's care: sent once, answered or not. */
export async function send(url: string, { method = 'POST', path, token, body, headers = {} }: Sent): Promise<Answered> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const parsed = text.startsWith('{') ? (JSON.parse(text) as { errors?: readonly { code: string }[] }) : {};
  return {
    status: response.status,
    headers: response.headers,
    text,
    codes: (parsed.errors ?? []).map(({ code }) => code),
  };
}

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export async function tokenOf(
  { secrets }: Pick<Testbed, 'secrets'>,
  url: string,
  seller: string = sandbox.username,
): Promise<string> {
  const { clientId, clientSecret, username, password } = credentialsOf(seller);
  const headers = { client_id: clientId, client_secret: clientSecret };
  const { text } = await send(url, { path: '/v1/authenticate', headers, body: { username, password } });
  const { token } = JSON.parse(text) as { token: string };
  secrets.add(token);
  return token;
}
