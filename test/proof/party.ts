/** One of the sandbox's parties, PROOF_PARTY, in a process of its own, so that it can be killed without the service. */
import { makeLog } from '../../src/main/log.ts';
import { startCardProcessor } from '../../src/sandbox/card-processor/processor.ts';
import { startLender } from '../../src/sandbox/lender/start-lender.ts';

const { PROOF_PARTY, DATABASE_URL = '', PORT } = process.env;
process.on('disconnect', () => process.exit(1));
process.once('SIGTERM', () => process.exit(0)); // What it has answered is committed.

const there = {
  databaseUrl: DATABASE_URL,
  host: '127.0.0.1',
  port: Number(PORT),
  clock: () => new Date(),
  log: makeLog('info'),
};
await (PROOF_PARTY === 'lender' ? startLender(there) : startCardProcessor({ ...there, publicUrl: null }));
