import { resolve } from 'node:path';
import { isInsecure, isWeak } from './insecure.ts';
import { Secret } from './secret.ts';
import { readFileOr, WrongValue } from './setting-kinds.ts';
import { type Group, isGroup, isSetting, type Need, type Read, type Setting, settings } from './settings.ts';

/** The only code that reads the environment. All faults are reported at once. */
export function readConfig(environment: Environment = process.env) {
  const reader = new SettingReader(environment);
  const read = reader.read(settings);
  if (read.mode === 'production' && read.moneris !== null && read.cardTicketMinutes !== 30)
    reader.fault(settings.cardTicketMinutes, 'must be 30 with Moneris, which ends every ticket after that time');
  reader.throwFaults();
  const { operatorPublicUrl, oidc, issuer, moneris, monerisUrl, watchdogUsec } = read;
  return {
    ...read,
    operatorHosts: [...(read.operatorHosts ?? []), ...(operatorPublicUrl ? [new URL(operatorPublicUrl).hostname] : [])],
    isSecondFactorRequired: read.operatorSecondFactor === 'required',
    oidc: oidc && { ...oidc, name: oidc.name ?? new URL(oidc.issuer).hostname },
    /** Null: served pages name the address under which they were asked for. */
    pagesUrl: reader.isGiven('PUBLIC_URL') ? read.publicUrl : null,
    dataDir: resolve(read.dataDir),
    autoMigrate: read.autoMigrate === 'on',
    isOutboundOff: read.outbound === 'off',
    /** A stand-in plays Moneris in a rehearsal; null for Moneris itself. */
    processor: moneris
      ? { kind: 'moneris' as const, ...moneris, standIn: monerisUrl, ...(monerisUrl && { environment: 'qa' as const }) }
      : { kind: read.cardProcessor as 'sandbox' | 'none' },
    issuer: issuer && {
      ...issuer,
      taxNumbers: { ...issuer.taxNumbers, fr: issuer.taxNumbers.fr ?? issuer.taxNumbers.en },
    },
    tracing: read.otlpEndpoint !== null || read.otlpTracesEndpoint !== null,
    watchdogMs: watchdogUsec && watchdogUsec / 1_000,
    /** Settings that use their default, for the log at start. */
    defaults: reader.defaults,
  };
}

export type Config = Readonly<ReturnType<typeof readConfig>>;
export type LogLevel = Config['logLevel'];
export type LogFormat = NonNullable<Config['logFormat']>;
export type MonerisSettings = Readonly<Extract<Config['processor'], { kind: 'moneris' }>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the command line needs: only the database, so that it works before anything else is configured. */
export function readCommandLineConfig(environment: Environment = process.env) {
  const { mode, host, port, dataDir, retention } = settings;
  const addresses = { publicUrl: bare(settings.publicUrl), databaseUrl: bare(settings.databaseUrl) };
  const direct = { databaseDirectUrl: bare(settings.databaseDirectUrl), secretKeys: bare(settings.secretKeys) };
  const reader = new SettingReader(environment);
  const read = reader.read({ mode, host, port, dataDir, retention, ...addresses, ...direct });
  const url = read.databaseDirectUrl ?? read.databaseUrl;
  if (read.mode === 'production' && url === null) reader.fault(settings.databaseUrl, 'is required in production');
  reader.throwFaults();
  /** PostgreSQL itself, not a pooler before it; null for the built-in one of the service that runs on `dataDir`. */
  return { ...read, dataDir: resolve(read.dataDir), databaseUrl: url };
}

export type CommandLineConfig = Readonly<ReturnType<typeof readCommandLineConfig>>;

/** Without what only the service asks of it. */
const bare = <T>({ name, kind, usual, meaning }: Setting<T>): Setting<T> => ({ name, kind, usual, meaning });

/** The address and key of a lender to check; the address is given on the command line. */
export function readLenderToCheck(url: string, environment: Environment = process.env) {
  const reader = new SettingReader({ ...environment, LENDER_URL: url });
  const { origin, key } = settings.lender.of;
  const read = reader.read({ origin, key });
  reader.throwFaults();
  return read;
}

/** The faults of the environment, one sentence each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Northbind can't start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

type Values<S> =
  S extends Setting<infer T>
    ? T
    : S extends Group<infer G>
      ? Values<G> | null
      : { readonly [K in keyof S]: Values<S[K]> };

class SettingReader {
  readonly defaults: string[] = [];
  readonly #faults: string[] = [];
  readonly #environment: Environment;
  /** The values so far, as their names in `settings`. */
  readonly #values: Record<string, unknown> = {};

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  readonly isGiven = (name: string): boolean => this.#find(name) !== null || this.#find(`${name}_FILE`) !== null;

  /** In the shape of the tree. */
  read<S extends object>(tree: S, into: Record<string, unknown> = this.#values): Values<S> {
    for (const [key, node] of Object.entries(tree))
      into[key] = isSetting(node) ? this.#readOne(node) : isGroup(node) ? this.#readGroup(node) : this.read(node, {});
    return into as Values<S>;
  }

  /** The first fault of a setting says enough: others follow from it. */
  fault({ name, meaning }: Setting<unknown>, what: string): void {
    if (this.#faults.some((one) => one.startsWith(`${name} `))) return;
    this.#faults.push(`${name} ${what} (${plainOf(meaning)}).`);
  }

  throwFaults(): void {
    if (this.#faults.length > 0) throw new ConfigError(this.#faults);
  }

  #isNeeded({ is }: Need): boolean {
    return is(this.#values as unknown as Read, this.isGiven);
  }

  #readGroup({ only, of }: Group<object>): unknown {
    return this.#isNeeded(only) ? this.read(of, {}) : null;
  }

  #readOne(setting: Setting<unknown>): unknown {
    const { name, kind, usual, required } = setting;
    try {
      const text = kind.isSecret ? this.#findSecret(name) : this.#find(name);
      if (text !== null) {
        const value = kind.parse(text);
        this.#assertSafe(setting, text, value);
        return value;
      }
      if (required !== undefined && this.#isNeeded(required))
        throw new WrongValue(`is required ${required.words}`.trim());
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      this.fault(setting, plainOf(error.message));
    }
    const value = typeof usual === 'function' ? usual(this.#values as unknown as Read) : usual;
    if (typeof value === 'string' || typeof value === 'number') this.defaults.push(`${name}=${value}`);
    return value;
  }

  /** Production also refuses a key that was typed by hand, and what goes to another machine unencrypted. */
  #assertSafe({ refused, tls, isRandom }: Setting<unknown>, text: string, value: unknown): void {
    const { mode, acceptInsecure } = this.#values as unknown as Read;
    const [wrong, what] = refused?.[mode] ?? [];
    if (wrong?.test(String(value))) throw new WrongValue(what);
    if (mode !== 'production') return;
    if (isRandom && [value].flat().some((key) => key instanceof Secret && isWeak(key.reveal())))
      throw new WrongValue('is too easy to guess: take a random one');
    if (tls !== undefined && !acceptInsecure.includes(tls) && isInsecure(tls, text))
      throw new WrongValue(`leads to another machine without TLS: ask for TLS, or accept it by ACCEPT_INSECURE=${tls}`);
  }

  #find(name: string): string | null {
    return this.#environment[name]?.trim() || null;
  }

  /** A secret may also be the content of the file that `…_FILE` names, without its last line break. */
  #findSecret(name: string): string | null {
    const path = this.#find(`${name}_FILE`);
    if (path === null) return this.#find(name);
    if (this.#find(name) !== null) throw new WrongValue(`must not be set together with ${name}_FILE`);
    const bytes = readFileOr(path, `can't be read from the file of ${name}_FILE`);
    const text = bytes.toString().replace(/\r?\n$/, '');
    if (text !== '' && text.length <= secretLengthMax) return text;
    throw new WrongValue(`must have 1 to ${secretLengthMax} characters in the file of ${name}_FILE`);
  }
}

// Far above any key or address.
const secretLengthMax = 10_000;

/** A fault has the first sentence of a meaning, without the marks of the guide. */
function plainOf(meaning: string): string {
  return meaning
    .replace(/\. .*$/, '')
    .replaceAll('`', '')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
}
