import { Readable } from 'node:stream';
import SmtpPool from 'nodemailer/lib/smtp-pool';
import type { Outcome } from '../../ports/outcome.ts';
import { judgeSmtpFault, type SmtpFault } from './judge-smtp-fault.ts';
import type { SmtpServer } from './smtp-settings.ts';
import type { Message } from './write-message.ts';

export interface SmtpConnectionsParts {
  readonly server: SmtpServer;
  readonly connectionsMax: number;
  /** How long one message may take, from its turn to the server's last reply. */
  readonly timeoutMs: number;
}

/**
 * Opens connections to the mail server, each used for one message after the other. A connection that the server closed
 * between two messages is replaced, and the message goes out on the new one; a message of which a byte was read is
 * never sent again. The pool is used without nodemailer's transport because only the stream of the message shows how
 * much of it was sent, and so whether a broken connection means unsent or unknown.
 */
export function openSmtpConnections({ server, connectionsMax, timeoutMs }: SmtpConnectionsParts) {
  const openPool = (): SmtpPool =>
    new SmtpPool({
      ...server.options,
      ...(server.login !== null && { auth: { ...server.login } }),
      maxConnections: connectionsMax,
      maxMessages: messagesPerConnection,
      maxRequeues: 1,
      idleTimeout: idleMs,
    });
  let pool = openPool();

  const submit = (message: Message): Promise<Outcome<void>> =>
    new Promise((resolve) => {
      const body = followMessage(message.bytes);
      const fail = (fault: SmtpFault): void => {
        clearTimeout(timer);
        resolve(judgeSmtpFault(fault, body.mayHaveArrived()));
      };
      const timer = setTimeout(() => {
        fail({ code: 'ETIMEDOUT' });
        body.giveUp();
        // A silent server that has the whole message may keep the connection for ever: the next ones get others.
        pool.close();
        pool = openPool();
      }, timeoutMs);
      pool.send(entryOf(message, body.read), (fault) => {
        if (fault) return fail(fault);
        clearTimeout(timer);
        resolve({ kind: 'done', value: undefined });
      });
    });
  return { submit, close: () => pool.close({ force: true }) };
}

// A relay closes an idle connection after minutes (Postfix: 5); before that it is of no more use to us.
const idleMs = 20_000;
// Relays limit it, too (Postfix: 100 errors or an hour); a new connection finds a relay that has moved.
const messagesPerConnection = 200;

/** The part of nodemailer's mail that its pool reads. */
function entryOf({ from, to, bytes }: Message, read: () => Readable): Parameters<SmtpPool['send']>[0] {
  const envelope = { from, to: [to], size: bytes.byteLength };
  const message = { getEnvelope: () => envelope, messageId: () => '', getHeader: () => '', createReadStream: read };
  return { data: {}, message } as unknown as Parameters<SmtpPool['send']>[0];
}

function followMessage(bytes: Buffer) {
  let isOut = false;
  let isGivenUp = false;
  let body: Readable | null = null;
  return {
    read: (): Readable => {
      // Read before, it may have been sent: the pool reads a message again only if no byte of it was read.
      if (isGivenUp || body?.readableDidRead) return brokenStream();
      body = Readable.from(piecesOf(bytes), { objectMode: false });
      // Emitted before the final dot is written. Without the dot a server must discard the message (RFC 5321, 4.1.1.4),
      // so a connection that breaks earlier proves that nothing was sent.
      body.once('end', () => {
        isOut = true;
      });
      return body;
    },
    mayHaveArrived: () => isOut,
    /** What was not read is never sent. */
    giveUp: () => {
      isGivenUp = true;
      body?.destroy(new Error('given up'));
    },
  };
}

function brokenStream(): Readable {
  return new Readable({
    read() {
      this.destroy(new Error('given up'));
    },
  });
}

// Written in pieces, so that backpressure shows how much was sent.
const pieceBytes = 64 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
