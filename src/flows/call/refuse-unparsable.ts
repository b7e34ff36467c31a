import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

/**
 * Answers bytes that are not HTTP, and a request that does not arrive in time: there is no request object, only a socket.
 * It is the `clientErrorHandler` of every port. Node keeps a socket half-open until the caller ends its side, too, and
 * a caller need never do that: without our own end each of them would hold a descriptor for good.
 */
export function refuseUnparsable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    `HTTP/1.1 ${statusOf(error)}\r\nX-Request-Id: ${randomUUID()}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
  );
  // The socket is not ended at once: with bytes of the caller's still unread, the system would take the answer back.
  const timer = setTimeout(() => socket.destroy(), readMs);
  socket.once('close', () => clearTimeout(timer));
}

/** The caller needs this time to read the answer and to end its side. */
const readMs = 1_000;

function statusOf({ code }: NodeJS.ErrnoException): string {
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}

/**
 * A caller that neither sends nor reads for so long is cut off, on every port: an answer that nobody takes would hold its
 * descriptor for good. Node asks twice where an answer is under way. Longer than anything that an answer waits for.
 */
export const silentMsMax = 120_000;
