/**
 * The service as `bin/serve` starts it, with three more handles for the proofs: its parties may run in
 * processes of their own (PROOF_PARTIES holds their addresses), its clock can be stepped by a message `{ stepMs }`, and
 * it reports what memory is in use after garbage was collected (`{ isAskedForMemory }`, with --expose-gc).
 */
import { readConfig } from '../../src/main/config.ts';
import { makeLog } from '../../src/main/log.ts';
import type { SandboxAddresses } from '../../src/main/sandbox-addresses.ts';
import { startService } from '../../src/main/wiring.ts';

const config = readConfig();
const log = makeLog(config.logLevel);
const elsewhere = process.env.PROOF_PARTIES;
let stepMs = 0;
process.on('message', (message: { readonly stepMs?: number; readonly isAskedForMemory?: boolean }) => {
  stepMs = message.stepMs ?? stepMs;
  if (message.isAskedForMemory !== true) return;
  globalThis.gc?.();
  process.send?.(process.memoryUsage());
});
process.on('disconnect', () => process.exit(1));

const service = await startService({
  config,
  log,
  clock: () => new Date(Date.now() + stepMs),
  onDatabaseGone: () => process.exit(1),
  ...(elsewhere !== undefined && { sandboxParties: JSON.parse(elsewhere) as SandboxAddresses }),
});
process.once('SIGTERM', () => {
  void service.close().finally(() => {
    log.flush();
    process.exit(0);
  });
});
