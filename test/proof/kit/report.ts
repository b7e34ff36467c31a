import { readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, totalmem } from 'node:os';
import { percentile } from './figures.ts';
import { drawPlot } from './plot.ts';
import type { ProofResult } from './proof.ts';

export interface Reported {
  readonly name: string;
  readonly result: ProofResult;
  readonly tookMs: number;
}

export interface Report {
  readonly reported: readonly Reported[];
  /** Of all proofs, in their order. */
  readonly names: readonly string[];
  readonly seed: number;
}

const docs = new URL('../../../docs/', import.meta.url);
const page = new URL('proof.md', docs);

/** docs/proof.md and its pictures: what was run now, beside what other runs have written. */
export async function writeReport({ reported, names, seed }: Report): Promise<void> {
  const rows = rowsOf(await readFile(page, 'utf8'));
  for (const one of reported) {
    rows.set(one.name, rowOf(one, seed));
    if (one.result.plot !== undefined)
      await writeFile(new URL(`proof-${one.name}.svg`, docs), drawPlot({ name: one.name, ...one.result.plot }));
  }
  const faults = reported.flatMap(({ name, result }) => result.faults.map((fault) => `- **${name}**: ${fault}`));
  await writeFile(
    page,
    `# Proof

What was done to the service on purpose, and what came of it. Written by \`npm run prove\`, which does it again, whole or by name
(\`npm run prove -- crash fuzz\`); \`npm run test:slow\` has short forms. Whether the tests notice a change of the code: [mutation](mutation.md).

## What is promised

*Money kept and cover given, or no money kept and no cover; once, whatever dies in between.* After each proof every
application is checked, in our tables, in the card processor’s ledger and in the lender’s: at most one policy; a charge or a loan
exactly when there is a policy, and once; what was captured less what was reversed is what is owed; every policy that a partner was told
of is there. *Duplicates* breaks the first of these, *lost* the last.

After the sale: what the processor, the lender and a person by hand have taken and given back, and what banks dispute, is what our books
say, what the partner is told of the money, and what the words of the customer’s notices, receipts and mails say. The account of a policy,
worked out anew from its entries, is the one that is stored.

## What was tried

Partners, service, parties and PostgreSQL were all on one machine. Rows are of different runs and machines: each tells its day and architecture.
The latest run was on ${availableParallelism()} cores
(${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}.
*Recovery* is from the disruption until a sale that a partner began after it was bound: median and longest.

| Proof | What was done | Counts | Run | Recovery | Verdict |
|---|---|---|---|---|---|
${names.flatMap((name) => rows.get(name) ?? []).join('\n')}
${faults.length === 0 ? '' : `\n### Broken\n\n${faults.join('\n')}\n`}
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
`,
  );
}

function rowsOf(written: string): Map<string, string> {
  return new Map(Array.from(written.matchAll(/^\| ([a-z][\w-]*) \|.*$/gm), (found) => [found[1]!, found[0]]));
}

/** The same, for the terminal. */
export function tableLine({ name, result, tookMs }: Reported): string {
  const lines = [
    `${name}: ${result.faults.length === 0 ? 'kept' : 'BROKEN'} in ${Math.round(tookMs / 1_000)} s`,
    `  ${countsOf(result)}`,
    ...(result.recoveryMs === undefined ? [] : [`  recovery ${recoveryOf(result)}`]),
    ...result.faults.map((fault) => `  ! ${fault}`),
  ];
  return lines.join('\n');
}

function rowOf({ name, result, tookMs }: Reported, seed: number): string {
  const verdict = result.faults.length === 0 ? 'kept' : '**broken**';
  const run = `${new Date().toISOString().slice(0, 10)}, ${arch()}, ${Math.round(tookMs / 1_000)} s, seed ${seed}`;
  return `| ${name} | ${result.did} | ${countsOf(result)} | ${run} | ${recoveryOf(result)} | ${verdict} |`;
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
