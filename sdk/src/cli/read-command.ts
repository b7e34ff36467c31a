import { parseArgs } from 'node:util';
import type { Credentials } from '../authenticate.ts';
import type { EventType } from '../contract-types.ts';

/** A command that can't be run as it was typed: one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Command = { readonly kind: 'help'; readonly text: string } | ListenCommand | TriggerCommand | LogsCommand;

export interface ListenCommand {
  readonly kind: 'listen';
  readonly connection: Connection;
  readonly forwardTo: string;
  /** Undefined: one is made for this run. */
  readonly secret: string | undefined;
  /** The event after which to begin; undefined: from now on. */
  readonly after: string | undefined;
  readonly types: string | undefined;
}

export interface TriggerCommand {
  readonly kind: 'trigger';
  readonly connection: Connection;
  readonly type: EventType;
}

export interface LogsCommand {
  readonly kind: 'logs';
  readonly connection: Connection;
  readonly filter: { readonly status?: string; readonly operation?: string; readonly requestId?: string };
  readonly count: number;
  readonly isFollowing: boolean;
}

export type Connection = Credentials & { readonly baseUrl: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the words of a command. What an option does not say is read from the environment. */
export function readCommand(words: readonly string[], environment: Environment): Command {
  const { values, positionals } = parse(words);
  const [name, ...subjects] = positionals;
  if (values.help || name === undefined) return { kind: 'help', text: help };
  switch (name) {
    case 'listen':
      if (subjects.length > 0) throw new UsageError('listen takes options only: northbind listen --forward-to <url>');
      return readListen(values, environment);
    case 'trigger':
      if (subjects.length !== 1) throw new UsageError('Name one type of event: northbind trigger payment.refused');
      // The service knows the types, also those that are newer than this package.
      return { kind: 'trigger', connection: readConnection(values, environment), type: subjects[0] as EventType };
    case 'logs':
      if (subjects.length > 0) throw new UsageError('logs takes options only: northbind logs --follow');
      return readLogs(values, environment);
    default:
      throw new UsageError('There are three commands: listen, trigger and logs. See northbind --help.');
  }
}

const options = {
  'forward-to': { type: 'string' },
  secret: { type: 'string' },
  after: { type: 'string' },
  types: { type: 'string' },
  follow: { type: 'boolean', short: 'f' },
  status: { type: 'string' },
  operation: { type: 'string' },
  'request-id': { type: 'string' },
  count: { type: 'string' },
  url: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret': { type: 'string' },
  seller: { type: 'string' },
  username: { type: 'string' },
  password: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Flag = 'help' | 'follow';
type Values = { readonly [Name in Exclude<keyof typeof options, Flag>]?: string } & {
  readonly [Name in Flag]?: boolean;
};

function parse(words: readonly string[]): { readonly values: Values; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]}. See northbind --help.`);
  }
}

function readListen(values: Values, environment: Environment): ListenCommand {
  const forwardTo = values['forward-to'];
  if (forwardTo === undefined)
    throw new UsageError('Say where to send events: --forward-to http://localhost:3000/hooks');
  const secret = values.secret ?? environment.NORTHBIND_WEBHOOK_SECRET;
  if (secret !== undefined && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret))
    throw new UsageError('A signing secret begins with whsec_ and goes on in base64, such as one of an endpoint.');
  return {
    kind: 'listen',
    connection: readConnection(values, environment),
    forwardTo: readUrl(forwardTo, '--forward-to'),
    secret,
    after: values.after,
    types: values.types,
  };
}

function readLogs(values: Values, environment: Environment): LogsCommand {
  const { status, operation, 'request-id': requestId, count = '25' } = values;
  if (!/^\d{1,4}$/.test(count)) throw new UsageError('--count is how many past calls are printed, up to 9999.');
  return {
    kind: 'logs',
    connection: readConnection(values, environment),
    filter: { ...(status && { status }), ...(operation && { operation }), ...(requestId && { requestId }) },
    count: Number(count),
    isFollowing: values.follow === true,
  };
}

function readConnection(values: Values, environment: Environment): Connection {
  const baseUrl = readUrl(values.url ?? environment.NORTHBIND_URL ?? sandboxUrl, '--url').replace(/\/$/, '');
  const clientId = values['client-id'] ?? environment.NORTHBIND_CLIENT_ID;
  const clientSecret = values['client-secret'] ?? environment.NORTHBIND_CLIENT_SECRET;
  const seller = values.seller ?? environment.NORTHBIND_SELLER;
  const username = values.username ?? environment.NORTHBIND_USERNAME;
  const password = values.password ?? environment.NORTHBIND_PASSWORD;
  if (clientId === undefined && clientSecret === undefined && username === undefined && isLoopback(baseUrl))
    return { baseUrl, ...sandboxClient, seller: seller ?? sandboxSeller };
  if (clientId === undefined || clientSecret === undefined)
    throw new UsageError('Give the client: NORTHBIND_CLIENT_ID and NORTHBIND_CLIENT_SECRET, or the options.');
  // The token may do only what the commands need: whoever finds it can sell nothing.
  if (username === undefined) return { baseUrl, clientId, clientSecret, seller, scopes: ['read'] };
  if (password === undefined) throw new UsageError('Give the password, too: NORTHBIND_PASSWORD, or --password.');
  return { baseUrl, clientId, clientSecret, username, password };
}

/** A sandbox on this machine, whose credentials are in the guide. */
const sandboxUrl = 'http://127.0.0.1:8080';
const sandboxClient = {
  clientId: 'northbind-sandbox-oauth',
  clientSecret: 'sandbox-oauth-secret',
  scopes: ['read'],
} as const;
const sandboxSeller = 'ontario';

function isLoopback(url: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}

function readUrl(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError(`${option} is an address such as http://localhost:3000, without a password in it.`);
  return url.href;
}

const help = `Usage: northbind listen --forward-to <url> [options]
       northbind trigger <type> [options]
       northbind logs [--follow] [options]

listen   follows the feed of events and sends each to your receiver, signed like a webhook, until it answers 2xx
trigger  makes a sample event in the sandbox, such as payment.refused
logs     prints the seller's own calls of the last 7 days: time, status, operation, duration, codes, request id

Options of listen:
  --forward-to <url>      your receiver, such as http://localhost:3000/hooks
  --secret <whsec_…>      signs the messages, also NORTHBIND_WEBHOOK_SECRET; one is made and printed without it
  --after <event id>      begins after this event; from now on without it
  --types <a,b>           only events of these types

Options of logs:
  -f, --follow            goes on with what comes, until Ctrl-C; a call is there within a minute
  --status <422 or 5xx>   only calls that were answered so
  --operation <name>      only calls of this operation, such as bind
  --request-id <id>       only calls with this X-Request-Id
  --count <n>             how many past calls are printed; 25 without it

Options of all, with the variables that are read in their place:
  --url <url>             NORTHBIND_URL; ${sandboxUrl} without it
  --client-id <id>        NORTHBIND_CLIENT_ID
  --client-secret <text>  NORTHBIND_CLIENT_SECRET; the variable is safer: others on the machine can see options
  --seller <username>     NORTHBIND_SELLER, for a client that acts for several sellers
  --username, --password  NORTHBIND_USERNAME, NORTHBIND_PASSWORD, without OAuth 2.0
With an address of this machine and no client, the sandbox's published client is used.`;
