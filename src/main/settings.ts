import { usualColours } from '../domain/brand/brand.ts';
import { closingLengthMax } from '../domain/brand/judge-brand.ts';
import { languages } from '../domain/language.ts';
import { type Mode, modes } from '../domain/mode.ts';
import { type InsecureUse, insecureUses, isInsecure, isThisMachine, isWeak } from './insecure.ts';
import { Secret } from './secret.ts';
import * as is from './setting-kinds.ts';

export interface Setting<T> {
  readonly name: string;
  readonly kind: is.Kind<T>;
  /** The default as it would be given; null for none. */
  readonly usual: Usual | ((read: Read) => Usual);
  /** In Markdown, for the guide. A fault shows the first sentence. */
  readonly meaning: string;
  /** What is done without it, for the guide, where the default alone does not say it. */
  readonly otherwise?: string;
  /** Where the service does not start without it. */
  readonly required?: Need;
  /** A test charges no real card and writes no real loan, and production is safe: the faults, each with its values. */
  readonly refused?: Refusals;
}
type Usual = string | number | null;
type More = Pick<Setting<unknown>, 'otherwise' | 'required' | 'refused'>;
type Refusals = Readonly<Record<string, (value: unknown, read: Read) => boolean>>;

/** Where it is needed, also as the guide and a fault say it after “required”. */
export type Need = ReturnType<typeof when>;
const when = (words: string, is: (read: Read) => boolean) => ({ words, is });

/** The settings of the first lines, on which others depend, and the text of any other, or of its file's path. */
type Texts = Record<'host' | 'operatorHost' | 'cardProcessor' | 'lenderKind', string>;
type Others = { mode: Mode; port: number; acceptInsecure: readonly InsecureUse[] };
export type Read = Readonly<Texts & Others & { given: (name: string) => string | null }>;

export const isSetting = (node: object): node is Setting<unknown> => 'meaning' in node;
/** Settings that are read only where they are needed, and are null elsewhere. */
export const isGroup = (node: object): node is { readonly only: Need } => 'only' in node;

/** A default is one of the kind's values where they are texts or numbers. */
type Given<T> = T extends string | number ? T : string;
type Line<T, U> = readonly [name: string, is.Kind<T>, usual: U | ((read: Read) => U), meaning: string, More?];
const setting = <T, U extends Given<T> | null>(...[name, kind, usual, meaning, more]: Line<T, U>) =>
  ({ name, kind, usual, meaning, ...more }) as Setting<T | Extract<U, null>>;
/** A setting of a group, which is required there. */
const needed = <T>(name: string, kind: is.Kind<T>, meaning: string, more?: More) =>
  ({ name, kind, usual: null, meaning, required: when('', () => true), ...more }) as Setting<T>;

const web = is.address('http://', 'https://');
const port = is.integer(0, 65_535);
const after = (steps: number) => (read: Read) => (read.port === 0 ? 0 : Math.min(read.port + steps, 65_535));
/** A service that listens on all addresses is reached as localhost. */
const ownUrl = ({ host, port }: Read): string => {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return URL.canParse(url) && !/\/(0\.0\.0\.0|\[::\]):/.test(url) ? url : `http://localhost:${port}`;
};

const isLive = ({ mode }: Read): boolean => mode === 'production';
const live = when('in production', isLive);
const isGiven = (name: string) => (read: Read) => read.given(name) !== null;
const usesMoneris = (read: Read): boolean => read.cardProcessor === 'moneris';
const isSafe = ({ protocol, hostname }: URL): boolean => protocol === 'https:' || isThisMachine(hostname);
function isIn(mode: Mode, values = /./): Refusals[string] {
  return (value, read) => read.mode === mode && values.test(String(value));
}
const typedByHand: Refusals = {
  'is too easy to guess: take a random one': (keys, read) =>
    isLive(read) && [keys].flat().some((key) => key instanceof Secret && isWeak(key.reveal())),
};
const withoutTls = (use: InsecureUse): Refusals => ({
  [`leads to another machine without TLS: ask for TLS, or accept it by ACCEPT_INSECURE=${use}`]: (url, read) =>
    isLive(read) && !read.acceptInsecure.includes(use) && isInsecure(use, (url as Secret).reveal()),
});

/**
 * Every setting: its name, what it may be, its default, its meaning, who needs it. The reader, what production refuses
 * and the table of the guide are made from it.
 */
export const settings = {
  mode: setting(
    'NORTHBIND_MODE',
    is.oneOf(...modes),
    'sandbox',
    '`sandbox` (try everything, nothing is real) or `production`. A database belongs to the mode that first used ' +
      'it, and the other one refuses it',
  ),
  acceptInsecure: setting(
    'ACCEPT_INSECURE',
    is.someOf(...insecureUses),
    '',
    'what may go to other machines without TLS in production. Otherwise `SMTP_URL` needs `smtps:`, a password or ' +
      '`?requireTLS=true`, `DATABASE_URL` needs `?sslmode=verify-full`',
  ),
  host: setting(
    'HOST',
    is.text,
    (read) => (isLive(read) ? '0.0.0.0' : '127.0.0.1'),
    'the address that the service listens on',
  ),
  port: setting('PORT', port, 8080, "the service's port; `0` picks a free one"),
  checkoutPort: setting('CHECKOUT_PORT', port, after(1), "the sandbox card processor's port", {
    otherwise: '`PORT` + 1',
  }),
  operatorHost: setting('OPERATOR_HOST', is.text, '127.0.0.1', "the address that the operator's port listens on"),
  operatorPort: setting(
    'OPERATOR_PORT',
    port,
    after(2),
    "the port of the operator's console, its API, and metrics at `/metrics`",
    { otherwise: '`PORT` + 2' },
  ),
  operatorPublicUrl: setting(
    'OPERATOR_PUBLIC_URL',
    web,
    null,
    "the address under which browsers reach the operator's console",
    {
      otherwise: 'the one that the browser asks for',
      required: when('in production with `OIDC_ISSUER`', (read) => isLive(read) && isGiven('OIDC_ISSUER')(read)),
    },
  ),
  operatorHosts: setting(
    'OPERATOR_HOSTS',
    is.hostNames,
    null,
    "more names under which browsers reach the operator's console. Addresses, `localhost` and the host of " +
      '`OPERATOR_PUBLIC_URL` always count; every other name is refused with 421',
  ),
  isSecondFactorRequired: setting(
    'OPERATOR_SECOND_FACTOR',
    is.whether('required', is.oneOf('optional', 'required')),
    'optional',
    '`optional`, or `required`: an operator without an authenticator can only set one up',
  ),
  oidc: {
    only: when('with `OIDC_ISSUER`', isGiven('OIDC_ISSUER')),
    issuer: needed(
      'OIDC_ISSUER',
      web,
      'the OpenID Connect provider at which operators may sign in; https in production',
      { refused: { 'must be an address that starts with https://': isIn('production', /^http:/) } },
    ),
    clientId: needed(
      'OIDC_CLIENT_ID',
      is.text,
      "the console's client id at the provider. Its redirect address there is `OPERATOR_PUBLIC_URL` + " +
        '`/api/session/oidc/callback`',
    ),
    clientSecret: needed('OIDC_CLIENT_SECRET', is.secret(is.text), "the console's client secret at the provider"),
    name: setting(
      'OIDC_NAME',
      is.text,
      (read) => URL.parse(read.given('OIDC_ISSUER') ?? '')?.hostname ?? '',
      'what the sign-in calls the provider',
      { otherwise: "the issuer's host" },
    ),
    scope: setting('OIDC_SCOPE', is.text, 'openid profile email', 'the scopes to ask for, separated by spaces'),
    rules: {
      roleClaim: setting('OIDC_ROLE_CLAIM', is.text, 'groups', 'the claim of the ID token that gives a role'),
      roleValues: needed(
        'OIDC_ROLES',
        is.roleValues,
        'which values of that claim give which role, as `admin=it,support=desk,viewer=staff`',
      ),
      integrationsClaim: setting(
        'OIDC_INTEGRATIONS_CLAIM',
        is.text,
        null,
        'the claim with the client ids of the integrations that an operator sees, `*` for all',
        { otherwise: 'no limit' },
      ),
    },
  },
  metricsToken: setting(
    'METRICS_TOKEN',
    is.secret(is.textOf('at least', 16)),
    null,
    'what a collector must show at `/metrics`, as `Authorization: Bearer …`',
    {
      required: when(
        'in production where `OPERATOR_HOST` is not this machine alone',
        (read) => isLive(read) && !isThisMachine(read.operatorHost),
      ),
      refused: typedByHand,
    },
  ),
  publicUrl: setting(
    'PUBLIC_URL',
    web,
    ownUrl,
    'the address under which partners reach the service, and customers the pages of [payment ' +
      'links](unpaid.md#a-payment-link); https in production',
    {
      otherwise: '`http://HOST:PORT`',
      required: live,
      refused: { 'must start with https: in production': isIn('production', /^http:/) },
    },
  ),
  checkoutPublicUrl: setting(
    'CHECKOUT_PUBLIC_URL',
    web,
    null,
    'the address under which browsers reach the sandbox card processor, also in a rehearsal',
    {
      otherwise: 'where it listens',
      required: when('with `CARD_PROCESSOR=rehearsal`', (read) => read.given('CARD_PROCESSOR') === 'rehearsal'),
    },
  ),
  dataDir: setting('DATA_DIR', is.path, '.data', 'the folder of the built-in PostgreSQL'),
  databaseUrl: setting(
    'DATABASE_URL',
    is.secret(is.databaseAddress),
    null,
    'the PostgreSQL to use, as `postgres://user:password@host:port/database`. Several hosts (`a:5432,b:5432`, at ' +
      'most 8) are a primary and its standbys: the one that takes writes is used, as with ' +
      '`target_session_attrs=read-write`',
    { otherwise: 'the built-in PostgreSQL', required: live, refused: withoutTls('postgres') },
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    is.secret(is.databaseAddress),
    null,
    'the same database without the pooler that `DATABASE_URL` leads to, such as [PgBouncer](deploy.md#pgbouncer): ' +
      'for notices, migrations, imports and the command line',
    { refused: withoutTls('postgres') },
  ),
  databaseReplicaUrl: setting(
    'DATABASE_REPLICA_URL',
    is.secret(is.databaseAddress),
    null,
    'a streaming replica of that database, from which [lists, reports and the dashboard](deploy.md#read-replicas) ' +
      'are read; from the primary while the replica is away or too far behind',
    { otherwise: 'everything is read from the primary', refused: withoutTls('postgres') },
  ),
  replicaStaleSeconds: setting(
    'REPLICA_STALE_SECONDS',
    is.integer(1, 60),
    2,
    'how old what is read from the replica may be',
  ),
  databaseWaitSeconds: setting(
    'DATABASE_WAIT_SECONDS',
    is.integer(0, 3_600),
    60,
    'how long a start waits for the database',
  ),
  autoMigrate: setting(
    'AUTO_MIGRATE',
    is.whether('on', is.oneOf('on', 'off')),
    'on',
    '`on`, or `off` where [another role](deploy.md#a-role-without-rights-on-tables) runs `northbind migrate` ' +
      'before a start',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    is.integer(2, 1_000),
    16,
    'how many connections to PostgreSQL an instance may hold',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    is.secret(is.address('smtp://', 'smtps://')),
    null,
    'the mail server, as `smtps://user:password@host:port`',
    { required: live, refused: withoutTls('smtp') },
  ),
  isAssistantServed: setting(
    'MCP_SERVER',
    is.whether('on', is.oneOf('off', 'on')),
    'off',
    "`off`, or `on`: the service itself serves the tools of partners' [assistants](assistants.md) at `/mcp`, over the " +
      'Model Context Protocol, with the tokens and limits of the API. Partners may run the tools themselves either way',
  ),
  isOutboundOff: setting(
    'OUTBOUND',
    is.whether('off', is.oneOf('on', 'off')),
    'on',
    '`on`, or `off` for a [drill](deploy.md#backup) on a copy of the database: nothing goes out, be it mail, ' +
      'cards, the lender, webhooks or payment links, and no job runs; the start, the console and ' +
      '`/healthcheck` say so',
  ),
  operatorEmail: setting(
    'OPERATOR_EMAIL',
    is.email,
    null,
    'where the operator gets mail about the service, such as a webhook endpoint that was disabled, or licences ' +
      'that expire',
    { otherwise: '`ISSUER_EMAIL`' },
  ),
  mailLanes: setting(
    'MAIL_LANES',
    is.integer(1, 200),
    20,
    'how many mails an instance sends at once, each on a connection of its own; relays often allow 50 from one address',
  ),
  secretKeys: setting(
    'SECRET_KEY',
    is.keys(32),
    null,
    'the key that signs tokens and vehicle ids and encrypts authenticators, webhook secrets, payment links and ' +
      'sale links, the same on every instance; two, the new one first, [while it is ' +
      'changed](operate.md#change-the-secret-key). Production refuses one that was typed by hand',
    { otherwise: 'made once, kept in the database', required: live, refused: typedByHand },
  ),
  cardProcessor: setting(
    'CARD_PROCESSOR',
    is.oneOf('sandbox', 'moneris', 'rehearsal', 'none'),
    (read) => (isLive(read) ? 'none' : 'sandbox'),
    '`moneris`, `none` to sell without cards, or `rehearsal` for a [rehearsal](deploy.md#with-cards-and-loans) in which ' +
      'nothing is real; the sandbox has its own',
    {
      otherwise: "the sandbox's own",
      required: live,
      refused: {
        'must be sandbox in the sandbox': isIn('sandbox', /none|rehearsal/),
        'must not be sandbox in production': isIn('production', /sandbox/),
      },
    },
  ),
  monerisUrl: setting(
    'MONERIS_URL',
    web,
    null,
    'a stand-in for Moneris, to [rehearse](moneris.md#a-rehearsal) in the sandbox; refused in production',
    {
      required: when(
        'with Moneris in the sandbox, which must not reach Moneris itself',
        (read) => usesMoneris(read) && !isLive(read),
      ),
      refused: {
        'must not be set in production': isIn('production'),
        'must not be an address of Moneris': (url) => /(^|\.)moneris\.(com|io)\.?$/.test(new URL(`${url}`).hostname),
      },
    },
  ),
  moneris: {
    only: when(
      'with `CARD_PROCESSOR=moneris`',
      (read) => usesMoneris(read) && (isLive(read) || isGiven('MONERIS_URL')(read)),
    ),
    storeId: needed('MONERIS_STORE_ID', is.text, "the store's id at [Moneris](moneris.md)"),
    apiToken: needed('MONERIS_API_TOKEN', is.secret(is.text), "the store's API token at Moneris"),
    holdCheckoutId: needed('MONERIS_HOLD_CHECKOUT_ID', is.text, 'the Moneris checkout profile that pre-authorises'),
    verifyCheckoutId: needed(
      'MONERIS_VERIFY_CHECKOUT_ID',
      is.text,
      'the Moneris checkout profile that verifies and saves a card',
    ),
    environment: setting(
      'MONERIS_ENVIRONMENT',
      is.oneOf('qa', 'prod'),
      'prod',
      "`qa` (Moneris's test environment) or `prod`",
    ),
  },
  lenderKind: setting(
    'LENDER',
    is.oneOf('sandbox', 'http', 'rehearsal', 'none'),
    (read) => (isLive(read) ? 'none' : 'sandbox'),
    '`http` (a lender that speaks the [lender protocol](lender.md)), `none` to sell without monthly financing, or ' +
      '`rehearsal`, like the card processor; ' +
      'the sandbox has its own',
    {
      otherwise: "the sandbox's own",
      required: live,
      refused: {
        'must be one of: sandbox': isIn('sandbox', /http|rehearsal|none/),
        'must be one of: http, rehearsal, none': isIn('production', /sandbox/),
        'must be rehearsal or none beside a rehearsed card processor, and neither beside a real one is rehearsed': (
          value,
          { cardProcessor },
        ) =>
          (cardProcessor === 'rehearsal' && value === 'http') || (cardProcessor === 'moneris' && value === 'rehearsal'),
      },
    },
  ),
  lender: {
    only: when('with `LENDER=http`', (read) => isLive(read) && read.lenderKind === 'http'),
    origin: needed(
      'LENDER_URL',
      web,
      "the lender's address, before the paths of the protocol; https, or this machine",
      { refused: { 'must start with https: unless it is on this machine': (url) => !isSafe(new URL(`${url}`)) } },
    ),
    key: needed('LENDER_KEY', is.secret(is.textOf('at least', 16)), 'what Northbind shows to the lender'),
    contact: {
      name: needed('LENDER_NAME', is.text, "the lender's name on documents"),
      phoneNumber: needed('LENDER_PHONE', is.text, "the lender's telephone number on documents"),
      emailAddress: needed('LENDER_EMAIL', is.email, "the lender's e-mail address on documents"),
    },
  },
  issuer: {
    only: when('in production', (read) => isLive(read) || isGiven('ISSUER_NAME')(read)),
    name: needed('ISSUER_NAME', is.text, 'the name that stands on documents and mails; the sandbox has a sample'),
    addressLines: needed('ISSUER_ADDRESS', is.lines, 'the address on documents'),
    phoneNumber: needed('ISSUER_PHONE', is.text, 'the telephone number on documents'),
    emailAddress: needed('ISSUER_EMAIL', is.email, 'the address on documents, and the one that mails come from'),
    website: needed('ISSUER_WEBSITE', is.text, 'the website on documents'),
    logo: setting(
      'ISSUER_LOGO',
      is.logoFile,
      null,
      'the file of the [logo](operate.md#brands) on documents, mails and the payment page. An SVG has shapes alone ' +
        '(no texts, styles, pictures or links); at most 64 KiB, 2,000 pixels, and eight times as wide as high; mails ' +
        'show only a PNG',
    ),
    colours: setting(
      'ISSUER_COLOURS',
      is.colours,
      `${usualColours.main},${usualColours.accent}`,
      'the main colour and the accent of documents, mails and the payment page; refused if texts in them could not ' +
        'be read (WCAG AA)',
    ),
    languages: setting(
      'ISSUER_LANGUAGES',
      is.someOf(...languages),
      languages.join(),
      "languages that are added to the customer's own. With `fr` a customer in Quebec who named no language gets " +
        'no English part',
    ),
    closing: {
      only: when(
        'with the other one',
        (read) => isGiven('ISSUER_CLOSING_EN')(read) || isGiven('ISSUER_CLOSING_FR')(read),
      ),
      en: needed(
        'ISSUER_CLOSING_EN',
        is.textOf('at most', closingLengthMax),
        "what stands at the end of a policy's documents in English",
      ),
      fr: needed(
        'ISSUER_CLOSING_FR',
        is.textOf('at most', closingLengthMax),
        "what stands at the end of a policy's documents in French",
      ),
    },
    taxNumbers: {
      en: setting(
        'ISSUER_TAX_NUMBERS',
        is.text,
        '',
        'the numbers under which taxes are collected, each after the name of its tax in the tax table, with ` · ` ' +
          'between them, such as `GST/HST 12345 6789 RT0001 · QST 1234567890 TQ0001`. Printed below the price where ' +
          'that tax is charged; taxes that two provinces call alike need names of their own in the table, such as ' +
          '`BC PST`',
      ),
      fr: setting(
        'ISSUER_TAX_NUMBERS_FR',
        is.text,
        (read) => read.given('ISSUER_TAX_NUMBERS') ?? '',
        'the same with their French names, such as `TPS/TVH 12345 6789 RT0001`',
        { otherwise: '`ISSUER_TAX_NUMBERS`' },
      ),
    },
  },
  rateLimit: setting('RATE_LIMIT', is.integer(1, 1_000_000), 300, 'requests per 60 seconds and integration'),
  tokenMinutes: setting('TOKEN_MINUTES', is.integer(1, 1_440), 60, 'how long a bearer token is valid'),
  cardTicketMinutes: setting(
    'CARD_TICKET_MINUTES',
    is.integer(1, 1_440),
    30,
    'how long a checkout ticket is valid; 30 with Moneris',
    {
      refused: {
        'must be 30 with Moneris, which ends every ticket after that time': (minutes, read) =>
          minutes !== 30 && isLive(read) && usesMoneris(read),
      },
    },
  ),
  effectiveDateDays: setting('EFFECTIVE_DATE_DAYS', is.integer(0, 365), 30, 'how many days ahead a policy may begin'),
  lapseNoticeDays: setting(
    'LAPSE_NOTICE_DAYS',
    is.integer(1, 365),
    null,
    'how many days after the last refusal of a charge the customer is told that cover may be ended: [unpaid ' +
      'charges](unpaid.md)',
    { otherwise: 'no notice' },
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    is.proxies,
    'none',
    'the proxies in front, by their number, or their addresses and ranges, such as `10.0.0.5,10.1.0.0/16` (also ' +
      '`loopback`, `linklocal`, `uniquelocal`). Each must append to `X-Forwarded-For`; a caller is known by what the ' +
      'first of them saw',
    { required: live },
  ),
  lameDuckSeconds: setting(
    'LAME_DUCK_SECONDS',
    is.integer(0, 300),
    (read) => (isLive(read) ? 5 : 0),
    'how long a stopping instance still serves while `/healthcheck/ready` is 503, so that load balancers turn away',
  ),
  // In production longer than the longest request takes.
  drainSeconds: setting(
    'DRAIN_SECONDS',
    is.integer(1, 600),
    (read) => (isLive(read) ? 65 : 9),
    'how long a stopping instance then waits for running requests and mails',
  ),
  outboundProxy: {
    only: when('with `OUTBOUND_PROXY`', isGiven('OUTBOUND_PROXY')),
    url: needed(
      'OUTBOUND_PROXY',
      is.secret(web),
      'the proxy through which the card processor, the lender and webhook endpoints are called, as ' +
        '`http://user:password@host:port`; loopback is called directly',
    ),
    except: setting(
      'OUTBOUND_PROXY_EXCEPT',
      is.list,
      '',
      'hosts that are called without the proxy; `.example.ca` stands for all names that end so',
    ),
  },
  watchdogUsec: setting(
    'WATCHDOG_USEC',
    is.integer(100_000, 999_999_999),
    null,
    'set by systemd from `WatchdogSec` of the unit: how often the service has to give a sign of life, in microseconds',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    is.oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'the lowest level that is logged',
  ),
  logFormat: setting(
    'LOG_FORMAT',
    is.oneOf('json', 'text'),
    null,
    '`json` (a line per event, for machines) or `text` (for people)',
    { otherwise: '`text` in a terminal, else `json`' },
  ),
  retention: {
    quoteDays: setting(
      'RETENTION_QUOTE_DAYS',
      is.keptFor(30, 36_500),
      180,
      'days after its last revision for which a quote that was not bound keeps its person, and days after its last ' +
        'day for which a sale link without a quote keeps what was filled in, `0` for good. The six defaults are ' +
        'samples: have them confirmed ([personal data](operate.md#personal-data))',
    ),
    policyYears: setting(
      'RETENTION_POLICY_YEARS',
      is.keptFor(1, 100),
      7,
      'years after the end of its cover for which a policy keeps its person, `0` for good',
    ),
    mailDays: setting(
      'RETENTION_MAIL_DAYS',
      is.keptFor(30, 36_500),
      730,
      'days for which a mail keeps its address, `0` for good',
    ),
    auditYears: setting(
      'RETENTION_AUDIT_YEARS',
      is.keptFor(1, 100),
      10,
      'years for which a row of the audit or an operator’s act keeps its reason and facts, `0` for good',
    ),
    eventDays: setting(
      'RETENTION_EVENT_DAYS',
      is.keptFor(90, 36_500),
      400,
      'days for which an event is kept, `0` for good',
    ),
    deliveryDays: setting(
      'RETENTION_DELIVERY_DAYS',
      is.keptFor(7, 36_500),
      90,
      'days for which a finished webhook delivery is kept, `0` for good',
    ),
  },
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    is.text,
    null,
    'where traces go; the other standard `OTEL_` variables apply',
    { otherwise: 'no tracing' },
  ),
  otlpTracesEndpoint: setting(
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    is.text,
    null,
    'where traces go, when it differs from other signals',
    { otherwise: 'no tracing' },
  ),
  dieAt: setting(
    'SANDBOX_DIE_AT',
    is.text,
    null,
    'for tests: the named point of a bind at which a sandbox ends itself with SIGKILL; refused in production',
    { refused: { 'must not be set in production': isIn('production') } },
  ),
};
