import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../guide/page-frame.ts';

export interface CardCheckoutParts {
  /** From the card processor's port. */
  readonly checkoutJsUrl: string;
  readonly checkoutGlobal: string;
  readonly environment: string;
  /** The origin of the processor's card form, the only one besides our own that the page may load from. */
  readonly checkoutOrigin: string;
}

/**
 * `GET /card-checkout?ticket=`: the hosted checkout for a ticket, for manual tests and as an example of a partner's
 * page. The server ignores the ticket: the page's script reads it from the URL and removes it there, so that it is in
 * no log, no response and no referrer.
 */
export function cardCheckoutRoutes(app: FastifyInstance, parts: CardCheckoutParts): void {
  const page = readPart('page.html')
    .replaceAll('{{checkoutJsUrl}}', escapeHtml(parts.checkoutJsUrl))
    .replaceAll('{{checkoutGlobal}}', escapeHtml(parts.checkoutGlobal))
    .replaceAll('{{environment}}', escapeHtml(parts.environment));
  const headers = {
    'content-security-policy': policyOf(parts.checkoutOrigin),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const serve = (path: string, type: string, content: string): void => {
    app.get(
      path,
      { config: { access: 'none', operation: 'cardCheckout' } },
      (_request, reply): FastifyReply => reply.headers(headers).type(type).send(content),
    );
  };
  serve('/card-checkout', 'text/html; charset=utf-8', page);
  serve('/card-checkout/page.js', 'text/javascript; charset=utf-8', readPart('page.js'));
  serve('/card-checkout/page.css', 'text/css; charset=utf-8', readPart('page.css'));
}

function policyOf(checkoutOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${checkoutOrigin}`,
    `frame-src ${checkoutOrigin}`,
    "style-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function readPart(name: string): string {
  return readFileSync(new URL(`./${name}`, import.meta.url), 'utf8');
}
