import type { DatabaseMode, Mode } from '../domain/mode.ts';
import { findNearNames, type NearName } from './near-names.ts';
import { readFileOr, refuse, WrongValue } from './setting-kinds.ts';
import { isGroup, isSetting, type Need, type Read, type Setting, settings } from './settings.ts';

/** The only code that reads the environment. All faults are reported at once. */
export function readConfig(environment: Environment = process.env) {
  const { read, given, defaults } = readTree(settings, environment);
  const { operatorPublicUrl, moneris, monerisUrl: standIn, cardProcessor } = read;
  return {
    ...read,
    operatorHosts: [...(read.operatorHosts ?? []), ...(operatorPublicUrl ? [new URL(operatorPublicUrl).hostname] : [])],
    /** Null: served pages name the address under which they were asked for. */
    pagesUrl: given('PUBLIC_URL') && read.publicUrl,
    /** A stand-in plays Moneris in a rehearsal; null for Moneris itself. */
    processor: moneris
      ? { kind: 'moneris' as const, ...moneris, standIn, ...(standIn && { environment: 'qa' as const }) }
      : { kind: cardProcessor as 'sandbox' | 'rehearsal' | 'none' },
    ...rehearsalOf(read),
    tracing: read.otlpEndpoint !== null || read.otlpTracesEndpoint !== null,
    /** Settings that use their default, for the log at start. */
    defaults,
    misspelt: findMisspelt(environment),
  };
}

/** In production mode with the sandbox's parties: nothing is real, and the database is of a rehearsal for good. */
function rehearsalOf(read: { readonly mode: Mode; readonly cardProcessor: string; readonly lenderKind: string }) {
  const isRehearsal = read.mode === 'production' && [read.cardProcessor, read.lenderKind].includes('rehearsal');
  const databaseMode: DatabaseMode = isRehearsal ? 'rehearsal' : read.mode;
  return { isRehearsal, databaseMode };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;
export type MonerisSettings = Readonly<Extract<Config['processor'], { kind: 'moneris' }>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** Names in the environment that are near one of ours, but are none. */
export function findMisspelt(environment: Environment): readonly NearName[] {
  return findNearNames(Object.keys(environment), new Set(namesIn(settings)));
}

function namesIn(node: object): readonly string[] {
  if (isSetting(node)) return node.kind.isSecret ? [node.name, `${node.name}_FILE`] : [node.name];
  return Object.entries(node).flatMap(([key, inner]) => (key === 'only' ? [] : namesIn(inner as object)));
}

/** What the command line needs: only the database, so that it works before anything else is configured. */
export function readCommandLineConfig(environment: Environment) {
  const { mode, host, port, dataDir, retention } = settings;
  const { publicUrl, databaseUrl, databaseDirectUrl, secretKeys, cardProcessor, lenderKind } = settings;
  const needed = {
    cardProcessor,
    lenderKind,
    mode,
    host,
    port,
    dataDir,
    retention,
    publicUrl,
    databaseUrl,
    databaseDirectUrl,
    secretKeys,
  };
  const { read } = readTree(needed, environment, false);
  const url = read.databaseDirectUrl ?? read.databaseUrl;
  if (read.mode === 'production' && url === null)
    throw new ConfigError([faultOf(databaseUrl, 'is required in production')]);
  /** PostgreSQL itself, not a pooler before it; null for the built-in one of the service that runs on `dataDir`. */
  return { ...read, databaseUrl: url, ...rehearsalOf(read) };
}

export type CommandLineConfig = Readonly<ReturnType<typeof readCommandLineConfig>>;

/** The address and key of a lender to check; the address is given on the command line. */
export function readLenderToCheck(url: string, environment: Environment) {
  const { origin, key } = settings.lender;
  return readTree({ origin, key }, { ...environment, LENDER_URL: url }).read;
}

/** The faults of the environment, one sentence each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Northbind can't start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Without its value, which may be a secret. */
export const tellMisspelt = ({ name, known }: NearName): string => `${name} is no setting: is ${known} meant?`;

type Values<S> =
  S extends Setting<infer T>
    ? T
    : { readonly [K in Exclude<keyof S, 'only'>]: Values<S[K]> } | (S extends { only: Need } ? null : never);

/** In the shape of the tree. The command line does without what only the service requires and refuses. */
function readTree<S extends object>(tree: S, environment: Environment, isService = true) {
  const find = (name: string): string | null => environment[name]?.trim() || null;
  const given = (name: string): string | null => find(name) ?? find(`${name}_FILE`);
  const values: Record<string, unknown> = {};
  const defaults: string[] = [];
  const faults: string[] = [];

  function readAll(nodes: object, into: Record<string, unknown> = {}): unknown {
    for (const [key, node] of Object.entries(nodes)) {
      const read = { ...values, given } as unknown as Read;
      if (isSetting(node)) into[key] = readSetting(node, read);
      else if (key !== 'only') into[key] = isGroup(node) && !node.only.is(read) ? null : readAll(node);
    }
    return into;
  }

  function readSetting(setting: Setting<unknown>, read: Read): unknown {
    const { name, kind, usual, required, refused = {} } = setting;
    try {
      const text = kind.isSecret ? findSecret(name, find) : find(name);
      if (text !== null) {
        const value = kind.parse(text);
        const fault = Object.keys(refused).find((one) => isService && refused[one]!(value, read));
        return fault === undefined ? value : refuse(fault);
      }
      if (isService && required?.is(read)) refuse(`is required ${required.words}`.trim());
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      faults.push(faultOf(setting, error.message));
    }
    const text = typeof usual === 'function' ? usual(read) : usual;
    if (text !== null && text !== '') defaults.push(`${name}=${text}`);
    return text === null ? null : kind.parse(String(text));
  }

  const read = readAll(tree, values) as Values<S>;
  if (faults.length > 0) throw new ConfigError([...faults, ...findMisspelt(environment).map(tellMisspelt)]);
  return { read, given, defaults };
}

/** A secret may also be the content of the file that `…_FILE` names, without its last line break. */
function findSecret(name: string, find: (name: string) => string | null): string | null {
  const path = find(`${name}_FILE`);
  if (path === null) return find(name);
  if (find(name) !== null) refuse(`must not be set together with ${name}_FILE`);
  const text = String(readFileOr(path, `can't be read from the file of ${name}_FILE`)).replace(/\r?\n$/, '');
  const lengthMax = 10_000; // Far above any key or address.
  if (text !== '' && text.length <= lengthMax) return text;
  return refuse(`must have 1 to ${lengthMax} characters in the file of ${name}_FILE`);
}

/** Says the fault with what the setting means: the first sentence of it, without the marks of the guide. */
function faultOf({ name, meaning }: Setting<unknown>, fault: string): string {
  return `${name} ${fault} (${meaning.replace(/\. .*$/, '')}).`.replaceAll(/`|\[([^\]]+)\]\([^)]+\)/g, '$1');
}
