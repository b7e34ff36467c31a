import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { styleSheet } from '../../flows/brand/style-sheet.ts';
import type { CardProcessor } from '../../ports/card-processor.ts';
import { escapeHtml } from '../guide/page-frame.ts';

/**
 * `GET /card-checkout?ticket=`: the hosted checkout for a ticket, for manual tests and as an example of a partner's
 * page. The server ignores the ticket: the page's script reads it from the URL and removes it there, so that it is in
 * no log, no response and no referrer.
 */
export function cardCheckoutRoutes(
  app: FastifyInstance,
  cards: Pick<CardProcessor, 'checkoutJsUrl' | 'checkoutGlobal' | 'environment'>,
): void {
  const page = readPart('page.html')
    .replaceAll('{{checkoutJsUrl}}', escapeHtml(cards.checkoutJsUrl))
    .replaceAll('{{checkoutGlobal}}', escapeHtml(cards.checkoutGlobal))
    .replaceAll('{{environment}}', escapeHtml(cards.environment));
  const headers = {
    'content-security-policy': policyOf(new URL(cards.checkoutJsUrl).origin),
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
  serve('/card-checkout/page.css', 'text/css; charset=utf-8', styleSheet(new URL('./page.css', import.meta.url)));
}

/** Besides ours, the page may load from the origin of the processor's card form alone. */
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
