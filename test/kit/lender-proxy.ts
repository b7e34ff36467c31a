import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterwards } from './afterwards.ts';

/** What a lender receives, and what it answers. */
export interface LenderCall {
  readonly method: string;
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}

export interface LenderReply {
  readonly status: number;
  readonly body: string;
}

export type LenderAnswer = (
  call: LenderCall,
  forward: (call: LenderCall) => Promise<LenderReply>,
) => Promise<LenderReply>;

/** A lender that answers otherwise than the one behind it: returns its address. */
export async function lenderProxy(origin: string, answer: LenderAnswer): Promise<string> {
  const forward = async ({ method, path, authorization, body }: LenderCall): Promise<LenderReply> => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization, ...(body !== '' && { 'content-type': 'application/json' }) },
      ...(body !== '' && { body }),
    });
    return { status: response.status, body: await response.text() };
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const body = Buffer.concat(chunks).toString();
    const reply = await answer({ method, path, authorization: headers.authorization ?? '', body }, forward);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterwards(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
