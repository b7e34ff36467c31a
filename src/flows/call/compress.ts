import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

/** An answer that is about to be sent: of Fastify, as far as it is looked at. */
export interface SentAnswer {
  readonly statusCode: number;
  readonly getHeader: (name: string) => unknown;
  readonly header: (name: string, value: string) => unknown;
  readonly removeHeader: (name: string) => unknown;
}

/**
 * Compresses pages and files for browsers, and the answers of partners' operations that have no secret, of which a
 * tenth of the bytes is sent: a quote has 40 kB. Answers of the operator's API are sent as they are. It serves as the
 * hook `onSend` of both ports.
 */
export async function compress(
  accepted: string | undefined,
  answer: SentAnswer,
  payload: unknown,
  { isAnswer = false }: { readonly isAnswer?: boolean } = {},
) {
  if (answer.statusCode === 206 || answer.statusCode === 304) return payload;
  if (!(isAnswer ? isText(answer) : isPageOrFile(answer))) return payload;
  // A file that the build has compressed.
  if (answer.getHeader('content-encoding') !== undefined) return payload;
  const known = [answer.getHeader('vary'), 'accept-encoding'].filter(Boolean);
  answer.header('vary', [...new Set(known)].join(', '));
  const encoding = encodings.find((one) =>
    new RegExp(`\\b${one}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted ?? ''),
  );
  const isStream = payload instanceof Readable;
  if (encoding === undefined || !(isStream || isLong(payload))) return payload;
  answer.header('content-encoding', encoding);
  answer.removeHeader('content-length');
  const { whole, stream } = ways[encoding](isAnswer ? levels.answer : levels.page);
  return isStream ? payload.pipe(stream()) : whole(payload as string | Buffer);
}

// Brotli makes less of the same text, so it is taken where a caller takes both.
const encodings = ['br', 'gzip'] as const;

// Higher ones take several times as long, for a few per cent. An answer is made for one caller, who waits for it.
const levels = { page: { brotli: 5, gzip: 6 }, answer: { brotli: 1, gzip: 1 } } as const;

interface Levels {
  readonly brotli: number;
  readonly gzip: number;
}

const ways = {
  br: ({ brotli }: Levels) => {
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: brotli } };
    return {
      whole: (bytes: string | Buffer) => promisify(brotliCompress)(bytes, options),
      stream: () => createBrotliCompress(options),
    };
  },
  gzip: ({ gzip: level }: Levels) => ({
    whole: (bytes: string | Buffer) => promisify(gzip)(bytes, { level }),
    stream: () => createGzip({ level }),
  }),
};

/** Less is sent in one packet anyway. */
const bytesMin = 1_024;

function isLong(payload: unknown): boolean {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= bytesMin;
}

const ofText = /^(text\/|image\/svg\+xml|application\/(json|javascript|manifest\+json))/;

function isPageOrFile(answer: SentAnswer): boolean {
  return typeOf(answer).startsWith('text/html') || (isText(answer) && answer.getHeader('cache-control') !== 'no-store');
}

function isText(answer: SentAnswer): boolean {
  return ofText.test(typeOf(answer));
}

function typeOf(answer: SentAnswer): string {
  return String(answer.getHeader('content-type') ?? '');
}
