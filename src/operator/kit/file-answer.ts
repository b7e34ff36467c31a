import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

export function fileAnswer<Content>(reply: FastifyReply, type: string, filename: string, content: Content): Content {
  reply.headers({ 'content-type': type, 'content-disposition': `attachment; filename="${filename}"` });
  return content;
}

export function csvAnswer(reply: FastifyReply, filename: string, lines: AsyncIterable<string>): Readable {
  return fileAnswer(reply, 'text/csv; charset=utf-8', filename, Readable.from(lines));
}
