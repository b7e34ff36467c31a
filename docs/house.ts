import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What each folder is for. The drawing in ARCHITECTURE.md is made of these lines and of the folders that there are. */
const rooms: Readonly<Record<string, string>> = {
  contract:
    'the API contract: one file per operation; errors.ts; openapi.json is generated, committed and checked; lender/ is the protocol that a lender implements',
  sdk: 'the TypeScript client: token, retries, safe bind, browser checkout; cli/ is the partner’s `northbind listen`, `trigger` and `logs`',
  mcp: 'the client as tools for an assistant, over the Model Context Protocol',
  src: 'the service:',
  'src/domain': 'business rules, pure: values in, verdict out; no clock, no database, no library',
  'src/ports':
    'interfaces to outside parties: outcome, card processor, lender, mailer, webhook sender, identity provider',
  'src/adapters': 'implementations of the ports, one folder per party',
  'src/vehicles': 'the VIN decoder and its compact data',
  'src/store':
    'PostgreSQL: SQL as text; statement.ts makes functions of statements; postgres/ has connections, migrating and the built-in server; migrations/ go forward only',
  'src/documents':
    'what is printed: declarations, financing letter, receipts, cancellation notice, disclosures (en, fr); text and layout apart from data',
  'src/flows':
    'use cases, one per file; parts.ts names what a flow may be given, points.ts its named points; bind/ is the saga',
  'src/jobs': 'background jobs: the ticker, which looks for what is due, and the periodic jobs',
  'src/api': 'the partners’ HTTP API: one file per operation; kit/ has what all operations share',
  'src/assistant': 'the tools of mcp/ at /mcp, for partners’ assistants; off unless the operator turns it on',
  'src/sale-page': 'the page of a sale link at /sale/<secret>: the shop, run by the service',
  'src/operator':
    'the operator’s HTTP API; wire/ has its schemas; cli/ is the command line: each command is a route and its words',
  'src/sandbox': 'what only the sandbox has: seed data, its own key, its parties, the guide at /docs',
  'src/main':
    'start-up: settings.ts (every setting), config.ts (the only reader of the environment), wiring.ts (the start, from top to bottom), background-jobs.ts, server.ts (the process), northbind.ts (the command line)',
  console: 'the operator’s web console (browser)',
  shop: 'the sale in a browser, on sdk/ alone: a partner’s own, and the page of a sale link',
  bin: 'the executables that npx runs',
  'vehicle-data':
    'builds the VIN decoder’s data from their public source; a package of its own that nothing here needs to run',
  test: 'everything that needs a database, a server or a browser; proof/ is what `npm run prove` does',
  bench: 'side-by-side measurements',
  docs: 'guide (served at /docs), errors, runbooks, schemas, adr, glossary; model/ is the bind for a model checker',
  deploy: 'release.ts, container file, systemd unit, manifests, proxies’ and PostgreSQL’s settings',
};

/** The floors that are divided by subject. */
export const floors = ['domain', 'store', 'flows'] as const;

/** The subjects, in the order of a sale, then what follows it, then who takes part, then what watches over it. */
export const subjects: Readonly<Record<string, string>> = {
  vehicle: 'VINs, which vehicles they may be and may be covered, test VINs',
  tariff: 'rate books: read, checked, compared, put in force',
  tax: 'tax tables, rates by tax class and day, what a change of tax does to a sale (a product’s class is of the tariff)',
  quote: 'applications, what can be chosen, and its price',
  'sale-link': 'links by which a partner’s customers buy on the service’s own page',
  disclosure: 'what the customer must be told before buying',
  'customer-text': 'the operator’s own words on papers, in mails and on the payment page',
  financing: 'loans: terms, APR, instalments, what is owed',
  card: 'card payments and charges on a later day',
  bind: 'from a quote to a policy, with the money',
  policy: 'the policy as it stands, amended, and as partners see it',
  document: 'printed documents and the insurers’ wordings',
  mail: 'mails to customers and operators: words, look, delivery',
  event: 'what partners hear: the feed and webhooks',
  cancellation: 'cancelled, rescinded, withdrawn; the insurer’s notice',
  account: 'the account of a policy: what happened to its money, what follows, and the one writer',
  refund: 'who owes what back to whom, and giving it back',
  unpaid: 'after a refused charge: when it is tried again, the payment link, the lapse',
  books: 'the ledger, reports, payout files',
  partner: 'integrations, sellers, dealers, licences',
  lienholder: 'lienholders and the search for them',
  import: 'files of dealers and lienholders',
  credential: 'secrets, tokens and OAuth clients of partners',
  call: 'a partner’s call: from where, for whom, repeated under a key, kept for support',
  brand: 'whose name and colours the customer sees',
  reference: 'reference data in memory',
  operator: 'operators: accounts, roles, sign-in, acts with a reason',
  list: 'the operator’s lists, searches and exports',
  history: 'everything that happened to one sale',
  dashboard: 'the operator’s figures by day',
  work: 'durable work: taken, retried, given up, settled by a person',
  audit: 'the chained record of what was done',
  person: 'the customer: name, address, what a viewer may see, export, erasure, retention',
  doctor: 'what `northbind doctor` examines',
};

/** What a floor has beside the subjects, for all of them: folders of its own. */
export const ownFolders: Readonly<Record<(typeof floors)[number], readonly string[]>> = {
  domain: [],
  store: ['migrations', 'postgres'],
  flows: [],
};

const root = new URL('..', import.meta.url);
const tree = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(new URL(file, root)))
  .sort();
const columnsMax = 120;

/** Of the folders and files that are committed or will be. */
export function foldersIn(path: string): readonly string[] {
  return [...new Set(below(path).flatMap((file) => (file.includes('/') ? [file.split('/')[0]!] : [])))];
}

/** Without tests. */
function filesIn(path: string): readonly string[] {
  return below(path).filter((file) => /^[^/]+(?<!\.test)\.ts$/.test(file));
}

/** Draws the house into the page; throws if a folder has no meaning, or a meaning no folder. */
export function fillHouse(page: string): string {
  const made: Readonly<Record<string, string>> = { rooms: drawRooms(), subjects: drawSubjects() };
  return page.replaceAll(
    /(<!-- (\w+), generated -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${made[name]}\n\n${end}`,
  );
}

function drawRooms(): string {
  const found = [...foldersIn(''), ...foldersIn('src/').map((name) => `src/${name}`)].filter(
    (name) => !name.startsWith('.'),
  );
  assertSame('folders', Object.keys(rooms), found);
  const lines = Object.entries(rooms).map(([path, meaning]) => {
    const name = path.startsWith('src/') ? `  ${path.slice(4)}/` : `${path}/`;
    return wrap(name.padEnd(14), meaning);
  });
  return ['```', ...lines, '```'].join('\n');
}

function drawSubjects(): string {
  const found = floors.flatMap((floor) => foldersIn(`src/${floor}/`).filter((one) => !ownFolders[floor].includes(one)));
  assertSame('subjects', Object.keys(subjects), [...new Set(found)]);
  const table = Object.entries(subjects).map(([name, meaning]) => {
    const marks = floors.map((floor) => (foldersIn(`src/${floor}/`).includes(name) ? floor : '').padEnd(7));
    return wrap(`${name.padEnd(14)}${marks.join('')}`, meaning);
  });
  const beside = floors.map((floor) =>
    wrap(
      `  ${floor}/`.padEnd(14),
      [...ownFolders[floor].map((name) => `${name}/`), ...filesIn(`src/${floor}/`)].join(', '),
    ),
  );
  return ['```', ...table, '', 'beside them, for all:', ...beside, '```'].join('\n');
}

function assertSame(what: string, said: readonly string[], found: readonly string[]): void {
  const unsaid = found.filter((name) => !said.includes(name));
  const gone = said.filter((name) => !found.includes(name));
  if (unsaid.length + gone.length === 0) return;
  throw new Error(`docs/house.ts: ${what} without a meaning: ${unsaid.join(', ')}; gone: ${gone.join(', ')}`);
}

/** Breaks the text into lines that begin where the first one does. */
function wrap(begin: string, text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)}${lines.at(-1) === '' ? '' : ' '}${word}`;
    if (begin.length + line.length > columnsMax) lines.push(word);
    else lines[lines.length - 1] = line;
  }
  return lines.map((line, index) => `${index === 0 ? begin : ' '.repeat(begin.length)}${line}`).join('\n');
}

function below(path: string): readonly string[] {
  return tree.filter((file) => file.startsWith(path)).map((file) => file.slice(path.length));
}
