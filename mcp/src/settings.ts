import { parseArgs } from 'node:util';
import type { NorthbindOptions } from '@northbind/sdk';

export interface Settings {
  readonly connection: NorthbindOptions;
  /** The folder of the states of binds; null: nothing can be bound. */
  readonly bindFolder: string | null;
}

export const usage = `Usage: northbind-mcp [--allow-bind] [--bind-folder <folder>]

An MCP server over standard input and output. It reads from the environment:
  NORTHBIND_URL            where the service is
  NORTHBIND_CLIENT_ID, NORTHBIND_CLIENT_SECRET
                           a client of OAuth 2.0
  NORTHBIND_SELLER         for a client that acts for several sellers: the username of one
  NORTHBIND_USERNAME, NORTHBIND_PASSWORD
                           without OAuth 2.0: the seller's
  NORTHBIND_BIND_FOLDER    the folder of --bind-folder

--allow-bind               adds the tools that make policies and take payments
--bind-folder <folder>     keeps unfinished binds, so that they can be resumed; needed with --allow-bind
`;

/** Secrets come from the environment alone: arguments can be read by every process of the machine. */
export function readSettings(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const { values } = parseArgs({
    args: [...words],
    options: { 'allow-bind': { type: 'boolean', default: false }, 'bind-folder': { type: 'string' } },
  });
  const missing: string[] = [];
  const read = (name: string): string => {
    const value = environment[name]?.trim() ?? '';
    if (value === '') missing.push(name);
    return value;
  };
  const baseUrl = read('NORTHBIND_URL');
  const client = { baseUrl, clientId: read('NORTHBIND_CLIENT_ID'), clientSecret: read('NORTHBIND_CLIENT_SECRET') };
  const connection = environment.NORTHBIND_USERNAME
    ? { ...client, username: environment.NORTHBIND_USERNAME, password: read('NORTHBIND_PASSWORD') }
    : { ...client, seller: environment.NORTHBIND_SELLER || undefined };
  if (missing.length > 0) throw new Error(`Set these in the environment: ${missing.join(', ')}.`);
  if (!/^https?:\/\/[^/]/.test(baseUrl) || !URL.canParse(baseUrl))
    throw new Error('NORTHBIND_URL must be an address such as https://partners.example.com.');
  const bindFolder = values['bind-folder'] ?? environment.NORTHBIND_BIND_FOLDER ?? '';
  if (!values['allow-bind']) return { connection, bindFolder: null };
  if (bindFolder === '')
    throw new Error('With --allow-bind, name a folder that stays: --bind-folder or NORTHBIND_BIND_FOLDER.');
  return { connection, bindFolder };
}
