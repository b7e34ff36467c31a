import { parseArgs } from 'node:util';
import { replay } from './interleavings.ts';
import type { Proof } from './kit/proof.ts';
import { type Reported, tableLine, writeReport } from './kit/report.ts';
import { openTestbed } from './kit/testbed.ts';
import { proofs } from './proofs.ts';

/**
 * `npm run prove`: every proof, one after the other. `npm run prove -- crash fuzz` runs those two, `--quick` their
 * short forms, `--seed 7` with other random choices. A run in the long form writes its proofs' entries of docs/proof.json
 * and the page docs/proof.md. On two cores `interleavings` and `soak` take an hour each, `books` ten minutes, all others
 * together half an hour. `npm run prove -- interleavings --replay CODE` replays one schedule by the code that a failure
 * prints.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '20261115' },
    replay: { type: 'string' },
  },
});
const seed = Number(values.seed);
const unknown = positionals.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0 || !Number.isSafeInteger(seed)) {
  console.error(
    `Usage: npm run prove -- [${proofs.map(({ name }) => name).join('] [')}] [--quick] [--seed N] [--replay CODE]`,
  );
  process.exit(2);
}

const testbed = await openTestbed({ seed, isQuick: values.quick, say: (line) => console.log(line) });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void testbed.close().finally(() => process.exit(1)));
if (values.replay !== undefined) {
  const code = values.replay;
  const isKept = await testbed.run('interleavings', (playing) => replay(playing, code)).finally(testbed.close);
  process.exit(isKept ? 0 : 1);
}
const reported: Reported[] = [];
const began = performance.now();
try {
  for (const proof of proofs.filter(({ name }) => positionals.length === 0 || positionals.includes(name))) {
    const lacking = proof.lacks?.() ?? [];
    if (lacking.length > 0) {
      console.log(`${proof.name}: left out, as programs are missing: apt-get install ${lacking.join(' ')}`);
      continue;
    }
    reported.push(await play(proof));
    console.log(tableLine(reported.at(-1)!));
  }
} finally {
  await testbed.close();
}
const tookMs = performance.now() - began;
if (!values.quick) await writeReport({ reported, names: proofs.map(({ name }) => name), seed });
const broken = reported.filter(({ result }) => result.faults.length > 0);
console.log(
  `${reported.length} proofs in ${Math.round(tookMs / 1_000)} s, seed ${seed}: ${broken.length === 0 ? 'all kept' : `${broken.length} BROKEN`}`,
);
for (const { result } of reported) if (result.lastLine !== undefined) console.log(result.lastLine);
process.exitCode = broken.length === 0 ? 0 : 1;

async function play(proof: Proof): Promise<Reported> {
  const since = performance.now();
  const result = await testbed.run(proof.name, proof.run);
  return { proof, result, tookMs: performance.now() - since };
}
