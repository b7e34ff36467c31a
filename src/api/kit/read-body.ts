import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';

/** `application/json`, `text/json`, `application/*+json`, also with the asterisk; everything else is 415 by itself. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  for (const type of ['application/json', 'text/json', /^application\/[\w.!#$&^*-]+\+json(;|$)/]) {
    app.addContentTypeParser<Buffer>(type, { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, parseJson(bytes)),
    );
  }
}

/** `application/x-www-form-urlencoded`, besides what is read already. */
export function readFormBodies(app: FastifyInstance): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, new URLSearchParams(withoutMark(text))),
  );
}

/**
 * Returns null for what is not JSON in UTF-8; the operation refuses it as it does every body that is not an object.
 * Other bytes must not become replacement characters in a name.
 */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) return null;
  try {
    return JSON.parse(withoutMark(bytes.toString()));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Removes the byte order mark that some programs write before a text. */
function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}
