import { connect, type Socket } from 'node:net';

/** An HTTP/1.1 connection that sends bytes as they are, several requests ahead of their answers. */
export interface RawLine {
  /** Resolves with the answer; null when the line was closed, as an earlier answer had announced. */
  readonly send: (request: RawRequest) => Promise<RawAnswer | null>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

export interface RawRequest {
  readonly method: string;
  readonly bytes: Buffer;
  /** The server will close the line without reading on: what stood behind this one could cost its answer. */
  readonly isLast: boolean;
}

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Closed or silent where an answer was due. */
export class NoAnswer extends Error {}

interface Waiting {
  readonly method: string;
  readonly resolve: (answer: RawAnswer | null) => void;
  readonly reject: (error: Error) => void;
}

const silenceMaxMs = 60_000;

export function openRawLine(url: string): RawLine {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  const waiting: Waiting[] = [];
  let received: Buffer = Buffer.alloc(0);
  let isAnnounced = false;
  let isOpen = true;
  let isEnding = false;
  socket.setTimeout(silenceMaxMs, () => socket.destroy(new NoAnswer(`silent for ${silenceMaxMs} ms`)));
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    while (waiting.length > 0) {
      const read = readAnswer(received, waiting[0]!.method);
      if (read === null) return;
      received = received.subarray(read.length);
      isAnnounced ||= read.answer.headers.get('connection') === 'close';
      waiting.shift()!.resolve(read.answer);
    }
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOpen = false;
    for (const { resolve, reject } of waiting.splice(0)) {
      if (isAnnounced) resolve(null);
      else reject(new NoAnswer('closed without an answer'));
    }
  });
  return {
    isOpen: () => isOpen && !isAnnounced && !isEnding,
    send: ({ method, bytes, isLast }) =>
      new Promise((resolve, reject) => {
        if (!isOpen || isEnding) return resolve(null);
        isEnding = isLast;
        waiting.push({ method, resolve, reject });
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

/** Null while it is not all there. */
function readAnswer(bytes: Buffer, method: string): { readonly answer: RawAnswer; readonly length: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const status = Number(statusLine.split(' ')[1]);
  const bodyStart = headEnd + 4;
  if (headers.has('transfer-encoding')) throw new NoAnswer('an answer in chunks, which this reader does not read');
  const bodyLength = method === 'HEAD' || status === 204 ? 0 : Number(headers.get('content-length') ?? 0);
  if (bytes.length < bodyStart + bodyLength) return null;
  const body = Buffer.from(bytes.subarray(bodyStart, bodyStart + bodyLength));
  return { answer: { status, headers, body }, length: bodyStart + bodyLength };
}
