import { runNorthbind } from './command-line.ts';

/** The command line as a process of its own. */
await runNorthbind(process.argv.slice(2), process);
