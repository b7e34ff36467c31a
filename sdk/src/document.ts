import type { Call } from './caller.ts';
import type { Limit } from './limit.ts';
import { brokenOff, type ReadBody } from './send.ts';

/** A file that is being received. Read `stream` once, or call `toBytes`, and begin within the call's `timeoutMs`. */
export interface NorthbindDocument {
  readonly stream: ReadableStream<Uint8Array>;
  /** The service's name for the file, without a folder. */
  readonly filename: string;
  readonly contentType: string;
  /** The size in bytes; null when the service did not send it. */
  readonly size: number | null;
  readonly toBytes: () => Promise<Uint8Array>;
}

export function readDocument(call: Call): ReadBody<NorthbindDocument> {
  return async ({ body, headers }, limit) => {
    const size = headers.get('content-length');
    const stream = watched(body ?? new Blob([]).stream(), call, limit);
    return {
      stream,
      filename: filenameIn(headers.get('content-disposition') ?? '') ?? 'document.pdf',
      contentType: headers.get('content-type') ?? 'application/octet-stream',
      size: size === null || headers.has('content-encoding') ? null : Number(size),
      toBytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
    };
  };
}

/**
 * The time limit restarts with every chunk, so that it ends a stalled file and not a large one. It also runs until the
 * first read: a document that is never read would hold its connection for ever.
 */
function watched(body: ReadableStream<Uint8Array>, call: Call, limit: Limit): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  limit.restart();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        limit.restart();
        try {
          const { done, value } = await reader.read();
          if (done) {
            limit.end();
            controller.close();
          } else {
            limit.pause(); // The reader may take any time between two chunks.
            controller.enqueue(value);
          }
        } catch (error) {
          limit.end();
          controller.error(brokenOff(call, limit, error));
        }
      },
      cancel(reason) {
        limit.end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Reads `filename` and `filename*`. Partners use it as a file name on their disk, so folders are removed. */
function filenameIn(disposition: string): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="([^"]+)"|filename=([^;\s]+)/i.exec(disposition);
  const name = extended === undefined ? (plain?.[1] ?? plain?.[2]) : decoded(extended);
  const bare = name?.split(/[/\\]/).at(-1)?.trim();
  return bare === undefined || /^\.*$/.test(bare) ? null : bare;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
