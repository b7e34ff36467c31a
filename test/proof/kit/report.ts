import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { percentile } from './figures.ts';
import { drawPlots } from './plot.ts';
import type { ProofResult } from './proof.ts';

export interface Reported {
  readonly name: string;
  readonly result: ProofResult;
  readonly tookMs: number;
}

export interface Report {
  readonly reported: readonly Reported[];
  readonly seed: number;
  readonly tookMs: number;
}

const docs = new URL('../../../docs/', import.meta.url);

/** docs/proof.md and its picture. */
export async function writeReport({ reported, seed, tookMs }: Report): Promise<void> {
  const plots = reported.flatMap(({ name, result }) => (result.plot === undefined ? [] : [{ name, ...result.plot }]));
  await writeFile(new URL('proof.svg', docs), drawPlots(plots));
  const faults = reported.flatMap(({ name, result }) => result.faults.map((fault) => `- **${name}**: ${fault}`));
  await writeFile(
    new URL('proof.md', docs),
    `# Proof

What was done to the service on purpose, and what came of it. Written by \`npm run prove\`, which does it again; \`npm test\` has a short form.

The one promise: *money kept and cover given, or no money kept and no cover; once, whatever dies in between.* After each proof every
application is checked, in our tables, in the card processor’s ledger and in the lender’s: at most one policy; a charge or a loan
exactly when there is a policy, and once; what was captured less what was reversed is what is owed; every policy that a partner was told
of is there. *Duplicates* breaks the first of these, *lost* the last.

After the sale: what the processor, the lender and a person by hand have taken and given back is what our books say, what the partner is
told of the money, and what the words of the customer’s notice promise.

- Command: \`npm run prove -- --seed ${seed}\`, ${Math.round(tookMs / 1_000)} s
- Day: ${new Date().toISOString().slice(0, 10)}
- Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}; partners, service, parties and PostgreSQL all on it

| Proof | What was done | Counts | Recovery | Verdict |
|---|---|---|---|---|
${reported.map(rowOf).join('\n')}

*Recovery* is from the disruption until a sale that a partner began after it was bound: median and longest.
${faults.length === 0 ? '' : `\n## Broken\n\n${faults.join('\n')}\n`}
![Binds around kills, and memory over the soak](proof.svg)
`,
  );
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

function rowOf({ name, result }: Reported): string {
  const verdict = result.faults.length === 0 ? 'kept' : '**broken**';
  return `| ${name} | ${result.did} | ${countsOf(result)} | ${recoveryOf(result)} | ${verdict} |`;
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
