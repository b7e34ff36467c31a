import { Readable } from 'node:stream';
import SmtpConnection from 'nodemailer/lib/smtp-connection';
import type { Outcome } from '../../ports/outcome.ts';
import { judgeSmtpFault, type SmtpFault } from './judge-smtp-fault.ts';
import type { SmtpServer } from './smtp-settings.ts';
import type { Message } from './write-message.ts';

interface Submission {
  readonly server: SmtpServer;
  readonly message: Message;
  readonly timeoutMs: number;
}

/**
 * One SMTP session: EHLO, login, envelope, message. It uses nodemailer's connection and not its transport because only
 * the connection shows how much of the message was sent, and so whether a broken connection means unsent or unknown.
 */
export function submitMessage({ server, message, timeoutMs }: Submission): Promise<Outcome<void>> {
  const connection = new SmtpConnection(server.options);
  const body = Readable.from(piecesOf(message.bytes), { objectMode: false });
  return new Promise((resolve) => {
    let mayHaveArrived = false;
    // Emitted before the final dot is written. Without the dot a server must discard the message (RFC 5321, 4.1.1.4),
    // so a connection that breaks earlier proves that nothing was sent.
    body.once('end', () => {
      mayHaveArrived = true;
    });
    const settle = (outcome: Outcome<void>): void => {
      clearTimeout(timer);
      resolve(outcome);
      connection.close();
    };
    const fail = (fault: SmtpFault): void => settle(judgeSmtpFault(fault, mayHaveArrived));
    const timer = setTimeout(() => fail({ code: 'ETIMEDOUT' }), timeoutMs);

    const submit = (): void =>
      connection.send({ from: message.from, to: [message.to], size: message.bytes.byteLength }, body, (fault) => {
        if (fault) return fail(fault);
        connection.quit(); // Not awaited: the mail is accepted.
        settle({ kind: 'done', value: undefined });
      });
    connection.on('error', fail); // Stays attached: an error after the outcome is ignored.
    connection.connect((fault) => {
      if (fault) return fail(fault);
      // A relay inside a network may offer no login and accept mail without one.
      if (server.login === null || !connection.allowsAuth) return submit();
      connection.login({ ...server.login }, (refusal) => (refusal ? fail(refusal) : submit()));
    });
  });
}

// Written in pieces, so that backpressure shows how much was sent.
const pieceBytes = 64 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
