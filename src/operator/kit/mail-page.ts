import type { FastifyReply } from 'fastify';

/**
 * Answers with what a mail says, as a page for a frame of the console. The page may show its own styles and pictures,
 * and nothing else: no script runs in it, no form is sent, nothing is loaded.
 */
export function mailPage(reply: FastifyReply, part: 'html' | 'text', content: string): Buffer {
  reply.header('content-security-policy', policy).type(`text/${part === 'html' ? 'html' : 'plain'}; charset=utf-8`);
  return Buffer.from(content);
}

const policy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ');
