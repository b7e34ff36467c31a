import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SandboxAddresses } from '../../../src/main/sandbox-addresses.ts';
import { freePort } from '../../kit/processes/free-port.ts';
import { randomOf } from '../../kit/processes/random.ts';
import { inDatabase } from '../../kit/sale/quoting.ts';
import { type ManagedProcess, manageProcess } from './managed-process.ts';
import { type ProofPostgres, startProofPostgres } from './postgres.ts';

/** What a proof runs on: a PostgreSQL, services and parties as real processes, and a seed that makes it repeatable. */
export interface Testbed {
  readonly isQuick: boolean;
  readonly random: () => number;
  readonly postgres: ProofPostgres;
  readonly folder: string;
  /** The logs of all processes, which are searched for secrets. */
  readonly logPaths: readonly string[];
  /** Every token and ticket that was issued. */
  readonly secrets: Set<string>;
  readonly say: (line: string) => void;
  /** Without a database it starts the built-in one. */
  readonly startInstance: (databaseUrl: string | null, options?: InstanceOptions) => Promise<ManagedProcess>;
  readonly startParties: (databaseUrl: string) => Promise<RunningParties>;
  readonly keepLog: (path: string) => void;
  /** Runs when the proof is done, last registered first. */
  readonly afterwards: (close: () => unknown) => void;
}

export interface InstanceOptions {
  readonly parties?: SandboxAddresses;
  readonly environment?: Readonly<Record<string, string>>;
  /** The proofs' entry, unless it must be the very `bin/serve`. */
  readonly entry?: string;
}

/** The sandbox's parties, each in a process of its own. */
export interface RunningParties {
  readonly processor: ManagedProcess;
  readonly lender: ManagedProcess;
  readonly addresses: SandboxAddresses;
}

export interface TestbedSettings {
  readonly seed: number;
  readonly isQuick: boolean;
  readonly say: (line: string) => void;
}

export interface OpenTestbed {
  /** Runs one proof with random numbers of its own, and then closes what it opened. */
  readonly run: <T>(name: string, proof: (testbed: Testbed) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export const serverEntry = new URL('../../../bin/serve', import.meta.url).pathname;
const serviceEntry = new URL('../service.ts', import.meta.url).pathname;
const partyEntry = new URL('../party.ts', import.meta.url).pathname;

export async function openTestbed({ seed, isQuick, say }: TestbedSettings): Promise<OpenTestbed> {
  const folder = await mkdtemp(join(tmpdir(), 'northbind-proof-'));
  await chmod(folder, 0o755); // As root, PostgreSQL runs as another user and must reach its data.
  const postgres = await startProofPostgres(join(folder, 'data'));
  await mkdir(join(folder, 'logs'));
  const secrets = new Set<string>([postgres.password]);
  const logPaths: string[] = [postgres.logPath];

  const closers: (() => unknown)[] = [];
  const clear = async (): Promise<void> => {
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) await close();
  };

  const run: OpenTestbed['run'] = async (name, proof) => {
    const newProcess = async (
      entry: string,
      kind: string,
      environment: Readonly<Record<string, string>>,
    ): Promise<ManagedProcess> => {
      const port = await freePort();
      const logPath = join(folder, 'logs', `${name}-${kind}-${port}.log`);
      logPaths.push(logPath);
      const managed = manageProcess({ entry, port, environment, logPath });
      closers.push(managed.stop);
      await managed.start();
      return managed;
    };
    const testbed: Testbed = {
      isQuick,
      postgres,
      folder,
      logPaths,
      secrets,
      say: (line) => say(`${name}: ${line}`),
      // A proof's numbers do not depend on which others are run before it.
      random: randomOf(seed + [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)),
      afterwards: (close) => void closers.push(close),
      keepLog: (path) => void logPaths.push(path),
      startInstance: (databaseUrl, { parties, environment = {}, entry = serviceEntry } = {}) =>
        newProcess(entry, 'service', {
          ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
          CHECKOUT_PORT: '0',
          RATE_LIMIT: '1000000',
          ...(parties !== undefined && { PROOF_PARTIES: JSON.stringify(parties) }),
          ...environment,
        }),
      startParties: async (databaseUrl) => {
        const start = (party: string) =>
          newProcess(partyEntry, party, { PROOF_PARTY: party, DATABASE_URL: databaseUrl });
        const processor = await start('processor');
        const lender = await start('lender');
        const tokens = await inDatabase(
          databaseUrl,
          `SELECT api_token, sandbox_lender.access.token FROM sandbox_cards.merchant, sandbox_lender.access`,
        );
        const [{ api_token: cardsToken, token }] = tokens;
        secrets.add(cardsToken).add(token);
        const addresses: SandboxAddresses = {
          processor: { origin: processor.url, publicOrigin: processor.url, token: cardsToken },
          lender: { origin: lender.url, token },
        };
        return { processor, lender, addresses };
      },
    };
    try {
      return await proof(testbed);
    } finally {
      await clear();
    }
  };
  return {
    run,
    close: async () => {
      await clear(); // Interrupted in the middle of a proof.
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
