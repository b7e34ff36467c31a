import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MonerisBooks } from './moneris-books.ts';
import { finishedReceipt, gatewayReceipt, notComplete } from './moneris-messages.ts';
import type { StandInCard } from './moneris-orders.ts';

/**
 * A Moneris for tests: a real HTTP server with both APIs (Checkout and gateway) that answers with the messages of the
 * vendor's guide and captured answers, and keeps books. The customer's part is played by `customer…`; `next` breaks
 * what comes next. It reads requests with its own few lines, so that a mistake of the adapter's reader or writer shows.
 */
export async function startMonerisStandIn(): Promise<MonerisStandIn> {
  const books = new MonerisBooks();
  const requests: SeenRequest[] = [];
  const faults: Fault[] = [];
  const late: SeenRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const seen = readRequest(request.url ?? '', body);
      requests.push(seen);
      const index = faults.findIndex((fault) => fault.on === undefined || fault.on === seen.what);
      const [fault] = index < 0 ? [] : faults.splice(index, 1);
      // Lost replies and time-outs happen after the act; a 500 or garbage before it, unless configured otherwise.
      if (fault?.how === 'late') return void late.push(seen);
      const answer = fault?.instead === undefined || fault.alsoActs ? act(books, seen) : '';
      reply(response, seen.what, answer, fault);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    checkoutUrl: `${origin}/chktv2/request/request.php`,
    gatewayUrl: `${origin}/gateway2/servlet/MpgRequest`,
    books,
    requests,
    next: (fault) => void faults.push(fault),
    catchUp: () => {
      for (const seen of late.splice(0)) act(books, seen);
    },
    customerPays: (ticket, card = visa, amount) => books.finish(ticket, card, true, amount),
    customerIsDeclined: (ticket, card = visa) => books.finish(ticket, card, false),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface MonerisStandIn {
  readonly origin: string;
  readonly checkoutUrl: string;
  readonly gatewayUrl: string;
  readonly books: MonerisBooks;
  readonly requests: readonly SeenRequest[];
  readonly next: (fault: Fault) => void;
  /** Does what was taken late. */
  readonly catchUp: () => void;
  readonly customerPays: (ticket: string, card?: StandInCard, amount?: string) => void;
  readonly customerIsDeclined: (ticket: string, card?: StandInCard) => void;
  readonly close: () => Promise<void>;
}

export const visa: StandInCard = { number: '4242424242424242', type: 'V' };

/** What goes wrong with the next request (of the kind `on`, if given). */
export interface Fault {
  /** `preload`, `receipt`, or a gateway transaction; `status:completion` is a status check on one. */
  readonly on?: string;
  /**
   * `lose`: the connection breaks with no answer. `hang`: no answer ever. `late`: no answer either, and it is done only
   * when the stand-in catches up. Anything else is sent in place of the answer.
   */
  readonly how?: 'lose' | 'hang' | 'late';
  readonly instead?: { readonly status?: number; readonly text: string };
  readonly alsoActs?: boolean;
}

export interface SeenRequest {
  readonly what: string;
  readonly isStatusCheck: boolean;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
}

function readRequest(path: string, body: string): SeenRequest {
  if (path.startsWith('/chktv2/')) {
    const fields = JSON.parse(body) as Record<string, string>;
    return { what: fields.action!, isStatusCheck: false, fields, body };
  }
  const type = /<\/api_token>(?:<status_check>\w+<\/status_check>)?<(\w+)>/.exec(body)?.[1] ?? 'unknown';
  const fields: Record<string, string> = {};
  for (const match of body.matchAll(/<(\w+)>([^<>]*)<\/\1>/g)) fields[match[1]!] = plainOf(match[2]!);
  const isStatusCheck = fields.status_check === 'true';
  return { what: isStatusCheck ? `status:${type}` : type, isStatusCheck, fields, body };
}

function plainOf(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function act(books: MonerisBooks, { what, fields }: SeenRequest): string {
  if (what === 'preload') return books.preload(fields);
  if (what === 'receipt') {
    const order = books.finishedOrder(fields.ticket!, fields.checkout_id!);
    return order === null ? notComplete : finishedReceipt(order);
  }
  if (what.startsWith('status:')) return books.checkStatus(what.slice('status:'.length), fields.order_id!);
  return gatewayReceipt(books.transact(what, fields));
}

function reply(response: ServerResponse, what: string, answer: string, fault: Fault | undefined): void {
  if (fault?.how === 'lose') return void response.socket?.destroy();
  if (fault?.how === 'hang') return;
  const isJson = what === 'preload' || what === 'receipt';
  response.writeHead(fault?.instead?.status ?? 200, { 'content-type': isJson ? 'application/json' : 'text/xml' });
  response.end(fault?.instead?.text ?? answer);
}
