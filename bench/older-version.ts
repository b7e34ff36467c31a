import type pg from 'pg';
import { type BenchSetup, loadFor, openBenchSetup, prime, subjectOf, withLoad } from './kit/bench-setup.ts';
import { type Environment, openEnvironment } from './kit/environment.ts';
import { type Measured, measure, median, ratios } from './kit/measure.ts';
import { olderCommit, olderTree } from './kit/older.ts';
import { measuredTable, range } from './kit/table.ts';

/**
 * What a sale costs today, beside the last version before events, books, idempotency keys, the log of requests and the
 * look for a second policy: both on databases of their own in one PostgreSQL, measured in turns. What each writes is
 * counted by `features`. `--quick` is shorter.
 */
const isQuick = process.argv.includes('--quick');
const effort = isQuick
  ? { rounds: 3, roundMs: 1_500, warmUpMs: 1_500 }
  : { rounds: 5, roundMs: 4_000, warmUpMs: 4_000 };
const [nowName, olderName] = ['Northbind', `version ${olderCommit.slice(0, 7)}`] as const;
const targets = { quote: 0.95, 'bind REF': 0.85, 'bind CC': 0.85, 'bind PFF': 0.85 } as const;

// What is printed to standard output is the chapter.
console.log = console.error;

const root = await olderTree();
const environment = await openEnvironment();
try {
  await withLoad(async (load) => {
    const now = await openBenchSetup(environment, load, await environment.createDatabase('now'));
    const startOlder = (url: string) => environment.startService(url, root);
    const beside: Environment = { ...environment, startService: startOlder };
    const older = await openBenchSetup(beside, load, await environment.createDatabase('older'));
    await holdMailsBack(now.context.database, 'due_at');
    await holdMailsBack(older.context.database, 'next_attempt_at');
    const chapters: string[] = [];
    for (const [name, target] of Object.entries(targets)) {
      const measured = await measureBoth(name, now, older);
      const shares = ratios(measured.get(nowName)!, measured.get(olderName)!);
      const found = median(shares);
      chapters.push(
        `### ${name}\n\n${measuredTable(measured)}\n\nRequests per second: **${found.toFixed(2)}** (${range(shares)}) × that version; wanted: at least ${target}, ${found >= target ? 'met' : '**missed**'}.`,
      );
    }
    process.stdout.write(`${chapters.join('\n\n')}\n`);
    await now.close();
    await older.close();
  });
} finally {
  await environment.close();
}

/** As `holdMailsBack` of the kit; the older version has another name for the moment. */
async function holdMailsBack(database: pg.Pool, column: 'due_at' | 'next_attempt_at'): Promise<void> {
  await database.query(`ALTER TABLE mail ALTER ${column} SET DEFAULT 'infinity'`);
}

async function measureBoth(name: string, now: BenchSetup, older: BenchSetup): Promise<Measured> {
  const operationOf = ({ operations }: BenchSetup) => operations.find((one) => one.name === name)!;
  const load = loadFor(now.context, operationOf(now));
  const subjects = [
    await subjectOf(nowName, [now.service], operationOf(now), effort),
    await subjectOf(olderName, [older.service], operationOf(older), effort),
  ];
  await prime([now.context.database, older.context.database], load, subjects);
  return measure({ ...now.context, load }, subjects, { ...effort, warmUpsMax: name === 'quote' ? 8 : 1 });
}
