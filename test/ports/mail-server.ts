import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterwards } from '../kit/processes/afterwards.ts';

/** A real mail server that keeps what it takes, and that a test can ask to misbehave. */
export interface MailServer {
  readonly url: string;
  readonly port: number;
  /** Everything it has taken, in order; `drop answer` is kept too, because the server has it. */
  readonly taken: readonly TakenMessage[];
  readonly behave: (how: Behaviour) => void;
  readonly takenBy: (address: string) => readonly TakenMessage[];
  readonly stop: () => Promise<void>;
}

export interface TakenMessage {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
  readonly mail: ParsedMail;
}

/**
 * `drop answer`: takes the whole message and hangs up without a word. `drop body`: hangs up in the middle of the
 * message. `drop recipient`: hangs up when told the recipient. `mute`: takes the whole message and never answers.
 */
export type Behaviour =
  | 'well'
  | 'refuse recipient'
  | 'greylist'
  | 'refuse relay'
  | 'refuse sender'
  | 'refuse message'
  | 'delay message'
  | 'drop answer'
  | 'drop body'
  | 'drop recipient'
  | 'mute';

export async function startMailServer(
  options: SMTPServerOptions & { readonly port?: number } = {},
): Promise<MailServer> {
  const taken: TakenMessage[] = [];
  let behaviour: Behaviour = 'well';
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 200,
    disableReverseLookup: true,
    onMailFrom: (_, __, next) => next(behaviour === 'refuse sender' ? no(550, '5.1.8 who are you') : null),
    onRcptTo: ({ address }, _, next) => {
      if (behaviour === 'drop recipient') return hangUp(server);
      if (behaviour === 'refuse recipient') return next(no(550, `5.1.1 <${address}> unknown here`));
      if (behaviour === 'greylist') return next(no(451, `4.7.1 <${address}> try again later`));
      if (behaviour === 'refuse relay') return next(no(554, `5.7.1 <${address}> relay access denied`));
      next();
    },
    onData: (stream, session, next) => {
      if (behaviour === 'drop body') return void stream.once('readable', () => hangUp(server));
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', async () => {
        if (behaviour === 'refuse message') return next(no(554, '5.6.0 not such a message'));
        if (behaviour === 'delay message') return next(no(452, '4.3.1 disk full'));
        const raw = Buffer.concat(chunks);
        taken.push({
          from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          raw,
          mail: await simpleParser(raw),
        });
        if (behaviour === 'mute') return;
        if (behaviour === 'drop answer') return hangUp(server);
        next();
      });
    },
    ...options,
  });
  server.on('error', () => undefined); // Clients hang up in some tests.
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const stop = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  afterwards(() => (server.server.listening ? stop() : undefined));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    taken,
    behave: (how) => {
      behaviour = how;
    },
    takenBy: (address) => taken.filter(({ recipients }) => recipients.includes(address)),
    stop,
  };
}

function no(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

function hangUp(server: SMTPServer): void {
  for (const connection of server.connections as Set<{ _socket: { destroy: () => void } }>)
    connection._socket.destroy();
}
