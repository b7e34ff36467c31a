import http from 'node:http';
import https from 'node:https';

/**
 * Posts a text and says which of three things happened. Nothing is written before the connection stands (for TLS: before
 * the handshake is done), so a failure until then is proof that the other side never saw the request.
 */
export function post(request: PostRequest): Promise<PostResult> {
  return new Promise((resolve) => {
    const url = new URL(request.url);
    const isSecure = url.protocol === 'https:';
    let isSent = false;
    const fail = (why: string, isTimeout = false): void => {
      settle(isSent ? { kind: 'unknown', cause: why, isTimeout } : { kind: 'not-sent', cause: why });
    };
    const settle = (result: PostResult): void => {
      clearTimeout(connectTimer);
      request.deadline.removeEventListener('abort', onDeadline);
      resolve(result);
      call.destroy();
    };
    const onDeadline = (): void => fail('No answer in time.', true);

    const call = (isSecure ? https : http).request(url, {
      method: 'POST',
      // A connection of its own: on a kept one that the other side has just closed, "never seen" can't be proven.
      agent: false,
      headers: { 'content-type': request.contentType, 'content-length': Buffer.byteLength(request.body) },
    });
    const connectTimer = setTimeout(() => fail('No connection in time.'), request.connectMs);
    request.deadline.addEventListener('abort', onDeadline, { once: true });

    call.on('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        clearTimeout(connectTimer);
        if (call.destroyed) return;
        isSent = true;
        call.end(request.body);
      });
    });
    // Only the error's code: its message can hold addresses, and nothing of the request may reach a log.
    call.on('error', (error: NodeJS.ErrnoException) => fail(`Connection failed: ${error.code ?? 'no code'}.`));
    call.on('response', (response) => readAnswer(response, settle, fail));
    if (request.deadline.aborted) fail('No time left to send.');
  });
}

export interface PostRequest {
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
  readonly connectMs: number;
  readonly deadline: AbortSignal;
}

export type PostResult =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'not-sent'; readonly cause: string }
  | { readonly kind: 'unknown'; readonly cause: string; readonly isTimeout: boolean };

/** A receipt has some 3 kB. What is longer by far is no answer of this processor and must not fill the memory. */
const answerBytesMax = 256 * 1024;

function readAnswer(
  response: http.IncomingMessage,
  settle: (result: PostResult) => void,
  fail: (why: string) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > answerBytesMax) return fail('The answer is too long.');
    chunks.push(chunk);
  });
  response.on('error', () => fail('The answer broke off.'));
  response.on('end', () => {
    if (response.statusCode !== 200) return fail(`HTTP ${response.statusCode}.`);
    settle({ kind: 'answered', text: Buffer.concat(chunks).toString('utf8') });
  });
}
