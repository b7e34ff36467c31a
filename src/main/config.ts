import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type Brand, bothLanguages, type Colours, type Logo, usualColours } from '../domain/brand/brand.ts';
import { areReadable, isColour } from '../domain/brand/contrast.ts';
import { closingLengthMax } from '../domain/brand/judge-brand.ts';
import { readLogo } from '../domain/brand/read-logo.ts';
import type { TrustedProxies } from '../domain/call/trusted-proxies.ts';
import { modes } from '../domain/mode.ts';
import type { ClaimRules } from '../domain/operator/judge-identity.ts';
import { type Role, roles } from '../domain/operator/operator.ts';
import { isEmailAddress } from '../domain/person/email-address.ts';
import type { RetentionPeriods } from '../domain/person/retention.ts';
import type { BilingualName } from '../domain/quote/vocabulary.ts';
import { parseHostUrls } from '../store/postgres/host-urls.ts';
import { type InsecureUse, insecureUses, isInsecure, isThisMachine, isWeak } from './insecure.ts';
import { Secret } from './secret.ts';

/**
 * The only code that reads the environment. Each setting is read by one line of `readSettings` and described by one of
 * `meanings`. All faults are reported at once.
 */
export function readConfig(environment: Environment = process.env): Config {
  const reader = new SettingReader(environment);
  const config = readSettings(reader);
  if (config.mode === 'production') refuseUnsafe(config, reader);
  reader.throwFaults();
  return config;
}

export type Config = Readonly<ReturnType<typeof readSettings>>;
export type MonerisSettings = Readonly<Extract<Config['processor'], { kind: 'moneris' }>>;
export type LogLevel = (typeof logLevels)[number];
export type Environment = Readonly<Record<string, string | undefined>>;

const httpOnly = ['http:', 'https:'];
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** The faults of the environment, one sentence each. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Northbind can't start with these settings:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

function readSettings(reader: SettingReader) {
  const mode = reader.oneOf('NORTHBIND_MODE', modes, 'sandbox');
  const isProduction = mode === 'production';
  const port = reader.integer('PORT', 8080, 0, 65_535);
  const next = (steps: number): number => (port === 0 ? 0 : Math.min(port + steps, 65_535));
  const host = reader.text('HOST', isProduction ? '0.0.0.0' : '127.0.0.1');
  const publicUrl = readPublicUrl(reader, host, port);
  return {
    mode,
    host,
    port,
    checkoutPort: reader.integer('CHECKOUT_PORT', next(1), 0, 65_535),
    operatorHost: reader.text('OPERATOR_HOST', '127.0.0.1'),
    operatorPort: reader.integer('OPERATOR_PORT', next(2), 0, 65_535),
    ...readOperatorAccess(reader),
    oidc: readOidc(reader, isProduction),
    metricsToken: reader.secret('METRICS_TOKEN', 16),
    publicUrl,
    /** Null: served pages name the address under which they were asked for. */
    pagesUrl: reader.given('PUBLIC_URL') ? publicUrl : null,
    /** Null for the processor's own address. */
    checkoutPublicUrl: reader.url('CHECKOUT_PUBLIC_URL', null, httpOnly),
    dataDir: resolve(reader.text('DATA_DIR', '.data')),
    /** Null to start the built-in PostgreSQL under `dataDir`. */
    databaseUrl: reader.databaseUrl('DATABASE_URL'),
    /** PostgreSQL itself, where `databaseUrl` leads to a pooler; null where it does not. */
    databaseDirectUrl: reader.databaseUrl('DATABASE_DIRECT_URL'),
    databaseWaitSeconds: reader.integer('DATABASE_WAIT_SECONDS', 60, 0, 3_600),
    autoMigrate: reader.oneOf('AUTO_MIGRATE', ['on', 'off'], 'on') === 'on',
    databasePoolSize: reader.integer('DATABASE_POOL_SIZE', 16, 2, 1_000),
    redisUrl: reader.secretUrl('REDIS_URL', ['redis:', 'rediss:']),
    /** For a drill on a copy of the real database. */
    isOutboundOff: reader.oneOf('OUTBOUND', ['on', 'off'], 'on') === 'off',
    smtpUrl: reader.secretUrl('SMTP_URL', ['smtp:', 'smtps:']),
    /** Null: at the issuer's address. */
    operatorEmail: readOperatorEmail(reader),
    mailLanes: reader.integer('MAIL_LANES', 20, 1, 200),
    secretKeys: readSecretKeys(reader),
    processor: readProcessor(reader, isProduction),
    /** Null: the sandbox's own in the sandbox, and none in production. */
    lender: readLender(reader, isProduction),
    /** Null for the sandbox's sample. */
    issuer: isProduction || reader.given('ISSUER_NAME') ? readIssuer(reader) : null,
    retention: readRetention(reader),
    rateLimit: reader.integer('RATE_LIMIT', 300, 1, 1_000_000),
    tokenMinutes: reader.integer('TOKEN_MINUTES', 60, 1, 1_440),
    cardTicketMinutes: reader.integer('CARD_TICKET_MINUTES', 30, 1, 1_440),
    effectiveDateDays: reader.integer('EFFECTIVE_DATE_DAYS', 30, 0, 365),
    /** Null: never. */
    lapseNoticeDays: reader.integer('LAPSE_NOTICE_DAYS', null, 1, 365),
    lameDuckSeconds: reader.integer('LAME_DUCK_SECONDS', isProduction ? 5 : 0, 0, 300),
    // In production longer than the longest request takes.
    drainSeconds: reader.integer('DRAIN_SECONDS', isProduction ? 65 : 9, 1, 600),
    trustProxy: readTrustProxy(reader),
    outboundProxy: readOutboundProxy(reader),
    logLevel: reader.oneOf('LOG_LEVEL', logLevels, 'info'),
    dieAt: reader.text('SANDBOX_DIE_AT', null),
    tracing: reader.given('OTEL_EXPORTER_OTLP_ENDPOINT') || reader.given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
    /** Null: nobody waits for a sign of life. */
    watchdogMs: readWatchdog(reader),
    /** Settings that use their default, for the log at start. */
    defaults: reader.defaults,
  };
}

export type CommandLineConfig = Readonly<ReturnType<typeof readCommandLineConfig>>;

/** What the command line needs: only the database, so that it works before anything else is configured. */
export function readCommandLineConfig(environment: Environment = process.env) {
  const reader = new SettingReader(environment);
  const config = {
    mode: reader.oneOf('NORTHBIND_MODE', modes, 'sandbox'),
    dataDir: resolve(reader.text('DATA_DIR', '.data')),
    /** PostgreSQL itself, not a pooler before it; null for the built-in one of the service that runs on `dataDir`. */
    databaseUrl: reader.databaseUrl('DATABASE_DIRECT_URL') ?? reader.databaseUrl('DATABASE_URL'),
    /** Only commands that make secrets need them. */
    secretKeys: readSecretKeys(reader),
    /** For the address of a payment link. */
    publicUrl: readPublicUrl(reader, reader.text('HOST', '127.0.0.1'), reader.integer('PORT', 8080, 0, 65_535)),
    retention: readRetention(reader),
  };
  if (config.mode === 'production' && config.databaseUrl === null)
    reader.fault('DATABASE_URL', 'is required in production');
  reader.throwFaults();
  return config;
}

function readPublicUrl(reader: SettingReader, host: string, port: number): string {
  return reader.url('PUBLIC_URL', `http://${urlHost(host)}:${port}`, httpOnly);
}

function readOperatorAccess(reader: SettingReader) {
  const publicUrl = reader.url('OPERATOR_PUBLIC_URL', null, httpOnly);
  const hosts = (reader.text('OPERATOR_HOSTS', null)?.toLowerCase().split(',') ?? []).map((one) => one.trim());
  if (!hosts.every((host) => /^[a-z\d]([\w.-]{0,251}[a-z\d])?$/.test(host)))
    reader.fault('OPERATOR_HOSTS', 'must be names such as console.example.ca, separated by commas');
  return {
    /** Null for the address under which a browser asks. */
    operatorPublicUrl: publicUrl,
    operatorHosts: [...hosts, ...(publicUrl === null ? [] : [new URL(publicUrl).hostname])],
    isSecondFactorRequired: reader.oneOf('OPERATOR_SECOND_FACTOR', ['optional', 'required'], 'optional') === 'required',
  };
}

function readOperatorEmail(reader: SettingReader): string | null {
  const address = reader.text('OPERATOR_EMAIL', null);
  if (address !== null && !isEmailAddress(address)) reader.fault('OPERATOR_EMAIL', 'must be an e-mail address');
  return address;
}

function readOidc(reader: SettingReader, isProduction: boolean) {
  if (!reader.given('OIDC_ISSUER')) return null;
  const issuer = reader.url('OIDC_ISSUER', 'https://invalid', isProduction ? ['https:'] : httpOnly);
  if (isProduction && !reader.given('OPERATOR_PUBLIC_URL'))
    reader.fault('OPERATOR_PUBLIC_URL', 'is required with OIDC_ISSUER');
  return {
    issuer,
    clientId: reader.required('OIDC_CLIENT_ID'),
    clientSecret: reader.requiredSecret('OIDC_CLIENT_SECRET'),
    name: reader.text('OIDC_NAME', new URL(issuer).hostname),
    scope: reader.text('OIDC_SCOPE', 'openid profile email'),
    rules: {
      roleClaim: reader.text('OIDC_ROLE_CLAIM', 'groups'),
      roleValues: readRoles(reader),
      integrationsClaim: reader.text('OIDC_INTEGRATIONS_CLAIM', null),
    },
  };
}

/** `admin=it,support=desk,support=night-desk` */
function readRoles(reader: SettingReader): ClaimRules['roleValues'] {
  const values: Record<Role, string[]> = { viewer: [], support: [], admin: [] };
  for (const pair of reader.required('OIDC_ROLES').split(',')) {
    const [role = '', value = ''] = pair.split('=').map((one) => one.trim());
    const known = roles.find((one) => one === role);
    if (known !== undefined && value !== '') values[known].push(value);
    else reader.fault('OIDC_ROLES', 'must be pairs such as admin=it,support=desk');
  }
  return values;
}

/** 0 keeps a kind for good. The contract promises events for 90 days. */
function readRetention(reader: SettingReader): RetentionPeriods {
  return {
    quoteDays: reader.keptFor('RETENTION_QUOTE_DAYS', 180, 30, 36_500),
    policyYears: reader.keptFor('RETENTION_POLICY_YEARS', 7, 1, 100),
    mailDays: reader.keptFor('RETENTION_MAIL_DAYS', 730, 30, 36_500),
    auditYears: reader.keptFor('RETENTION_AUDIT_YEARS', 10, 1, 100),
    eventDays: reader.keptFor('RETENTION_EVENT_DAYS', 400, 90, 36_500),
    deliveryDays: reader.keptFor('RETENTION_DELIVERY_DAYS', 90, 7, 36_500),
  };
}

/**
 * Two keys, separated by a comma, while one is replaced by the other: the first signs and encrypts, both are accepted.
 * Null in the sandbox, which generates one and stores it in its database.
 */
function readSecretKeys(reader: SettingReader): readonly [Secret, Secret?] | null {
  const text = reader.secret('SECRET_KEY', 1)?.reveal();
  if (text === undefined) return null;
  const [first = '', second, ...others] = text.split(',').map((key) => key.trim());
  const isShort = first.length < secretKeyLengthMin || (second !== undefined && second.length < secretKeyLengthMin);
  if (isShort) reader.fault('SECRET_KEY', `must have at least ${secretKeyLengthMin} characters`);
  if (others.length > 0) reader.fault('SECRET_KEY', 'takes two keys at most, separated by a comma');
  if (first === second) reader.fault('SECRET_KEY', 'has the same key twice');
  return second === undefined ? [new Secret(first)] : [new Secret(first), new Secret(second)];
}

const secretKeyLengthMin = 32;

/** systemd tells the unit's WatchdogSec in microseconds. */
function readWatchdog(reader: SettingReader): number | null {
  const microseconds = reader.integer('WATCHDOG_USEC', null, 100_000, 999_999_999);
  return microseconds && microseconds / 1_000;
}

/** Null to call outside parties directly. The address may contain a password. */
function readOutboundProxy(reader: SettingReader) {
  const url = reader.secretUrl('OUTBOUND_PROXY', httpOnly);
  const except = reader.list('OUTBOUND_PROXY_EXCEPT');
  return url && { url, except };
}

/** The operator's brand, and what is printed beside it. */
function readIssuer(reader: SettingReader): Brand & { readonly taxNumbers: BilingualName } {
  const taxNumbers = reader.text('ISSUER_TAX_NUMBERS', '');
  return {
    name: reader.required('ISSUER_NAME'),
    addressLines: reader
      .required('ISSUER_ADDRESS')
      .split(';')
      .map((line) => line.trim()),
    phoneNumber: reader.required('ISSUER_PHONE'),
    emailAddress: reader.required('ISSUER_EMAIL'),
    website: reader.required('ISSUER_WEBSITE'),
    taxNumbers: { en: taxNumbers, fr: reader.text('ISSUER_TAX_NUMBERS_FR', taxNumbers) },
    logo: readLogoFile(reader),
    colours: readColours(reader),
    languages: reader.given('ISSUER_LANGUAGES') ? reader.manyOf('ISSUER_LANGUAGES', bothLanguages) : bothLanguages,
    closing: readClosing(reader),
  };
}

function readLogoFile(reader: SettingReader): Logo | null {
  const file = reader.text('ISSUER_LOGO', null);
  if (file === null) return null;
  try {
    const logo = readLogo(readFileSync(file));
    if (logo === null) reader.fault('ISSUER_LOGO', 'must be a small PNG, or an SVG of shapes alone');
    return logo;
  } catch (error) {
    reader.fault('ISSUER_LOGO', `can't be read: ${(error as NodeJS.ErrnoException).code}`);
    return null;
  }
}

/** `#12344d,#1c7c8c`: the main colour and the accent. */
function readColours(reader: SettingReader): Colours {
  const [main = '', accent = '', ...others] = reader.list('ISSUER_COLOURS').map((one) => one.toLowerCase());
  if (main === '') return usualColours;
  const colours = { main, accent };
  if (!isColour(main) || !isColour(accent) || others.length > 0)
    reader.fault('ISSUER_COLOURS', 'must be two colours such as #12344d,#1c7c8c');
  else if (!areReadable(colours))
    reader.fault('ISSUER_COLOURS', 'are too light for texts: take darker ones, 4.5 to 1 against white');
  return colours;
}

/** In both languages or in none. */
function readClosing(reader: SettingReader): Brand['closing'] {
  const keys = ['ISSUER_CLOSING_EN', 'ISSUER_CLOSING_FR'] as const;
  if (!keys.some((key) => reader.given(key))) return null;
  const [en, fr] = keys.map((key) => {
    const text = reader.required(key);
    if (text.length > closingLengthMax) reader.fault(key, `must have at most ${closingLengthMax} characters`);
    return text;
  }) as [string, string];
  return { en, fr };
}

/** The sandbox uses its own processor or a stand-in for a real one: a test must never charge a real card. */
function readProcessor(reader: SettingReader, isProduction: boolean) {
  const kind = reader.oneOf('CARD_PROCESSOR', ['sandbox', 'moneris', 'none'], isProduction ? 'none' : 'sandbox');
  if (isProduction && kind === 'sandbox') reader.fault('CARD_PROCESSOR', 'must not be sandbox in production');
  if (!isProduction && kind === 'none') reader.fault('CARD_PROCESSOR', 'must be sandbox in the sandbox');
  return kind === 'moneris' ? readMoneris(reader, isProduction) : { kind };
}

function readMoneris(reader: SettingReader, isProduction: boolean) {
  const standIn = reader.url('MONERIS_URL', null, httpOnly);
  if (standIn !== null && /(^|\.)moneris\.(com|io)\.?$/.test(new URL(standIn).hostname))
    reader.fault('MONERIS_URL', 'must not be an address of Moneris');
  if (!isProduction && !reader.given('MONERIS_URL')) {
    reader.fault('MONERIS_URL', 'is required with Moneris in the sandbox, which must not reach Moneris itself');
    return { kind: 'sandbox' } as const;
  }
  return {
    kind: 'moneris' as const,
    storeId: reader.required('MONERIS_STORE_ID'),
    apiToken: reader.requiredSecret('MONERIS_API_TOKEN'),
    holdCheckoutId: reader.required('MONERIS_HOLD_CHECKOUT_ID'),
    verifyCheckoutId: reader.required('MONERIS_VERIFY_CHECKOUT_ID'),
    environment: standIn === null ? reader.oneOf('MONERIS_ENVIRONMENT', ['qa', 'prod'], 'prod') : ('qa' as const),
    /** Plays Moneris in a rehearsal; null for Moneris itself. */
    standIn,
  };
}

/** The sandbox always uses its own lender: a test must never write a real loan. */
function readLender(reader: SettingReader, isProduction: boolean) {
  const lender = isProduction
    ? reader.oneOf('LENDER', ['http', 'none'], 'none')
    : reader.oneOf('LENDER', ['sandbox'], 'sandbox');
  if (lender !== 'http') return null;
  return {
    ...readLenderAddress(reader),
    /** As printed: where a customer asks about the debits of a loan. */
    contact: {
      name: reader.required('LENDER_NAME'),
      phoneNumber: reader.required('LENDER_PHONE'),
      emailAddress: reader.required('LENDER_EMAIL'),
    },
  };
}

/** Bank accounts are sent there, so in plain text only to a connector on this machine. */
function readLenderAddress(reader: SettingReader) {
  reader.required('LENDER_URL');
  const origin = reader.url('LENDER_URL', '', httpOnly);
  if (origin.startsWith('http:') && !isThisMachine(new URL(origin).hostname.replace(/^\[|\]$/g, '')))
    reader.fault('LENDER_URL', 'must start with https: unless it is on this machine');
  return { origin, key: reader.requiredSecret('LENDER_KEY', 16) };
}

/** The address and key of a lender to check; the address is given on the command line. */
export function readLenderToCheck(url: string, environment: Environment = process.env) {
  const reader = new SettingReader({ ...environment, LENDER_URL: url });
  const address = readLenderAddress(reader);
  reader.throwFaults();
  return address;
}

/**
 * `none`, a number of proxies, or their addresses and ranges. A range of all addresses would let every caller choose
 * its own.
 */
function readTrustProxy(reader: SettingReader): TrustedProxies {
  const text = reader.text('TRUST_PROXY', 'none').toLowerCase();
  if (text === 'none') return 0;
  if (/^\d+$/.test(text)) return reader.integer('TRUST_PROXY', 0, 0, proxiesMax);
  const ranges = text.split(',').map((one) => one.trim());
  if (!ranges.every(isRange))
    reader.fault(
      'TRUST_PROXY',
      `must be none, a number up to ${proxiesMax}, or addresses such as 10.0.0.5,10.1.0.0/16`,
    );
  return ranges;
}

const proxiesMax = 10;

function isRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const bitsMax = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === undefined) return bitsMax > 0;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax;
}

/** Production has no defaults for money, secrets and addresses. */
function refuseUnsafe(config: Config, reader: SettingReader): void {
  if (config.databaseUrl === null) reader.fault('DATABASE_URL', 'is required in production');
  if (config.smtpUrl === null) reader.fault('SMTP_URL', 'is required in production');
  if (config.secretKeys === null) reader.fault('SECRET_KEY', 'is required in production');
  if (reader.given('MONERIS_URL')) reader.fault('MONERIS_URL', 'must not be set in production');
  if (config.dieAt !== null) reader.fault('SANDBOX_DIE_AT', 'must not be set in production');
  if (config.metricsToken === null && !isThisMachine(config.operatorHost))
    reader.fault('METRICS_TOKEN', 'is required where OPERATOR_HOST is not this machine alone');
  if (config.processor.kind === 'moneris' && config.cardTicketMinutes !== 30)
    reader.fault('CARD_TICKET_MINUTES', 'must be 30 with Moneris, which ends every ticket after that time');
  for (const key of ['CARD_PROCESSOR', 'TRUST_PROXY', 'LENDER', 'PUBLIC_URL'] as const)
    if (!reader.given(key)) reader.fault(key, 'is required in production');
  if (!config.publicUrl.startsWith('https:')) reader.fault('PUBLIC_URL', 'must start with https: in production');
  refuseWeakKeys(config, reader);
  refuseInsecure(config, reader);
}

function refuseWeakKeys({ secretKeys, metricsToken }: Config, reader: SettingReader): void {
  const what = 'is too easy to guess: take a random one';
  if (secretKeys?.some((key) => key !== undefined && isWeak(key.reveal()))) reader.fault('SECRET_KEY', what);
  if (metricsToken !== null && isWeak(metricsToken.reveal())) reader.fault('METRICS_TOKEN', what);
}

/** Unencrypted connections to other machines, unless the operator has accepted them by name. */
function refuseInsecure({ databaseUrl, databaseDirectUrl, smtpUrl, redisUrl }: Config, reader: SettingReader): void {
  const accepted = reader.manyOf('ACCEPT_INSECURE', insecureUses);
  const refuse = (key: Key, url: Secret | null, use: InsecureUse): void => {
    if (url === null || accepted.includes(use) || !isInsecure(use, url.reveal())) return;
    reader.fault(key, `leads to another machine without TLS: ask for TLS, or accept it by ACCEPT_INSECURE=${use}`);
  };
  refuse('DATABASE_URL', databaseUrl, 'postgres');
  refuse('DATABASE_DIRECT_URL', databaseDirectUrl, 'postgres');
  refuse('SMTP_URL', smtpUrl, 'smtp');
  refuse('REDIS_URL', redisUrl, 'redis');
}

/** One sentence per setting, shown with its fault. */
export const meanings = {
  NORTHBIND_MODE: 'sandbox (try everything, nothing is real) or production',
  HOST: 'the address that the service listens on',
  PORT: "the service's port; 0 picks a free one",
  CHECKOUT_PORT: "the sandbox card processor's port",
  OPERATOR_HOST: "the address that the operator's port listens on",
  OPERATOR_PORT: "the port of the operator's console, API and metrics",
  OPERATOR_PUBLIC_URL: "the address under which browsers reach the operator's console",
  OPERATOR_HOSTS: "more names under which browsers reach the operator's console",
  OPERATOR_SECOND_FACTOR: 'optional, or required: an operator without an authenticator can only set one up',
  OIDC_ISSUER: 'the OpenID Connect provider at which operators may sign in',
  OIDC_CLIENT_ID: "the console's client id at the provider",
  OIDC_CLIENT_SECRET: "the console's client secret at the provider",
  OIDC_NAME: 'what the sign-in calls the provider',
  OIDC_SCOPE: 'the scopes to ask for, separated by spaces',
  OIDC_ROLE_CLAIM: 'the claim of the ID token that gives a role',
  OIDC_ROLES: 'which values of that claim give which role, as admin=it,support=desk',
  OIDC_INTEGRATIONS_CLAIM: 'the claim with the client ids of the integrations that an operator sees, * for all',
  METRICS_TOKEN: 'what a collector must show at /metrics, at least 16 characters',
  PUBLIC_URL: 'the address under which partners reach the service',
  CHECKOUT_PUBLIC_URL: 'the address under which browsers reach the sandbox card processor',
  DATA_DIR: 'the folder of the built-in PostgreSQL',
  DATABASE_URL:
    'the PostgreSQL to use, as postgres://user:password@host:port/database; several hosts, separated by commas, are a primary and its standbys',
  DATABASE_DIRECT_URL: 'the same database without the pooler that DATABASE_URL leads to',
  DATABASE_WAIT_SECONDS: 'how long a start waits for the database',
  AUTO_MIGRATE: 'on, or off where northbind migrate is run by another role',
  DATABASE_POOL_SIZE: 'how many connections to PostgreSQL an instance may hold',
  REDIS_URL: 'a Redis that shares the rate limit between instances instead of PostgreSQL',
  OUTBOUND:
    'on, or off for a drill on a copy of the database: nothing goes out, be it mail, cards, the lender, webhooks or payment links, and no job runs',
  OPERATOR_EMAIL: 'where the operator gets mail about the service, such as a webhook endpoint that was disabled',
  SMTP_URL: 'the mail server, as smtps://user:password@host:port',
  MAIL_LANES: 'how many mails an instance sends at once, each on a connection of its own',
  SECRET_KEY:
    'the key that signs tokens and vehicle ids, at least 32 characters, the same on every instance; during a change two, the new one first',
  ISSUER_NAME: 'the name that stands on documents and mails',
  ISSUER_ADDRESS: 'the address on documents, its lines separated by semicolons',
  ISSUER_PHONE: 'the telephone number on documents',
  ISSUER_EMAIL: 'the address on documents, and the one that mails come from',
  ISSUER_WEBSITE: 'the website on documents',
  ISSUER_LOGO: 'the file of the logo on documents, mails and the payment page',
  ISSUER_COLOURS: 'the main colour and the accent of documents, mails and the payment page, separated by a comma',
  ISSUER_LANGUAGES: "languages that are added to the customer's own, of en and fr",
  ISSUER_CLOSING_EN: 'what stands at the end of documents in English',
  ISSUER_CLOSING_FR: 'what stands at the end of documents in French',
  ISSUER_TAX_NUMBERS: 'the numbers under which taxes are collected, printed on documents',
  ISSUER_TAX_NUMBERS_FR: 'the same with their French names, if those differ',
  CARD_PROCESSOR: 'moneris, or none to sell without cards; the sandbox has its own',
  LENDER:
    'http (a lender that speaks the lender protocol), or none to sell without monthly financing; the sandbox has its own',
  LENDER_URL: "the lender's address, before the paths of the protocol",
  LENDER_KEY: 'what Northbind shows to the lender, at least 16 characters',
  LENDER_NAME: "the lender's name on documents",
  LENDER_PHONE: "the lender's telephone number on documents",
  LENDER_EMAIL: "the lender's e-mail address on documents",
  MONERIS_STORE_ID: "the store's id at Moneris",
  MONERIS_API_TOKEN: "the store's API token at Moneris",
  MONERIS_HOLD_CHECKOUT_ID: 'the Moneris checkout profile that pre-authorises',
  MONERIS_VERIFY_CHECKOUT_ID: 'the Moneris checkout profile that verifies and saves a card',
  MONERIS_URL: 'a stand-in for Moneris, for a rehearsal in the sandbox',
  MONERIS_ENVIRONMENT: "qa (Moneris's test environment) or prod",
  RETENTION_QUOTE_DAYS: 'days after which a quote that was not bound loses its person, 0 for never',
  RETENTION_POLICY_YEARS: 'years after the end of its cover in which a policy keeps its person, 0 for good',
  RETENTION_MAIL_DAYS: 'days after which a mail loses its address, 0 for never',
  RETENTION_AUDIT_YEARS: 'years after which a row of the audit loses its reason and facts, 0 for never',
  RETENTION_EVENT_DAYS: 'days after which an event is deleted, 0 for never',
  RETENTION_DELIVERY_DAYS: 'days after which a finished webhook delivery is deleted, 0 for never',
  RATE_LIMIT: 'requests per 60 seconds and integration',
  TOKEN_MINUTES: 'how long a bearer token is valid',
  CARD_TICKET_MINUTES: 'how long a checkout ticket is valid',
  EFFECTIVE_DATE_DAYS: 'how many days ahead a policy may begin',
  LAPSE_NOTICE_DAYS: 'how many days after the last refusal of a charge the customer is told that cover may be ended',
  TRUST_PROXY:
    'none, or the proxies in front, by their number or their addresses; each appends to X-Forwarded-For, and a caller is known by what the first of them saw',
  LAME_DUCK_SECONDS: 'how long a stopping instance still serves while it is reported unhealthy',
  DRAIN_SECONDS: 'how long a stopping instance then waits for running requests',
  OUTBOUND_PROXY:
    'the proxy through which the card processor, the lender and webhook endpoints are called, as http://user:password@host:port',
  OUTBOUND_PROXY_EXCEPT: 'hosts that are called without the proxy, separated by commas',
  ACCEPT_INSECURE: `what may go unencrypted to other machines in production: ${insecureUses.join(', ')}`,
  SANDBOX_DIE_AT: 'for tests: the named point of a bind at which a sandbox ends itself with SIGKILL',
  WATCHDOG_USEC: 'set by systemd: how often the service has to give a sign of life, in microseconds',
  LOG_LEVEL: 'debug, info, warn, error or silent',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'where traces go; other OTEL_ variables are read by OpenTelemetry itself',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'where traces go, when it differs from other signals',
} as const;

type Key = keyof typeof meanings;

class SettingReader {
  readonly faults: string[] = [];
  readonly defaults: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  given(key: Key): boolean {
    return this.#read(key) !== null;
  }

  /** The first fault of a setting says enough: others follow from it. */
  fault(key: Key, what: string): void {
    if (this.faults.some((one) => one.startsWith(`${key} `))) return;
    this.faults.push(`${key} ${what} (${meanings[key]}).`);
  }

  throwFaults(): void {
    if (this.faults.length > 0) throw new ConfigError(this.faults);
  }

  text<T extends string | null>(key: Key, otherwise: T): string | T {
    return this.#read(key) ?? this.#default(key, otherwise);
  }

  required(key: Key): string {
    const text = this.#read(key);
    if (text === null) this.fault(key, 'is required');
    return text ?? '';
  }

  requiredSecret(key: Key, lengthMin = 1): Secret {
    const secret = this.secret(key, lengthMin);
    if (secret === null) this.fault(key, 'is required');
    return secret ?? new Secret('');
  }

  /** Separated by commas; empty by default. */
  list(key: Key): readonly string[] {
    return (this.#read(key) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  }

  manyOf<const T extends string>(key: Key, values: readonly T[]): readonly T[] {
    const given = this.list(key).map((one) => one.toLowerCase());
    const known = values.filter((one) => given.includes(one));
    if (known.length < new Set(given).size) this.fault(key, `must be some of: ${values.join(', ')}`);
    return known;
  }

  integer<T extends number | null>(key: Key, otherwise: T, minimum: number, maximum: number): number | T {
    const text = this.#read(key);
    if (text === null) return this.#default(key, otherwise);
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    this.fault(key, `must be a whole number from ${minimum} to ${maximum}`);
    return otherwise;
  }

  /** A time for which something is kept; 0 is for good. */
  keptFor(key: Key, otherwise: number, minimum: number, maximum: number): number {
    const value = this.integer(key, otherwise, 0, maximum);
    if (value === 0 || value >= minimum) return value;
    this.fault(key, `must be 0 or a whole number from ${minimum} to ${maximum}`);
    return otherwise;
  }

  oneOf<const T extends string>(key: Key, values: readonly T[], otherwise: NoInfer<T>): T {
    const text = this.#read(key);
    if (text === null) return this.#default(key, otherwise);
    const value = values.find((one) => one === text.toLowerCase());
    if (value !== undefined) return value;
    this.fault(key, `must be one of: ${values.join(', ')}`);
    return otherwise;
  }

  url<T extends string | null>(key: Key, otherwise: T, protocols: readonly string[]): string | T {
    const text = this.#read(key);
    if (text === null) return this.#default(key, otherwise);
    if (!this.#isUrl(key, text, protocols)) return otherwise;
    return text.replace(/\/+$/, '');
  }

  secretUrl(key: Key, protocols: readonly string[]): Secret | null {
    const text = this.#readSecret(key);
    return text !== null && this.#isUrl(key, text, protocols) ? new Secret(text) : null;
  }

  /** With one host or several. */
  databaseUrl(key: Key): Secret | null {
    const text = this.#readSecret(key);
    if (text === null) return null;
    if (parseHostUrls(text) !== null) return new Secret(text);
    this.fault(key, 'must be an address that starts with postgres:// or postgresql://');
    return null;
  }

  secret(key: Key, lengthMin: number): Secret | null {
    const text = this.#readSecret(key);
    if (text !== null && text.length < lengthMin) this.fault(key, `must have at least ${lengthMin} characters`);
    return text === null ? null : new Secret(text);
  }

  #isUrl(key: Key, text: string, protocols: readonly string[]): boolean {
    if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return true;
    // Not repeated: it may contain a password.
    this.fault(key, `must be an address that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`);
    return false;
  }

  #read(key: Key): string | null {
    const text = this.#environment[key]?.trim();
    return text === undefined || text === '' ? null : text;
  }

  /** A secret may also be the content of the file that `…_FILE` names, without its last line break. */
  #readSecret(key: Key): string | null {
    const path = this.#environment[`${key}_FILE`]?.trim();
    if (path === undefined || path === '') return this.#read(key);
    if (this.#read(key) !== null) this.fault(key, `must not be set together with ${key}_FILE`);
    try {
      const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (text !== '' && text.length <= secretLengthMax) return text;
      this.fault(key, `must have 1 to ${secretLengthMax} characters in the file of ${key}_FILE`);
    } catch (error) {
      this.fault(key, `can't be read from the file of ${key}_FILE: ${(error as NodeJS.ErrnoException).code}`);
    }
    return null;
  }

  /** Null: the setting has none. */
  #default<T extends string | number | null>(key: Key, value: T): T {
    if (value !== null) this.defaults.push(`${key}=${value}`);
    return value;
  }
}

// Far above any key or address.
const secretLengthMax = 10_000;

/** A service that listens on all addresses is reached as localhost. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
