import type { Readable } from 'node:stream';

/**
 * The file of a request, as it arrives. What its reader leaves unread, because it is refused before its end, is received
 * and dropped: most callers read the answer once they have sent all, and would wait until the connection breaks.
 */
export async function* sentFile(body: unknown): AsyncGenerator<Uint8Array> {
  const stream = body as Readable;
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } finally {
    stream.resume();
  }
}
