import { fork } from 'node:child_process';
import { once } from 'node:events';
import { poolSize, type RunningServer } from './environment.ts';
import type { Recording } from './record.ts';

export interface BareJob {
  readonly databaseUrl: string;
  readonly poolSize: number;
  readonly recording: Recording;
}

/** Starts the bare server with what was recorded from the service: the same statements, sizes and bytes. */
export async function startBareServer(databaseUrl: string, recording: Recording): Promise<RunningServer> {
  const child = fork(new URL('../bare-server.ts', import.meta.url), { serialization: 'advanced' });
  child.send({ databaseUrl, poolSize, recording } satisfies BareJob);
  const [port] = (await once(child, 'message')) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    stop: async () => {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
