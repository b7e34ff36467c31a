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
import { afterwards } from '../kit/afterwards.ts';
import { cloneDatabase } from '../kit/database.ts';

/*
 * The row of a statement is declared beside its text, and the compiler believes it. Here PostgreSQL says what each
 * statement returns, and the compiler judges a file that compares it with what is declared. It is judged in a copy of the
 * store in which every statement is exported.
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
type Lies<Row, Columns> =
  | \`\${Exclude<KeysOf<Row>, keyof Columns>} is not returned\`
  | \`\${Exclude<keyof Columns & string, KeysOf<Row>>} is not declared\`
  | \`\${Mistyped<Row, Columns>[KeysOf<Row> & keyof Columns]} is of another type\`;
type Judged<Lies> = [Lies] extends [never] ? 'right' : Lies;
type Result<Run> = Run extends (...given: never) => Promise<infer Result> ? Result : never;
type Each<Many> = Many extends readonly (infer One)[] ? One : never;
type Rows<Run, Columns> = Judged<Lies<Each<Result<Run>>, Columns>>;
type Row<Run, Columns> = Judged<Lies<Exclude<Result<Run>, null>, Columns>>;
type Values<Run, Column> = Judged<Lies<{ value: Each<Result<Run>> }, { value: Column }>>;
type Value<Run, Column> = Judged<Lies<{ value: Result<Run> }, { value: Column }>>;
`;

test('every statement returns the columns that its row is declared to have, and of their types', async () => {
  const folder = await copyStore();
  const client = new pg.Client({ connectionString: await cloneDatabase() });
  await client.connect();
  afterwards(() => client.end());
  const nameOf = await readTypeNames(client);
  const lines = [checks];
  for (const [index, file] of globSync('src/store/**/*.ts', { cwd: folder }).entries()) {
    const module = (await import(join(folder, file))) as object;
    lines.push(`import type * as module${index} from './${file}';`);
    for (const [path, statement] of statementsIn(module, `typeof module${index}`)) {
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
      lines.push(check(`${file}: ${statement.name ?? path}`, `${judge}<${path}, ${isValue ? columns[0]![1] : row}>`));
    }
  }
  assert.ok(lines.length > 250);
  for (const [declared, returned] of planted)
    lines.push(check('planted', `Row<() => Promise<${declared} | null>, ${returned}>`));
  const found = await judge(folder, lines);
  assert.deepEqual(found, [
    'planted: "b is not returned"',
    'planted: "b is not declared"',
    'planted: "a is of another type"',
  ]);
});

const planted = [
  ['{ a: string; b: string }', '{ a: string }'],
  ['{ a: string }', '{ a: string; b: string }'],
  ['{ a: number }', '{ a: string }'],
] as const;

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
