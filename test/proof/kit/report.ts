import { readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, totalmem } from 'node:os';
import { percentile } from './figures.ts';
import { drawPlot } from './plot.ts';
import type { Counts, Proof, ProofResult } from './proof.ts';

export interface Reported {
  readonly proof: Pick<Proof, 'name' | 'about'>;
  readonly result: ProofResult;
  readonly tookMs: number;
}

export interface Report {
  readonly reported: readonly Reported[];
  /** The page lists all proofs in this order. */
  readonly names: readonly string[];
  readonly seed: number;
}

/** A proof's entry in docs/proof.json. */
interface Entry extends Pick<Proof, 'about'> {
  readonly did: string;
  readonly on: string;
  readonly arch: string;
  readonly machine?: string;
  readonly seconds: number;
  readonly seed: number;
  readonly recoverySeconds?: { readonly median: number; readonly longest: number };
  readonly counts: Counts;
  /** What was broken; left out when every promise was kept. */
  readonly faults?: readonly string[];
}

const docs = new URL('../../../docs/', import.meta.url);
const data = new URL('proof.json', docs);

/** Writes docs/proof.json, docs/proof.md and its pictures: what was run now, beside what other runs have written. */
export async function writeReport({ reported, names, seed }: Report): Promise<void> {
  const before = JSON.parse(await readFile(data, 'utf8')) as Readonly<Record<string, Entry>>;
  const entries = { ...before };
  for (const one of reported) {
    const { name } = one.proof;
    entries[name] = entryOf(one, seed);
    if (one.result.plot !== undefined)
      await writeFile(new URL(`proof-${name}.svg`, docs), drawPlot({ name, ...one.result.plot }));
  }
  const inOrder = Object.fromEntries(names.flatMap((name) => (entries[name] ? [[name, entries[name]]] : [])));
  await writeFile(data, `${JSON.stringify(inOrder, null, 2)}\n`);
  await writeFile(new URL('proof.md', docs), proofPage(inOrder));
}

/** docs/proof.md, from docs/proof.json. */
export function proofPage(entries: Readonly<Record<string, Entry>>): string {
  const rows = Object.entries(entries).map(
    ([name, { about, faults, on, arch: built }]) =>
      `| ${name} | ${about} | ${faults ? '**broken**' : 'kept'} | ${on}, ${built} |`,
  );
  const broken = Object.entries(entries).flatMap(([name, { faults = [] }]) =>
    faults.map((fault) => `- **${name}**: ${fault}`),
  );
  return `# Proof

What was done to the service on purpose, and what came of it. Written by \`npm run prove\`, which does it again, whole or by name
(\`npm run prove -- crash fuzz\`); \`npm run test:slow\` has short forms. [proof.json](proof.json) has what exactly was done in each run, with every
count, the time to recover and the seed. Whether the tests notice a change of the code: [mutation](mutation.md).

## What is promised

*Money kept and cover given, or no money kept and no cover; once, whatever dies in between.* After each proof every
application is checked, in our tables, in the card processor’s ledger and in the lender’s:

- at most one policy;
- a charge or a loan exactly when there is a policy, and once (*duplicates* in the counts breaks this);
- what was captured less what was reversed is what is owed;
- every policy that a partner was told of is there (*lost* breaks this).

After the sale: what the processor, the lender and a person by hand have taken and given back, and what banks dispute, is what our books
say, what the partner is told of the money, and what the words of the customer’s notices, receipts and mails say. The account of a policy,
worked out anew from its entries, is the one that is stored.

## What was tried

Partners, service, parties and PostgreSQL were all on one machine. Rows are of different runs and machines: each tells its day and architecture.

| Proof | What was done | Verdict | Run |
|---|---|---|---|
${rows.join('\n')}
${broken.length === 0 ? '' : `\n### Broken\n\n${broken.join('\n')}\n`}
![Binds around kills](proof-crash.svg)

![Memory over the soak](proof-soak.svg)

## What is not covered

- The real card processor, lender, mail relay and tunnel: their parts are played by sandboxes that follow the published protocols. What the
  real ones do beyond their papers shows only there: [a rehearsal](guide/moneris.md#a-rehearsal), \`northbind lender-check\`.
- Several machines: the network between them is cut and slowed by relays, the clocks are stepped by a library, the disk is a small one of
  its own. No power was cut and no disk was pulled.
- \`pg_rewind\` and a watchdog under Patroni: the built-in PostgreSQL has neither, so a server that has diverged is copied anew.
- Loans that were forgotten with a restore to an earlier point: if the partner repeats the bind, the lender has two, and a person gives one back
  ([guide](guide/deploy.md#restored-to-an-earlier-point)).
- Orders of events deeper than the search goes: with two turns aside it searches as far as its number allows, beyond that at random.
- A person who records what never happened and does not take it back. The comparison with the parties’ ledgers shows it where a party was part of it; of a cheque
  nobody else knows.
`;
}

/** Makes the row as one line for the terminal. */
export function tableLine({ proof: { name }, result, tookMs }: Reported): string {
  const lines = [
    `${name}: ${result.faults.length === 0 ? 'kept' : 'BROKEN'} in ${Math.round(tookMs / 1_000)} s`,
    `  ${countsOf(result)}`,
    ...(result.recoveryMs === undefined ? [] : [`  recovery ${recoveryOf(result)}`]),
    ...result.faults.map((fault) => `  ! ${fault}`),
  ];
  return lines.join('\n');
}

function entryOf({ proof: { about }, result, tookMs }: Reported, seed: number): Entry {
  const { did, counts, faults, recoveryMs = [] } = result;
  const seconds = (ms: number): number => Math.round(ms / 100) / 10;
  return {
    about,
    did,
    on: new Date().toISOString().slice(0, 10),
    arch: arch(),
    machine: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}`,
    seconds: Math.round(tookMs / 1_000),
    seed,
    ...(recoveryMs.length > 0 && {
      recoverySeconds: { median: seconds(percentile(recoveryMs, 0.5)), longest: seconds(Math.max(...recoveryMs)) },
    }),
    counts,
    ...(faults.length > 0 && { faults }),
  };
}

function countsOf({ counts }: ProofResult): string {
  return Object.entries(counts)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? value.toLocaleString('en') : value}`)
    .join(', ');
}

function recoveryOf({ recoveryMs = [] }: ProofResult): string {
  if (recoveryMs.length === 0) return '';
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
  return `${seconds(percentile(recoveryMs, 0.5))}, ${seconds(Math.max(...recoveryMs))}`;
}
