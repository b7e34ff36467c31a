import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, platform, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { drawPlot } from './plot.ts';
import { type Findings, targetTable } from './report.ts';
import type { Yardstick } from './yardstick.ts';

/**
 * What was found is kept by part and by architecture, in `results/data/<architecture>-<part>.json`: a part that is
 * measured again replaces its own file alone, and RESULTS.md is written from all of them.
 */
export interface KeptPart {
  readonly part: string;
  readonly day: string;
  /** Of the code that was measured; null: not known. */
  readonly commit: string | null;
  readonly machine: string;
  readonly minutes: number | null;
  /** Missing: measured before there was one. */
  readonly yardstick?: Yardstick;
  readonly findings: Findings;
}

const results = new URL('../results/', import.meta.url);
const data = new URL('data/', results);
const architectures = ['arm64', 'x64'];

export async function keepPart(
  part: string,
  findings: Findings,
  facts: { readonly postgresVersion: string; readonly minutes: number; readonly yardstick: Yardstick },
): Promise<void> {
  await mkdir(data, { recursive: true });
  const machine = `${availableParallelism()} cores (${arch()}, ${platform()}), ${Math.round(totalmem() / 2 ** 30)} GB; Node.js ${process.versions.node}, PostgreSQL ${facts.postgresVersion}`;
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short', 'HEAD'], { cwd: import.meta.dirname });
  const kept: KeptPart = {
    part,
    day: new Date().toISOString().slice(0, 10),
    commit: stdout.trim(),
    machine,
    minutes: facts.minutes,
    yardstick: facts.yardstick,
    findings,
  };
  await writeFile(new URL(`${arch()}-${part}.json`, data), `${JSON.stringify(kept, null, 2)}\n`);
}

/** Writes RESULTS.md and its plot from all that is kept, the parts in this order. */
export async function writeResults(order: readonly string[]): Promise<void> {
  const sections = [
    '# Measurements\n\nWritten by `npm run bench`, part by part and for each architecture: `npm run bench -- <part>` replaces the chapter of that part alone. Numbers of different runs do not compare; ratios within one do. Load generator, server and database share the cores, with PostgreSQL’s default durability. Each number is the median of its rounds, with the lowest and the highest beside it; what is compared is measured in turns, round by round.\n\nThe yardstick of a chapter is one hash by argon2id (19 MiB, two passes) on one core, right before it was measured and right after: 36 ms when this machine is left alone, more when others share its cores, and times with it.',
  ];
  for (const architecture of architectures) {
    const parts = await readParts(architecture, order);
    if (parts.length > 0) sections.push(`# ${architecture}`, ...chaptersOf(parts));
  }
  await writeFile(new URL('../RESULTS.md', results), `${sections.join('\n\n')}\n`);
  const bars = (await readParts(arch(), order)).flatMap(({ findings }) => findings.bars);
  await writeFile(new URL('../results.svg', results), drawPlot(bars));
}

function chaptersOf(parts: readonly KeptPart[]): readonly string[] {
  const targets = parts.flatMap(({ findings }) => findings.targets);
  return [
    ...(targets.length === 0 ? [] : [`## Targets\n\n${targetTable(targets)}`]),
    ...(parts.some(({ findings }) => findings.bars.length > 0) ? ['![Ratios](results.svg)'] : []),
    ...parts.flatMap(({ part, day, commit, machine, minutes, yardstick, findings }) => {
      const of = commit === null ? '' : `, of ${commit}`;
      const took = minutes === null ? '' : `, in ${minutes.toFixed(1)} minutes`;
      const [first, ...others] = findings.chapters;
      const hash =
        yardstick === undefined
          ? ''
          : ` The yardstick: ${yardstick.beforeMs.toFixed(0)} ms before, ${yardstick.afterMs.toFixed(0)} after.`;
      const measured = `*\`npm run bench -- ${part}\`, ${day}${of}${took}. ${machine}.${hash}*`;
      return [
        `## ${first!.title}\n\n${measured}\n\n${first!.body}`,
        ...others.map(({ title, body }) => `## ${title}\n\n${body}`),
      ];
    }),
  ];
}

async function readParts(architecture: string, order: readonly string[]): Promise<readonly KeptPart[]> {
  const names = (await readdir(data)).filter((name) => name.startsWith(`${architecture}-`));
  const parts = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(new URL(name, data), 'utf8')) as KeptPart),
  );
  return parts.toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
}
