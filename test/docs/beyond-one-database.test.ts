import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { promisify } from 'node:util';
import type { statements } from '../../src/store/statement.ts';
import { cloneDatabase } from '../kit/database.ts';
import { inDatabase } from '../kit/quoting.ts';

const page = new URL('../../docs/beyond-one-database.md', import.meta.url);

test('the page names every table of a sale without its seller, and every statement that names no seller', async () => {
  const found = await findUnnamed();
  const written = (await readFile(page, 'utf8')).split('<!-- found, checked -->')[1] ?? '';
  assert.equal(written.trim(), found, `It should be\n\n${found}\n`);
});

interface Table {
  readonly name: string;
  readonly hasSeller: boolean;
}

async function findUnnamed(): Promise<string> {
  const statements = await readStatements();
  const tables: readonly Table[] = await inDatabase(await cloneDatabase(), tablesSql);
  const unnamed = statements.filter(({ text }) => !namesSeller(text));
  const lines = tables.map(({ name, hasSeller }) => {
    const there = unnamed.filter(({ text }) => touches(text, name)).map((one) => one.name ?? headOf(one.text));
    return `| ${name} | ${hasSeller ? 'yes' : '**no**'} | ${[...new Set(there)].sort().join(', ')} |`;
  });
  return ['| table | has `seller_id` | statements that name no seller |', '|---|---|---|', ...lines].join('\n');
}

/** Each file's statements are noted when it is loaded. In a process of its own, as others have loaded more. */
async function readStatements(): Promise<typeof statements> {
  const store = new URL('../../src/store/', import.meta.url);
  const files = globSync('**/*.ts', { cwd: store.pathname }).filter((file) => !/\.test\.ts$|^postgres\//.test(file));
  const imports = files.sort().map((file) => `import ${JSON.stringify(new URL(file, store).href)};`);
  const source = `${imports.join('')} import { statements } from ${JSON.stringify(new URL('statement.ts', store).href)};
    process.stdout.write(JSON.stringify(statements));`;
  const options = ['--input-type=module', '--eval', source];
  const { stdout } = await promisify(execFile)(process.execPath, options, { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}

/** Rows of a sale, or of what a seller has: they would be spread by the seller. */
const tablesSql = `
  SELECT table_name AS name, bool_or(column_name = 'seller_id') AS "hasSeller"
  FROM information_schema.columns
  JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
    AND column_name IN ('seller_id', 'application_id', 'policy_number', 'card_payment_id', 'document_id', 'event_id')
  GROUP BY table_name
  ORDER BY table_name`;

function touches(text: string, table: string): boolean {
  return new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|TABLE)\\s+(ONLY\\s+)?${table}\\b`).test(text);
}

/** Compared with a value that is given, or written as one: what a router could go by. */
function namesSeller(text: string): boolean {
  return /\bseller_id\s*=\s*(ANY\s*\()?\s*\$\d/.test(text) || /INSERT INTO \w+\s*\([^)]*\bseller_id\b/.test(text);
}

/** Of one that has no name. */
function headOf(text: string): string {
  return `“${text.replace(/\s+/g, ' ').trim().slice(0, 50).replaceAll('|', ' ').trim()}…”`;
}
