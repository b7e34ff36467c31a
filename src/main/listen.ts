import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { CleanupStack } from './cleanup-stack.ts';

/** Opens the port and returns its address; at the end requests are drained. */
export async function listen(app: FastifyInstance, host: string, port: number, cleanup: CleanupStack): Promise<string> {
  await app.listen({ host, port });
  cleanup.add(() => drain(app));
  const { port: actual } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
}

/** Accepts no new connection and lets running requests finish. Idle keep-alive connections are closed. */
async function drain(app: FastifyInstance): Promise<void> {
  const closeIdle = setInterval(() => app.server.closeIdleConnections(), 20);
  await app.close().finally(() => clearInterval(closeIdle));
}
