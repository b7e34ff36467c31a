import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterwards } from '../processes/afterwards.ts';

/** Starts a server that accepts every request and never responds. Returns its origin. */
export async function unresponsiveOrigin(): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
