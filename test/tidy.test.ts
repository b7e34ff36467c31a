import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'node:test';
import { fillHouse, floors, foldersIn, ownFolders, subjects } from '../docs/house.ts';
import { scopePages } from '../docs/scopes-page.ts';
import { scopes } from '../src/domain/credential/scope.ts';
import { isPaidBy, paymentMethods } from '../src/domain/payment-method.ts';
import { stuckKinds, stuckNames, workKinds } from '../src/domain/work/needs-person.ts';
import { groups, slow } from './tiers.ts';

/** What a machine can check of the house: which room may use which, and what may be said only in one place. */
const root = new URL('..', import.meta.url).pathname;
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)));

/** A folder may import itself and the folders named here. `main` may import everything, and no folder may import it. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  sdk: ['contract'],
  mcp: ['sdk', 'sandbox'],
  // It may also use the words that partners read: see `sharedWords`.
  domain: [],
  ports: ['domain'],
  adapters: ['contract', 'ports', 'domain'],
  vehicles: ['domain'],
  documents: ['domain'],
  store: ['domain'],
  flows: ['domain', 'ports', 'store', 'vehicles', 'documents'],
  jobs: ['flows', 'store', 'domain'],
  api: ['contract', 'flows', 'domain'],
  operator: ['contract', 'flows', 'store', 'domain'],
  sandbox: ['contract', 'ports', 'adapters', 'flows', 'store', 'domain'],
  assistant: ['mcp', 'sdk', 'api', 'domain'],
  'sale-page': ['shop', 'sdk', 'api', 'flows', 'store', 'domain'],
  console: ['operator', 'domain'],
  shop: ['sdk'],
};

/** Said once, in the contract, and read by the domain: lists of words, and the names of the error codes. */
const sharedWords = ['contract/vocabulary.ts', 'contract/errors.ts'];

test('a room uses only the rooms that its arrows allow', () => {
  const wrong = files.flatMap((file) => {
    const room = roomOf(file);
    if (room === null || room === 'main' || isTest(file)) return [];
    const allowed = arrows[room];
    assert.ok(allowed, `${file}: the room "${room}" is not in the map; say in ARCHITECTURE.md what it is for.`);
    return importsOf(file)
      .map((target) => ({ target, used: roomOf(target) }))
      .filter(({ used }) => used !== null && used !== room && !allowed.includes(used))
      .filter(({ target }) => room !== 'domain' || !sharedWords.includes(target))
      .map(({ target }) => `${file} uses ${target}`);
  });
  assert.deepEqual(wrong, []);
});

test('the console reads types of operator/wire, and nothing else of the operator’s', () => {
  const wrong = sources('console/').flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const typesOfWire = /^(?:import|export) type [^;']*? from '(?:\.\.\/)+src\/operator\/wire\/[^']+';/gm;
    return /src\/operator\//.test(text.replaceAll(typesOfWire, '')) ? [file] : [];
  });
  assert.deepEqual(wrong, []);
});

test('no two files import each other, not even by way of others or for types alone', () => {
  const folders = /^(src|sdk|mcp|console|shop|bench|contract)\//;
  const rest = new Map(
    files
      .filter((file) => folders.test(file))
      .map((file) => [file, importsOf(file).filter((one) => files.includes(one))]),
  );
  // A file that imports none of the rest, or that none of the rest imports, is in no circle.
  for (let size = -1; size !== rest.size; ) {
    size = rest.size;
    const imported = new Set([...rest.values()].flat());
    for (const [file, imports] of rest)
      if (!imported.has(file) || !imports.some((one) => rest.has(one))) rest.delete(file);
  }
  assert.deepEqual([...rest.keys()], []);
});

test('the drawing in ARCHITECTURE.md is that of the folders, and each has a meaning', () => {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  assert.equal(page, fillHouse(page), 'Run `npm run generate`.');
});

test('ARCHITECTURE.md says where each rule is decided, by files and names that exist', () => {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = /## Where it is decided\n([^#]*)/.exec(page) ?? [];
  const rows = table.split('\n').filter((line) => line.includes('`'));
  for (const row of rows) {
    const [, , files = '', names = ''] = row.split('|');
    const quoted = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
    const texts = quoted(files)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(root, file), 'utf8'));
    for (const name of quoted(names))
      assert.ok(
        texts.some((text) => new RegExp(`^(export )?(async )?(function|const) ${name}\\b`, 'm').test(text)),
        `${name} is not in ${files.trim()}`,
      );
  }
  assert.ok(rows.length > 10);
});

test('what CONTRIBUTING.md calls by a name of the code is in the code', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const names = [...page.matchAll(/`([A-Za-z]\w*)`/g)].map(([, name]) => name!);
  const ofCode = names.filter((name) => name.includes('_') || /[a-z][A-Z]/.test(name));
  const all = [...files, ...globSync('src/store/migrations/*.sql', { cwd: root }), 'package.json'];
  const words = new Set(all.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/\w+/g) ?? []));
  assert.deepEqual(
    ofCode.filter((name) => !words.has(name)),
    [],
  );
  assert.ok(ofCode.length > 30);
});

test('domain, store and flows are divided by the one list of subjects', () => {
  const others = floors.flatMap((floor) =>
    foldersIn(`src/${floor}/`)
      .filter((name) => !(name in subjects) && !ownFolders[floor].includes(name))
      .map((name) => `src/${floor}/${name}`),
  );
  assert.deepEqual(others, [], 'A folder is a subject of docs/house.ts, which all three floors share.');
});

test('what the domain shares with the contract is words: a file without imports, and a type', () => {
  assert.deepEqual(importsOf('contract/vocabulary.ts'), []);
  const values = sources('src/domain/').filter((file) =>
    /^import (?!type )[^;]*contract\/errors\.ts';/m.test(readFileSync(join(root, file), 'utf8')),
  );
  assert.deepEqual(values, []);
});

test('domain imports no library and no part of Node', () => {
  const wrong = sources('src/domain/').flatMap((file) =>
    specifiersOf(file)
      .filter((specifier) => !specifier.startsWith('.'))
      .map((specifier) => `${file} imports ${specifier}`),
  );
  assert.deepEqual(wrong, []);
});

interface Ban {
  readonly what: RegExp;
  readonly instead: string;
  readonly except: readonly string[];
}

const bans: readonly Ban[] = [
  {
    what: /process\.env/,
    instead: 'the settings, which are read once',
    except: ['src/main/config.ts', 'shop/server/main.ts'],
  },
  {
    what: /Date\.now\(|new Date\(\)|Temporal\.Now/,
    instead: 'the clock that is handed in',
    except: ['src/main/clock.ts', 'shop/server/clock.ts'],
  },
  {
    what: /console\.(log|error|warn)/,
    instead: 'the log that is handed in',
    except: ['shop/server/main.ts'],
  },
  {
    what: /parseFloat\(|\.toFixed\(/,
    instead: 'integer cents of domain/money.ts',
    except: ['src/vehicles/', 'src/domain/money.ts'],
  },
  { what: /Math\.random\(/, instead: 'node:crypto, or a random source that is handed in', except: [] },
  { what: /\b(test|it|describe)\.(skip|only|todo)\(/, instead: 'a test that runs', except: [] },
];

test('what has one place is said only there', () => {
  const wrong = [...sources('src/'), ...sources('shop/server/')].flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return bans
      .filter(({ what, except }) => what.test(text) && !except.some((one) => file.startsWith(one)))
      .map(({ what, instead }) => `${file} has ${what}; use ${instead}`);
  });
  assert.deepEqual(wrong, []);
});

test('properties stand for themselves: no literal is spread among them', () => {
  const spread = /\.\.\.\{ ?[\w.[]/;
  assert.deepEqual(
    files.filter((file) => spread.test(readFileSync(join(root, file), 'utf8'))),
    [],
  );
});

test('every test file runs in exactly one group, and what is called slow is there', () => {
  const grouped = Object.values(groups).flatMap((patterns) => globSync(patterns, { cwd: root }));
  assert.deepEqual(
    grouped.sort(),
    files.filter((file) => file.endsWith('.test.ts')),
  );
  assert.deepEqual(
    slow.filter((file) => !grouped.includes(file)),
    [],
  );
});

test('no file is called utils, helpers, common or types', () => {
  assert.deepEqual(
    files.filter((file) => /(^|\/)(utils?|helpers?|common|types)(\.tsx?|\/)/.test(file)),
    [],
  );
});

test('a text that lists the payment methods, or those that the partner collects, lists them all', () => {
  const listed = '(REF|FIN|PW).{1,12}(REF|FIN|PW).{1,12}(REF|FIN|PW)';
  const places = ['console', 'contract', 'docs', 'shop', 'mcp', 'sdk', ':!*.test.ts', ':!*.svg'];
  const found = execFileSync('git', ['grep', '-nE', listed, '--', ...places], { cwd: root, encoding: 'utf8' });
  const lacks = (line: string): boolean => {
    const isOfAll = /\bPFF\b.{1,12}\bCC\b/.test(line);
    const named = isOfAll ? paymentMethods : paymentMethods.filter((method) => isPaidBy('partner', method));
    // A seller of an example may be paid by some.
    const isOfASeller = line.includes('--payment-methods') || line.includes('"paymentMethods"');
    return !isOfASeller && named.some((method) => !new RegExp(`\\b${method}\\b`).test(line));
  };
  assert.deepEqual(found.trim().split('\n').filter(lacks), []);
  for (const page of ['docs/guide/pay-by-reference.md', 'docs/guide/fr/pay-by-reference.md']) {
    const rows = Array.from(
      readFileSync(join(root, page), 'utf8').matchAll(/^\| `([A-Z]+)` \|/gm),
      (match) => match[1]!,
    );
    assert.deepEqual(
      rows,
      paymentMethods.filter((method) => isPaidBy('partner', method)),
      page,
    );
  }
});

test('the scopes of OAuth are listed in one place, and in pages that are made of it', () => {
  const [first, second, third] = scopes;
  const listed = `\\b${first}\\b.{1,60}\\b${second}\\b.{1,80}\\b${third}\\b`;
  const places = ['console', 'contract', 'docs', 'shop', 'mcp', 'sdk', 'src', ':!*.test.ts', ':!*.sql', ':!*.txt'];
  const found = execFileSync('git', ['grep', '-lE', listed, '--', ...places], { cwd: root, encoding: 'utf8' });
  const made = scopePages.flatMap((name) => [`docs/guide/${name}`, `docs/guide/fr/${name}`]);
  assert.deepEqual(
    found
      .trim()
      .split('\n')
      .filter((file) => !made.includes(file)),
    ['contract/openapi.json', 'contract/vocabulary.ts'],
  );
});

test('each kind of work has a runbook in the list of runbooks, and each that needs attention a row in the guide', () => {
  const named = (page: string, row: RegExp): readonly string[] =>
    Array.from(readFileSync(join(root, page), 'utf8').matchAll(row), (match) => match[1]!);
  assert.deepEqual(
    named('docs/runbooks/README.md', /^\| \[(.+)\]\(stuck-/gm),
    workKinds.map((kind) => stuckNames[kind]),
  );
  assert.deepEqual(
    named('docs/guide/operate.md', /^\| \*\*(.+)\*\*: /gm),
    stuckKinds.map((kind) => stuckNames[kind]),
  );
});

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || /(^|\/)test\//.test(file);
}

function sources(folder: string): readonly string[] {
  return files.filter((file) => file.startsWith(folder) && !isTest(file));
}

function roomOf(file: string): string | null {
  const apart = /^(contract|sdk|mcp|console|shop)\//.exec(file)?.[1];
  if (apart !== undefined) return apart;
  return /^src\/([^/]+)\//.exec(file)?.[1] ?? (/^src\//.test(file) ? 'main' : null);
}

function importsOf(file: string): readonly string[] {
  return specifiersOf(file).flatMap((specifier) => {
    if (specifier.startsWith('.')) return [normalize(join(dirname(file), specifier))];
    return /^@northbind\/(contract|mcp|sdk|shop)\b/.test(specifier) ? [specifier.replace('@northbind/', '')] : [];
  });
}

function specifiersOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const statements = text.matchAll(/^(?:import|export)\b[^;']*?\bfrom '([^']+)'|\bimport\('([^']+)'\)/gm);
  return Array.from(statements, (match) => (match[1] ?? match[2])!);
}
