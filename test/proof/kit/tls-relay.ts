import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { type CertificateKind, type Certificates, certificateKinds } from './certificates.ts';

/** How a party's door is: one of its certificates, or every handshake is broken off. */
export type Door = CertificateKind | 'reset in the handshake';

export interface TlsRelay {
  readonly port: number;
  /** Connections that are open are closed. */
  readonly set: (door: Door) => void;
  readonly close: () => Promise<void>;
}

/** TLS in front of a party on this port, which itself speaks none. */
export async function startTlsRelay(partyPort: number, certificates: Certificates): Promise<TlsRelay> {
  let door: Door = 'well';
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  };
  const servers = certificateKinds.map((kind) => {
    const server = createSecureServer(certificates.of[kind], (near) => {
      const far = connect(partyPort, '127.0.0.1');
      for (const socket of [near, far]) keep(socket);
      near.pipe(far).pipe(near);
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
    });
    server.on('tlsClientError', () => undefined); // A caller who does not accept the certificate says so.
    return [kind, server] as const;
  });
  const byKind = Object.fromEntries(servers) as Record<CertificateKind, (typeof servers)[number][1]>;
  const front = createServer((socket) => {
    keep(socket);
    if (door === 'reset in the handshake') socket.once('data', () => socket.resetAndDestroy());
    else byKind[door].emit('connection', socket);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const closeAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (front.address() as AddressInfo).port,
    set: (next) => {
      door = next;
      closeAll();
    },
    close: async () => {
      closeAll();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
