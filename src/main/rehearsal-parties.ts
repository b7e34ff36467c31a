import { once } from 'node:events';
import { startCardProcessor } from '../sandbox/card-processor/processor.ts';
import { startLender } from '../sandbox/lender/start-lender.ts';
import { clock } from './clock.ts';
import type { SandboxAddresses } from './sandbox-addresses.ts';

/* A process of its own: the sandbox's card processor and lender, for a rehearsal. It ends with the service. */

/** What the service sends as the first message; its answer is `SandboxAddresses`. */
export interface RehearsalOrder {
  readonly databaseUrl: string;
  readonly host: string;
  readonly checkoutPort: number;
  readonly lenderPort: number;
  readonly publicUrl: string | null;
}

const [order] = (await once(process, 'message')) as [RehearsalOrder];
const { databaseUrl, host, checkoutPort, lenderPort, publicUrl } = order;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const processor = await startCardProcessor({ databaseUrl, host, port: checkoutPort, publicUrl, clock, log });
const lender = await startLender({ databaseUrl, host: '127.0.0.1', port: lenderPort, clock, log });
process.on('disconnect', () => void Promise.all([processor.close(), lender.close()]).finally(() => process.exit(0)));
const { origin, publicOrigin, token } = processor;
const addresses: SandboxAddresses = {
  processor: { origin, publicOrigin, token },
  lender: { origin: lender.origin, token: lender.token },
};
// The service may have ended meanwhile.
if (process.connected) process.send!(addresses);
else process.exit(0);
