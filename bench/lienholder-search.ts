/**
 * Compares lienholder searches in accuracy and time: ours, minisearch if bench/peers is installed, and PostgreSQL's
 * pg_trgm. With the sandbox's names and with 10,000.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { buildLienHolderIndex, searchLienHolders } from '../src/domain/lienholder/search.ts';
import { plainWords } from '../src/domain/plain-words.ts';
import lienHolderData from '../src/sandbox/data/lienholders.json' with { type: 'json' };
import { openEnvironment } from './kit/environment.ts';
import { peersFolder } from './kit/peers.ts';
import { table } from './kit/table.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}
/** Ids, best first. */
type Search = (text: string) => readonly string[] | Promise<readonly string[]>;
type Engine = (rows: readonly Row[]) => Search | Promise<Search>;

const rounds = 100;
const few: readonly Row[] = lienHolderData.lienHolders;
const many = [
  ...few,
  ...Array.from({ length: 10_000 - few.length }, (_, row) => ({ id: `m-${row}`, name: nameOf(row) })),
];

const timed: Readonly<Record<string, readonly string[]>> = {
  'one word': ['toyota', 'northshore', 'mapleview', 'desjardins'],
  'beginning of a word': ['scot', 'nor', 'pra'],
  'with slips': ['scotai bank', 'toyta', 'hunday', 'northsohre', 'praireifield', 'mapelview credt'],
  'common words': ['credit union', 'financial services', 'auto finance', 'bank of canada'],
  'joined words': ['tdauto', 'creditunion', 'northshorecredit'],
  nonsense: ['zzzqqq', 'qwrtpsdf xkcd'],
  '200 characters': [
    'mapelview credti unoin finacial servces savigns corporatoin leasign '.repeat(3).slice(0, 200),
    'a'.repeat(200),
  ],
};

const ours: Engine = (rows) => {
  const index = buildLienHolderIndex(rows);
  return (text) => searchLienHolders(index, text).map(({ id }) => id);
};

/** With all of its options, and with words joined as ours joins them. */
const minisearch: Engine = (rows) => {
  const MiniSearch = createRequire(join(peersFolder, 'package.json'))('minisearch') as MiniSearchClass;
  const split = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');
  const engine = new MiniSearch({ fields: ['words', 'joins'], tokenize: split, processTerm: (term: string) => term });
  engine.addAll(rows.map(({ id, name }) => ({ id, words: plainWords(name).join(' '), joins: joined(name) })));
  const fuzzy = (term: string): number => (term.length < 4 ? 0 : term.length < 6 ? 1 : 2);
  return (text) => {
    const found = engine.search([...plainWords(text), joined(text)].join(' '), { prefix: true, fuzzy });
    return found.slice(0, 50).map(({ id }) => id);
  };
};

const environment = await openEnvironment();
const database = new pg.Client({ connectionString: await environment.createDatabase('lienholders') });
await database.connect();
await database.query('CREATE EXTENSION pg_trgm');

const trigrams: Engine = async (rows) => {
  await database.query('DROP TABLE IF EXISTS holder; CREATE TABLE holder (id text, name text)');
  await database.query('INSERT INTO holder SELECT * FROM unnest($1::text[], $2::text[])', [
    rows.map(({ id }) => id),
    rows.map(({ name }) => plainWords(name).join(' ')),
  ]);
  await database.query('CREATE INDEX ON holder USING gist (name gist_trgm_ops); ANALYZE holder');
  return async (text) => {
    const { rows: found } = await database.query<Row>({
      name: 'search',
      text: `SELECT id FROM holder WHERE $1 <% name ORDER BY $1 <<-> name, similarity($1, name) DESC, name, id LIMIT 50`,
      values: [plainWords(text).join(' ')],
    });
    return found.map(({ id }) => id);
  };
};

const engines: Readonly<Record<string, Engine>> = {
  ours,
  ...(existsSync(join(peersFolder, 'node_modules/minisearch')) ? { minisearch } : {}),
  pg_trgm: trigrams,
};
const right: string[][] = [];
const speed = Object.keys(timed).map((kind) => [kind]);
for (const [name, engine] of Object.entries(engines)) {
  for (const rows of [few, many]) {
    const start = performance.now();
    const search = await engine(rows);
    const builtMs = performance.now() - start;
    right.push([`${name}, ${rows.length} names`, builtMs.toFixed(0), ...(await rightness(search))]);
    for (const [at, texts] of Object.values(timed).entries()) speed[at]!.push(await measure(search, texts));
  }
}
await database.end();
await environment.close();

const columns = Object.keys(engines).flatMap((name) => [few, many].map((rows) => `${name}, ${rows.length}`));
console.log(`The share of searches whose lienholder comes first, of those typed for each of the sandbox's names.

${table(['', 'built in ms', 'the name', 'one slip', 'two slips', 'two words, one slip', 'joined', 'nonsense that finds nothing'], right)}

Median and 99th percentile in µs.

${table(['search', ...columns], speed)}`);

/** As customers type: typing errors follow a fixed rule, so that every engine and every run gets the same. */
async function rightness(search: Search): Promise<readonly string[]> {
  let drawn = 1;
  const draw = (below: number): number => {
    drawn = (Math.imul(drawn, 1_103_515_245) + 12_345) >>> 0;
    return (drawn >>> 8) % below;
  };
  const slip = (text: string): string => {
    const at = 1 + draw(text.length - 2);
    const letter = 'etaoinsrhl'[draw(10)]!;
    const tail = [
      text.slice(at + 1),
      letter + text.slice(at),
      letter + text.slice(at + 1),
      text[at + 1]! + text[at]! + text.slice(at + 2),
    ];
    return text.slice(0, at) + tail[draw(4)]!;
  };
  const typing: readonly ((name: string) => string)[] = [
    (name) => name,
    slip,
    (name) => slip(slip(name)),
    (name) => slip(name.split(' ').slice(0, 2).join(' ')),
    (name) => name.replaceAll(' ', ''),
  ];
  const shares: string[] = [];
  for (const type of typing) {
    let first = 0;
    for (const { id, name } of few) {
      const typed = type(name);
      const [best] = await search(typed);
      // Where two names begin alike, either is right.
      if (best === id || few.find((row) => row.id === best)?.name.startsWith(name.split(' ').slice(0, 2).join(' ')))
        first += 1;
    }
    shares.push((first / few.length).toFixed(2));
  }
  const nonsense = [
    'zzzqqq',
    'zzz',
    'test',
    'lloyds',
    'xqj',
    'qwrtpsdf',
    'asdfgh',
    'hello world',
    'kitchen table',
    'qqqq',
  ];
  let quiet = 0;
  for (const text of nonsense) if ((await search(text)).length === 0) quiet += 1;
  return [...shares, (quiet / nonsense.length).toFixed(2)];
}

async function measure(search: Search, texts: readonly string[]): Promise<string> {
  for (let round = 0; round < 5; round++) for (const text of texts) await search(text);
  const times = new Float64Array(rounds);
  for (let round = 0; round < times.length; round++) {
    const start = performance.now();
    await search(texts[round % texts.length]!);
    times[round] = (performance.now() - start) * 1000;
  }
  times.sort();
  return `${times[rounds / 2]!.toFixed(0)}, ${times[Math.floor(rounds * 0.99)]!.toFixed(0)}`;
}

/** Spread over the parts by a fixed multiplier, so that every run measures the same list. */
function nameOf(row: number): string {
  const first =
    'North,South,East,West,Maple,Prairie,Coast,Harbour,River,Mountain,Valley,Lake,Union,Pioneer,Heritage,Summit';
  const second = 'shore,field,bridge,ford,haven,view,gate,land,stone,wood,dale,port,brook,crest,wind,star'.split(',');
  const kinds =
    'Credit Union;Savings and Loan;Auto Finance Inc.;Financial Services;Bank of Canada;Leasing Ltd.;Caisse populaire;Capital Corporation';
  const mixed = Math.imul(row + 5, 2_654_435_761) >>> 0;
  const start = first.split(',')[mixed % 16]!;
  const place = row.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
  return `${start}${second[(mixed >>> 5) % 16]} ${place}${second[(mixed >>> 14) % 16]} ${kinds.split(';')[(mixed >>> 10) % 8]}`;
}

function joined(text: string): string {
  const words = plainWords(text);
  return [...words.slice(1).map((word, at) => words[at]! + word), words.join('')].join(' ');
}

/** The part that is used; its types are installed with bench/peers only. */
type MiniSearchClass = new (
  options: object,
) => {
  readonly addAll: (rows: readonly object[]) => void;
  readonly search: (text: string, options: object) => readonly { readonly id: string }[];
};
