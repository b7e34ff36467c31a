import { dateIn } from '../../domain/calendar.ts';
import { isPaidBy, type PaidBy, paymentMethods } from '../../domain/payment-method.ts';
import { saleLinkStatusOf } from '../../domain/sale-link/sale-link.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import type { Outcome } from '../../ports/outcome.ts';
import { trailNames } from '../../store/audit/audit-chain.ts';
import { checkBooks } from '../../store/books/check-books.ts';
import type { Database } from '../../store/database.ts';
import {
  findSellersRequiringAcknowledgements,
  findSellersWith,
  readDatabaseFacts,
} from '../../store/doctor/database-facts.ts';
import { listSealedEndpoints } from '../../store/event/webhook.ts';
import { readDatabaseMode } from '../../store/postgres/database-mode.ts';
import { compareSchemas, describeSchema, readExpectedSchema } from '../../store/postgres/describe-schema.ts';
import { readSchemaState } from '../../store/postgres/migrate.ts';
import { faultOfVersion, nameVersion, readVersionNumber } from '../../store/postgres/postgres-version.ts';
import { readDisclosures } from '../../store/reference/disclosures.ts';
import { readTariffs } from '../../store/reference/tariffs.ts';
import { listSealedSaleLinks } from '../../store/sale-link/sale-link.ts';
import { listSealedLinks } from '../../store/unpaid/payment-link.ts';
import { countNeedsPerson } from '../../store/work/needs-person.ts';
import { readPulse } from '../../store/work/periodic-job.ts';
import { type TrailVerdict, verifyTrail } from '../audit/verify-audit.ts';
import type { SecretBox } from '../credential/secret-box.ts';
import { findSealedBefore } from '../operator/change-key.ts';
import type { Parts } from '../parts.ts';

/** One check: what was checked, whether it passed, and what was found, with what to do. */
export interface Finding {
  readonly check: string;
  readonly isGood: boolean;
  readonly finding: string;
}

export type DoctorParts = Parts<'database' | 'clock'> & {
  /** Whether this is a drill, in which no job runs. */
  readonly isOutboundOff: boolean;
};

// Tokens are valid for minutes and days end at midnight: a second more or less does no harm.
const skewMsMax = 2_000;
// Some of them run every minute.
const jobsQuietMsMax = 180_000;

/** Checks everything that the service needs of its database. The first failed check hides those that depend on it. */
export async function examineDatabase({ database, clock, isOutboundOff }: DoctorParts): Promise<readonly Finding[]> {
  const versionNumber = await readVersionNumber(database);
  const fault = faultOfVersion(versionNumber);
  if (fault !== null) return [bad('version', fault)];
  const schema = await readSchemaState(database);
  if (schema === 'ahead')
    return [
      bad('migrations', 'A newer version has changed the database so that this one can’t use it: start that one.'),
    ];
  if (schema === 'behind')
    return [bad('migrations', 'Not all are applied: run npx northbind migrate, or start the service.')];
  const asked = clock().getTime();
  const { now, sellerCount } = await readDatabaseFacts(database);
  const skewMs = Math.round(now.getTime() - (asked + clock().getTime()) / 2);
  return [
    good('database', 'It answers.'),
    good('version', `PostgreSQL ${nameVersion(versionNumber)}`),
    good('migrations', 'All are applied.'),
    await examineSchema(database),
    good('mode', await tellMode(database)),
    findingOf('clock', Math.abs(skewMs) <= skewMsMax, agree(skewMs), `${agree(skewMs)} Set both by NTP.`),
    ...(await examineTariffs({ database, clock })),
    await examineDisclosures(database),
    findingOf('sellers', sellerCount > 0, `${sellerCount} may sell.`, 'There is none: npx northbind seller create'),
    await examineJobs(database, now, isOutboundOff),
    await examineBooks(database, now),
    ...(await examineWork(database)),
    ...(await examineAudit(database)),
  ];
}

/** What an index that somebody dropped, or a column added by hand, does to the service shows only much later. */
export async function examineSchema(database: Database): Promise<Finding> {
  const { missing, unexpected } = compareSchemas(await readExpectedSchema(), await describeSchema(database));
  const found = [...missing.map((line) => `missing: ${line}`), ...unexpected.map((line) => `unexpected: ${line}`)];
  const more = found.length > namedMax ? `; and ${found.length - namedMax} more` : '';
  return findingOf(
    'schema',
    found.length === 0,
    'It is that of this version.',
    `It differs from that of this version. ${found.slice(0, namedMax).join('; ')}${more}`,
  );
}

async function tellMode(database: Database): Promise<string> {
  const mode = await readDatabaseMode(database);
  return mode === null ? 'No service has used the database yet.' : `It is a ${mode} database.`;
}

const agree = (skewMs: number): string => `The database's clock and this one differ by ${Math.abs(skewMs)} ms.`;

async function examineTariffs({ database, clock }: Parts<'database' | 'clock'>): Promise<readonly Finding[]> {
  const tariffs = await readTariffs(database);
  const today = dateIn('ON', clock());
  const book = bookForQuote(tariffs, { today, effectiveDate: today });
  const table = tariffs.taxTable;
  return [
    findingOf(
      'rate book',
      book !== null,
      `${book?.version} is in force.`,
      'None is in force today: npx northbind ratebook load',
    ),
    findingOf(
      'tax table',
      table !== null,
      `${table?.version} is in force.`,
      'There is none: npx northbind taxtable load',
    ),
  ];
}

/** Without texts, the binds of sellers that require acknowledgements ask for none. */
async function examineDisclosures(database: Database): Promise<Finding> {
  const texts = await readDisclosures(database);
  if (texts !== null) return good('disclosure texts', `${texts.version} is in force.`);
  const usernames = await findSellersRequiringAcknowledgements(database, { countMax: namedMax + 1 });
  if (usernames.length === 0)
    return good('disclosure texts', 'There are none, and no seller requires acknowledgements.');
  const ill = `There are none, but ${nameSome(usernames)} must have them acknowledged: npx northbind disclosures load`;
  return bad('disclosure texts', ill);
}

async function examineJobs(database: Database, now: Date, isOutboundOff: boolean): Promise<Finding> {
  const { last, due } = await readPulse(database);
  // After a first start none is due for a while.
  const heard = last ?? due;
  const isAlive = heard !== null && now.getTime() - heard.getTime() <= jobsQuietMsMax;
  const since = tellPulse(last, isAlive ? due : null);
  if (isOutboundOff) return good('jobs', `None runs with OUTBOUND=off. ${since}`);
  return findingOf('jobs', isAlive, since, `${since} Start the service, or search its log for “job failed”.`);
}

function tellPulse(last: Date | null, due: Date | null): string {
  if (last !== null) return `The last one succeeded at ${last.toISOString()}.`;
  return due === null ? 'None has succeeded yet.' : `None was due yet: the first is at ${due.toISOString()}.`;
}

// All of them are checked by `northbind books check`.
const booksDays = 31;

async function examineBooks(database: Database, now: Date): Promise<Finding> {
  const since = new Date(now.getTime() - booksDays * 86_400_000);
  const { unbalanced, different, policies } = await checkBooks(database, since);
  const faults = unbalanced.length + different.length;
  const well = `They balance, with the policies of ${booksDays} days: ${policies}.`;
  return findingOf(
    'books',
    faults === 0,
    well,
    `${faults} entries or balances are missing or wrong: npx northbind books check`,
  );
}

/** Work that needs the operator is no fault of the service, but is reported as a failed check. */
async function examineWork(database: Database): Promise<readonly Finding[]> {
  const waiting = await countNeedsPerson(database);
  return Object.entries(waiting).map(([name, count]: [string, number]) =>
    findingOf(`stuck ${name}`, count === 0, 'None.', `${count} need a person: npx northbind stuck list`),
  );
}

// A look that takes a second at most; `audit verify` looks at all.
const auditRowsMax = 10_000;

async function examineAudit(database: Database): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const trail of trailNames) findings.push(tellTrail(await verifyTrail(database, trail, auditRowsMax)));
  return findings;
}

/** What was found of one trail, in a sentence. */
export function tellTrail({ trail, rows, erased, broken }: TrailVerdict): Finding {
  const check = `chain of ${trailTitles[trail]}`;
  if (broken === null) return good(check, `Unbroken over ${rows} rows, of which ${erased} lost their personal part.`);
  const row = broken.id === null ? '' : ` (row ${broken.id} of ${trail})`;
  return bad(check, `Broken at place ${broken.place}: ${broken.why}${row}. See docs/runbooks/audit-broken.md.`);
}

const trailTitles: Readonly<Record<TrailVerdict['trail'], string>> = { audit: 'the audit', operator_act: 'acts' };

/** An outside party or a server that the settings name. */
export interface PartyToAsk {
  readonly check: string;
  /** The address, without a password. */
  readonly at: string;
  /** What to correct when it does not let us in. */
  readonly setting: string;
  /** A call that changes nothing there. */
  readonly ask: () => Promise<Outcome<unknown>>;
}

export async function examineParty({ check, at, setting, ask }: PartyToAsk): Promise<Finding> {
  const outcome = await ask();
  if (outcome.kind === 'done') return good(check, `${at} answers and lets us in.`);
  const cause = outcome.kind === 'refused' ? outcome.reason : outcome.cause;
  const way = waysNotToBeHeard.find(([pattern]) => pattern.test(cause));
  if (way === undefined) return bad(check, `${at} answers, but does not let us in: ${cause}. Check ${setting}.`);
  const [, what, advice] = way;
  return bad(check, `${at} ${what}. (${cause}) ${advice(setting)}`);
}

const notAccepted = 'answers, but its certificate is not accepted';

/** Each way is known by the code of the system or of TLS, or by what was answered. The first that fits counts. */
const waysNotToBeHeard: readonly (readonly [RegExp, string, (setting: string) => string])[] = [
  [
    /^(ENOTFOUND|EAI_[A-Z]+|EDNS|name not resolved)$/,
    "can't be found",
    (setting) => `Check the name in ${setting} and this machine's DNS.`,
  ],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, notAccepted, () => "It has to renew it; check this machine's clock, too."],
  [/ALTNAME_INVALID$/, notAccepted, (setting) => `It is for another name: check ${setting}.`],
  [/CERT|^UNABLE_TO_(GET|VERIFY)/, notAccepted, () => 'If its authority is your own, name it in NODE_EXTRA_CA_CERTS.'],
  [
    /^ERR_(SSL|TLS)|^EPROTO$|^ETLS$/,
    'answers, but not with TLS as we know it',
    (setting) => `Check protocol and port in ${setting}.`,
  ],
  [
    /^E[A-Z_]+$|timeout|^no connection/,
    "can't be reached",
    (setting) => `Check ${setting}, the network and the firewall.`,
  ],
  [/^answered 5\d\d\b/, 'answers with a fault of its own', (setting) => `Ask whoever runs it, or check ${setting}.`],
];

/** Sellers who may sell in a way for which no party is configured: their customers would be refused at the end. */
export async function examineSellers(database: Database, lacking: readonly PartyWay[]): Promise<readonly Finding[]> {
  const findings = lacking.map(async (way) => {
    const methods = paymentMethods.filter((method) => isPaidBy(way, method));
    const usernames = await findSellersWith(database, { methods, countMax: namedMax + 1 });
    const { check, setting } = needs[way];
    if (usernames.length === 0)
      return good(check, `None is configured, and no seller may sell by ${methods.join(', ')}.`);
    return bad(
      check,
      `None is configured, but ${nameSome(usernames)} may sell by ${methods.join(', ')}: set ${setting}, or take it from them by npx northbind seller update --payment-methods.`,
    );
  });
  return Promise.all(findings);
}

export const namedMax = 5;

export function nameSome(usernames: readonly string[]): string {
  return usernames.slice(0, namedMax).join(', ') + (usernames.length > namedMax ? ' and others' : '');
}

/** The ways to pay that need an outside party. */
export type PartyWay = Exclude<PaidBy, 'partner'>;

const needs: Readonly<Record<PartyWay, { readonly check: string; readonly setting: string }>> = {
  card: { check: 'card processor', setting: 'CARD_PROCESSOR' },
  loan: { check: 'lender', setting: 'LENDER' },
};

/** The boxes of the current `SECRET_KEY`, named by what each closes. */
export interface SecretBoxes {
  readonly operators: SecretBox;
  readonly webhooks: SecretBox;
  readonly links: SecretBox;
}

/** Whether `SECRET_KEY` opens all that was closed with it, so that an old one can go. */
export async function examineSecretKey(
  { database, clock }: Parts<'database' | 'clock'>,
  boxes: SecretBoxes,
): Promise<Finding> {
  const names = (await findSealedBefore(database, boxes.operators)).map(({ name }) => name);
  const [endpoints, links] = [await listSealedEndpoints(database), await listSealedLinks(database)];
  const endpointCount = endpoints.filter(({ secret }) => !boxes.webhooks.isCurrent(secret)).length;
  const linkCount = links.filter(({ sealedSecret }) => !boxes.links.isCurrent(sealedSecret)).length;
  const today = dateIn('ON', clock());
  const openLinks = (await listSealedSaleLinks(database)).filter((link) => saleLinkStatusOf(link, today) === 'Open');
  const saleLinkCount = openLinks.filter(({ sealedSecret }) => !boxes.links.isCurrent(sealedSecret)).length;
  const closed = [
    names.length > 0 && `the authenticators of ${names.join(', ')} (npx northbind account reset-password)`,
    endpointCount > 0 && `the secrets of ${endpointCount} webhook endpoints (npx northbind webhook rotate)`,
    linkCount > 0 && `${linkCount} payment links (npx northbind payment-link send)`,
    saleLinkCount > 0 && `${saleLinkCount} sale links (npx northbind sale-link withdraw, then create)`,
  ].filter((one) => one !== false);
  if (closed.length === 0)
    return good('secret key', 'It opens every authenticator, webhook secret, payment link and sale link.');
  const ill = `It does not open ${closed.join(', ')}: start the service with both keys, the old one second. If that is lost, make them anew.`;
  return bad('secret key', ill);
}

function findingOf(check: string, isGood: boolean, well: string, ill: string): Finding {
  return { check, isGood, finding: isGood ? well : ill };
}

export function good(check: string, finding: string): Finding {
  return { check, isGood: true, finding };
}

export function bad(check: string, finding: string): Finding {
  return { check, isGood: false, finding };
}
