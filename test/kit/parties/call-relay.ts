import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call to a party, as it arrives. */
export interface PartyCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface PartyReply {
  readonly status: number;
  readonly body: string;
  /** The whole answer comes once more on the same connection, unasked. */
  readonly isRepeated?: boolean;
}

/** Decides what becomes of a call: the party's own reply, another one, one that comes late, or null: none at all. */
export type Carry = (call: PartyCall, forward: (call: PartyCall) => Promise<PartyReply>) => Promise<PartyReply | null>;

export interface CallRelay {
  readonly origin: string;
  readonly close: () => void;
}

/** Stands between the service and a party, and knows one call from the other. */
export async function startCallRelay(origin: string, carry: Carry): Promise<CallRelay> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await textOf(request).catch(() => null);
    if (body === null) return; // The caller is gone.
    const call = { method, path, headers, body };
    const reply = await carry(call, (sent) => send(origin, sent)).catch(() => null);
    if (reply === null) return void request.socket.destroy();
    const told = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply.body) };
    const head = [`HTTP/1.1 ${reply.status} OK`, ...Object.entries(told).map((pair) => pair.join(': '))];
    const again = `${head.join('\r\n')}\r\n\r\n${reply.body}`;
    response.writeHead(reply.status, told).end(reply.body, () => {
      if (reply.isRepeated) request.socket.write(again);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Passes a call on as it came: with its key, its request id, and the fault that it asks for. */
async function send(origin: string, { method, path, headers, body }: PartyCall): Promise<PartyReply> {
  const { connection: _, host: __, 'content-length': ___, ...others }: OutgoingHttpHeaders = headers;
  const call = requestHttp(origin + path, { method, headers: others, agent: false });
  call.end(body); // Says how long it is.
  const [response] = await once(call, 'response');
  return { status: response.statusCode, body: await textOf(response) };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
