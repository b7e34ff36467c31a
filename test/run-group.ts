import { globSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe } from 'node:test';
import { closeAll } from './kit/processes/afterwards.ts';
import { type GroupName, groups, slow } from './tiers.ts';

/**
 * `node test/run-group.ts pure` runs the group's test files in this one process, one after the other, each a suite with
 * hooks of its own; so does `node test/run-group.ts` with the names of files. A process for each file would read the
 * service's TypeScript again, which takes a second of a core.
 */
const root = new URL('..', import.meta.url).pathname;
const [first, ...others] = process.argv.slice(2) as [string, ...string[]];

for (const file of first in groups ? quickFilesOf(first as GroupName) : [first, ...others]) await runFile(file);

function quickFilesOf(group: GroupName): readonly string[] {
  return globSync(groups[group], { cwd: root })
    .sort()
    .filter((file) => !slow.includes(file));
}

/** Loads the file only when the one before is done: some open what they need while they are loaded. */
function runFile(file: string): Promise<void> {
  return new Promise((done) => {
    describe(file, async () => {
      after(() => closeAll().finally(done));
      await import(join(root, file));
    });
  });
}
