/** How long a lienholder search takes at 10,000 rows: median and 99th percentile by kind of search. */
import { buildLienHolderIndex, searchLienHolders } from '../src/domain/lienholder/search.ts';
import { table } from './kit/table.ts';

const rowsCount = 10_000;
const rounds = 300;

const first =
  'North,South,East,West,Maple,Prairie,Coast,Harbour,River,Mountain,Valley,Lake,Union,Pioneer,Heritage,Summit'.split(
    ',',
  );
const second = 'shore,field,bridge,ford,haven,view,gate,land,stone,wood,dale,port,brook,crest,wind,star'.split(',');
const kinds =
  'Credit Union;Savings and Loan;Auto Finance Inc.;Financial Services;Bank of Canada;Leasing Ltd.;Caisse populaire;Capital Corporation'.split(
    ';',
  );
const famous = [
  'Scotiabank',
  'Toyota Credit Canada Inc.',
  'Hyundai Capital Canada Inc.',
  'TD Auto Finance (Canada) Inc.',
  'Desjardins',
];

const searches: Readonly<Record<string, readonly string[]>> = {
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

const index = buildIndex();
const found = Object.entries(searches).map(([kind, texts]) => {
  const times = measure(texts);
  return [kind, at(times, 0.5), at(times, 0.99)];
});
console.log(`\n${table(['search', 'median µs', 'p99 µs'], found)}`);

function buildIndex() {
  const rows = Array.from({ length: rowsCount }, (_, row) => ({ id: `lh-${row}`, name: nameOf(row) }));
  const start = performance.now();
  const built = buildLienHolderIndex(rows);
  const tookMs = performance.now() - start;
  console.log(`${rowsCount} rows, ${built.vocabulary.terms.length} terms, built in ${tookMs.toFixed(0)} ms.`);
  return built;
}

/** Spread over the parts by a fixed multiplier, so that every run measures the same list. */
function nameOf(row: number): string {
  if (row < famous.length) return famous[row]!;
  const mixed = Math.imul(row, 2_654_435_761) >>> 0;
  const start = first[mixed % first.length]!;
  const end = second[(mixed >>> 5) % second.length]!;
  const place = row.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'[Number(digit)]!);
  return `${start}${end} ${place}${second[(mixed >>> 14) % second.length]} ${kinds[(mixed >>> 10) % kinds.length]}`;
}

function measure(texts: readonly string[]): Float64Array {
  for (let round = 0; round < 30; round++) for (const text of texts) searchLienHolders(index, text);
  const times = new Float64Array(rounds * texts.length);
  for (let round = 0; round < times.length; round++) {
    const start = performance.now();
    searchLienHolders(index, texts[round % texts.length]!);
    times[round] = (performance.now() - start) * 1000;
  }
  return times.sort();
}

function at(times: Float64Array, share: number): string {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(0);
}
