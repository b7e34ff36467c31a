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
 * Compresses pages and files for browsers: a third of their bytes is sent. Answers of the APIs, which are never stored,
 * are sent as they are: they are small, and compressing them costs throughput. For the hook `onSend` of both ports.
 */
export async function compressPage(accepted: string | undefined, answer: SentAnswer, payload: unknown) {
  if (answer.statusCode === 206 || answer.statusCode === 304 || !isPageOrFile(answer)) return payload;
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
  const { whole, stream } = ways[encoding];
  return isStream ? payload.pipe(stream()) : whole(payload as string | Buffer);
}

// The better one first.
const encodings = ['br', 'gzip'] as const;

// Higher ones take several times as long, for a few per cent.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ways = {
  br: {
    whole: (bytes: string | Buffer) => promisify(brotliCompress)(bytes, brotli),
    stream: () => createBrotliCompress(brotli),
  },
  gzip: { whole: (bytes: string | Buffer) => promisify(gzip)(bytes), stream: () => createGzip() },
};

/** Less is sent in one packet anyway. */
const bytesMin = 1_200;

function isLong(payload: unknown): boolean {
  return (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= bytesMin;
}

const ofText = /^(text\/|image\/svg\+xml|application\/(json|javascript|manifest\+json))/;

function isPageOrFile(answer: SentAnswer): boolean {
  const type = String(answer.getHeader('content-type') ?? '');
  if (type.startsWith('text/html')) return true;
  return ofText.test(type) && answer.getHeader('cache-control') !== 'no-store';
}
