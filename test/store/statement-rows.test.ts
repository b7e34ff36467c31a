import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Statement } from '../../src/store/statement.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { cloneDatabase } from '../kit/service/database.ts';

/*
 * The row of a statement is declared beside its text, and the compiler believes it. Here PostgreSQL says what each
 * statement returns, and the compiler judges a file that compares it with what is declared. It is judged in a copy of the
 * store in which every statement is exported.
 *
 * A column can be NULL if it is one of a table that may be, or comes from the side of an outer join that may be missing.
 * Of an expression nobody says it, nor what a condition of the statement forbids: `neverNull` has those columns.
 *
 * What a statement takes is declared, too: an object that has every value that its text names.
 */

const root = new URL('../../', import.meta.url).pathname;

/** As `pg` reads the columns of a type. What is in JSON nobody describes. */
const types: Readonly<Record<string, string>> = {
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  bigint: 'string',
  numeric: 'string',
  text: 'string',
  name: 'string',
  uuid: 'string',
  date: 'string',
  'timestamp with time zone': 'Date',
  'timestamp without time zone': 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
  void: 'unknown',
  'text[]': 'readonly string[]',
  'name[]': 'readonly string[]',
  'uuid[]': 'readonly string[]',
  'integer[]': 'readonly number[]',
  'smallint[]': 'readonly number[]',
  'double precision[]': 'readonly number[]',
  'bigint[]': 'readonly string[]',
  'date[]': 'readonly Date[]',
  'boolean[]': 'readonly boolean[]',
  'timestamp with time zone[]': 'readonly Date[]',
};

/** Each is the text `right`, or says what the row declares otherwise than PostgreSQL returns it. */
const checks = `
type KeysOf<Row> = Row extends unknown ? keyof Row & string : never;
type ValueOf<Row, Key> = Row extends unknown ? Key extends keyof Row ? Exclude<Row[Key], null | undefined> : never : never;
type Mistyped<Row, Columns> = { [Key in KeysOf<Row> & keyof Columns]: [ValueOf<Row, Key>] extends [Columns[Key]] ? never : Key };
type NeverNull<Row, Nullable> = { [Key in KeysOf<Row> & Nullable]: null extends DeclaredOf<Row, Key> ? never : Key };
type DeclaredOf<Row, Key> = Row extends unknown ? Key extends keyof Row ? Row[Key] : never : never;
type Lies<Row, Columns, Nullable> =
  | \`\${Exclude<KeysOf<Row>, keyof Columns>} is not returned\`
  | \`\${Exclude<keyof Columns & string, KeysOf<Row>>} is not declared\`
  | \`\${Mistyped<Row, Columns>[KeysOf<Row> & keyof Columns]} is of another type\`
  | \`\${NeverNull<Row, Nullable>[KeysOf<Row> & Nullable] & string} can be NULL\`;
type Judged<Lies> = [Lies] extends [never] ? 'right' : Lies;
type Result<Run> = Run extends (...given: never) => Promise<infer Result> ? Result : never;
type FirstOf<Run> = Run extends (tx: never, ...given: infer Given) => unknown ? Given[0 & keyof Given] : never;
type Given<Run, Names extends string> = Judged<FirstOf<Run> extends Record<Names, unknown> ? never : 'a value is not given'>;
type Each<Many> = Many extends readonly (infer One)[] ? One : never;
type Rows<Run, Columns, Nullable> = Judged<Lies<Each<Result<Run>>, Columns, Nullable>>;
type Row<Run, Columns, Nullable> = Judged<Lies<Exclude<Result<Run>, null>, Columns, Nullable>>;
type Values<Run, Column, Nullable> = Judged<Lies<{ value: Each<Result<Run>> }, { value: Column }, Nullable>>;
type Value<Run, Column, Nullable> = Judged<Lies<{ value: Result<Run> }, { value: Column }, Nullable>>;
`;

test('every statement takes the values that it names, and returns the columns that its row is declared to have', async () => {
  const folder = await copyStore();
  const client = new pg.Client({ connectionString: await cloneDatabase() });
  await client.connect();
  afterwards(() => client.end());
  const nameOf = await readTypeNames(client);
  const mayBeNull = await readNullableColumns(client);
  const lines = [checks];
  for (const [index, file] of globSync('src/store/**/*.ts', { cwd: folder }).entries()) {
    const module = (await import(join(folder, file))) as object;
    lines.push(`import type * as module${index} from './${file}';`);
    for (const [path, statement] of statementsIn(module, `typeof module${index}`)) {
      const title = `${file}: ${statement.name ?? path.replace(/^typeof \w+\./, '')}`;
      const names = statement.valueNames.map((name) => `'${name}'`).join(' | ') || 'never';
      if (statement.values === null && statement.valueNames.length > 0)
        lines.push(check(title, `Given<${path}, ${names}>`));
      if (statement.returns === 'nothing' || statement.text.startsWith('LOCK')) continue;
      const fields = await describe(client, statement.text);
      const columns = fields.map(({ name, dataTypeID }) => [name, types[nameOf(dataTypeID)]] as const);
      for (const [name, type] of columns)
        assert.ok(
          type,
          `${file}: ${path}: what is ${name}, of ${nameOf(fields.find((one) => one.name === name)!.dataTypeID)}?`,
        );
      const isValue = statement.returns.startsWith('value');
      assert.ok(!isValue || columns.length === 1, `${file}: ${path} returns one value`);
      const row = `{ ${columns.map(([name, type]) => `${JSON.stringify(name)}: ${type}`).join('; ')} }`;
      const judge = statement.returns[0]!.toUpperCase() + statement.returns.slice(1);
      const joined = await findOuterJoined(client, statement.text);
      const nullable = fields
        .filter((field, place) => mayBeNull(field) || joined.has(place))
        .map(({ name }) => (isValue ? 'value' : name))
        .filter((name) => !(neverNull[title]?.includes(name) || (name === 'owner' && takesWork.test(title))));
      const nulls = nullable.map((name) => JSON.stringify(name)).join(' | ') || 'never';
      lines.push(check(title, `${judge}<${path}, ${isValue ? columns[0]![1] : row}, ${nulls}>`));
    }
  }
  assert.ok(lines.length > 250);
  for (const [declared, returned, nullable = 'never'] of planted)
    lines.push(check('planted', `Row<() => Promise<${declared} | null>, ${returned}, ${nullable}>`));
  lines.push(check('planted', `Given<(tx: object, given: { a: string; b?: string }) => void, 'a' | 'b'>`));
  const found = await judge(folder, lines);
  assert.deepEqual(found, [
    'planted: "b is not returned"',
    'planted: "b is not declared"',
    'planted: "a is of another type"',
    'planted: "a can be NULL"',
    'planted: "a value is not given"',
  ]);
});

const planted = [
  ['{ a: string; b: string }', '{ a: string }'],
  ['{ a: string }', '{ a: string; b: string }'],
  ['{ a: number }', '{ a: string }'],
  ['{ a: string; b: string | null }', '{ a: string; b: string }', '"a" | "b"'],
] as const;

/** It writes the owner. */
const takesWork = /: take_\w+$/;

/** What a condition of the statement or a constraint of the table keeps from being NULL, or what it has just written. */
const neverNull: Readonly<Record<string, readonly string[]>> = {
  // An entry of a charge has what the processor calls it, and is of a sale.
  'src/store/books/ledger-comparison.ts: readOurCharges': ['applicationId', 'reference'],
  // a_difference_of_a_file_says_what_it_is.
  'src/store/books/payout-file.ts: list_settlement_differences': ['moneyKind'],
  'src/store/books/payout-file.ts: readDisputes': ['reference'],
  'src/store/books/payout-file.ts: readSales': ['applicationId', 'reference', 'sellerId'],
  // an_authorized_payment_names_its_card, and nobody is erased while a charge is open.
  'src/store/card/due-charge.ts: refuse_charge': ['maskedCardNumber'],
  'src/store/card/due-charge.ts: take_due_charge': ['processorReference'],
  'src/store/card/due-charge.ts: take_named_due_charge': ['processorReference'],
  'src/store/event/event.ts: read_feed': ['place'],
  'src/store/event/event.ts: read_published_event': ['place'],
  'src/store/mail/mail.ts: list_sent_mails': ['sentAt', 'subject'],
  // an_erased_mail_is_over: what is due has an address.
  'src/store/mail/mail.ts: take_mail': ['to'],
  'src/store/mail/mail.ts: take_named_mail': ['to'],
  'src/store/operator/operator-account.ts: listSealedSecrets': ['totpSecret'],
  'src/store/refund/reversal.ts: give_up_bind': ['owner'],
  'src/store/refund/reversal.ts: reverse_stray': ['owner'],
  'src/store/sale-link/purchase.ts: accept_purchase': ['owner'],
  'src/store/sale-link/purchase.ts: list_sent_letters': ['sentAt', 'subject'],
  'src/store/sale-link/purchase.ts: read_purchase_letter': ['refusals'],
  'src/store/unpaid/payment-link.ts: list_sealed_payment_links': ['sealedSecret'],
};

/** A line that compiles if what is judged is right; its name stands behind it. */
const check = (name: string, judged: string): string => `{ const told: ${judged} = 'right'; } // ${name}`;

/** With every statement exported: those that a file keeps to itself can be described, too. */
async function copyStore(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-statements-'));
  afterwards(() => rm(folder, { recursive: true }));
  for (const part of ['contract', 'src/domain', 'src/store', 'package.json', 'tsconfig.json'])
    await cp(join(root, part), join(folder, part), { recursive: true, filter: (path) => !path.endsWith('.test.ts') });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const file of globSync('src/store/**/*.ts', { cwd: folder })) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), text.replaceAll(/^const (\w+) = (read|write)\./gm, 'export const $1 = $2.'));
  }
  return folder;
}

/** The statements of what a file exports, each with the type that it has there. */
function statementsIn(found: unknown, path: string): readonly (readonly [path: string, statement: Statement])[] {
  if (typeof found === 'function') return 'statement' in found ? [[path, found.statement as Statement]] : [];
  if (typeof found !== 'object' || found === null || Array.isArray(found)) return [];
  const own = Object.entries(found).filter(([name]) => /^\w+$/.test(name));
  return own.flatMap(([name, value]) =>
    statementsIn(value, `${path}['${name}']`.replace(/^(typeof module\d+)\['(\w+)'\]/, '$1.$2')),
  );
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  /** The table and the column that it is; zero for an expression. */
  readonly tableID: number;
  readonly columnID: number;
}

/** What PostgreSQL would return, without running it. */
function describe(client: pg.Client, text: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    client.query({
      submit: (connection) => {
        connection.parse({ name: '', text, types: [] }, false);
        connection.describe({ type: 'S', name: '' }, false);
        connection.sync();
      },
      handleRowDescription: (message: { readonly fields: readonly Field[] }) => {
        ({ fields } = message);
      },
      handleReadyForQuery: () => resolve(fields),
      handleError: reject,
    } as pg.Submittable);
  });
}

async function readTypeNames(client: pg.Client): Promise<(id: number) => string> {
  const { rows } = await client.query('SELECT oid::integer AS id, format_type(oid, NULL) AS name FROM pg_type');
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id)!;
}

/** A view does not say of its columns which can be NULL; a generated one is a CASE with an ELSE. */
async function readNullableColumns(client: pg.Client): Promise<(field: Field) => boolean> {
  const { rows } = await client.query(
    `SELECT attrelid::integer AS "tableID", attnum AS "columnID"
     FROM pg_attribute
     JOIN pg_class ON pg_class.oid = attrelid
     WHERE relkind = 'r' AND attnum > 0 AND NOT attnotnull AND attgenerated = ''`,
  );
  const nullable = new Set(rows.map(({ tableID, columnID }) => `${tableID} ${columnID}`));
  return ({ tableID, columnID }) => nullable.has(`${tableID} ${columnID}`);
}

interface Plan {
  readonly Output?: readonly string[];
  readonly Plans?: readonly Plan[];
  readonly 'Join Type'?: string;
  readonly 'Parent Relationship'?: string;
}

/** The places of columns that come from the side of an outer join that may be missing, by the plan. */
async function findOuterJoined(client: pg.Client, text: string): Promise<ReadonlySet<number>> {
  const { rows } = await client.query(`EXPLAIN (VERBOSE, GENERIC_PLAN, FORMAT JSON) ${text}`);
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan;
  const missing = new Set(outputsOfMissing(plan));
  const places = (plan.Output ?? []).flatMap((output, place) => (missing.has(output) ? [place] : []));
  return new Set(places);
}

const missingSides: Readonly<Record<string, readonly string[]>> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
};

function outputsOfMissing({ Plans: parts = [], 'Join Type': type = '' }: Plan): readonly string[] {
  const sides = missingSides[type] ?? [];
  return parts.flatMap((part) => [
    ...(sides.includes(part['Parent Relationship'] ?? '') ? (part.Output ?? []) : []),
    ...outputsOfMissing(part),
  ]);
}

/** The names of the lines that do not compile, each with what its declaration says otherwise. */
async function judge(folder: string, lines: readonly string[]): Promise<readonly string[]> {
  const text = lines.join('\n');
  await writeFile(join(folder, 'check.ts'), text);
  const compilerOptions = { incremental: false, noUnusedLocals: false };
  const project = { extends: './tsconfig.json', compilerOptions, include: ['check.ts'] };
  await writeFile(join(folder, 'tsconfig.check.json'), JSON.stringify(project));
  const judged = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.check.json'], {
    cwd: folder,
  });
  const { stdout } = await judged.catch((error: { readonly stdout: string }) => error);
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  return errors.map((error) => {
    const [, place, told] = /^check\.ts\((\d+),.*not assignable to type '(.*)'\.$/.exec(error) ?? [];
    return place === undefined ? error : `${text.split('\n')[Number(place) - 1]!.split('// ')[1]}: ${told}`;
  });
}
