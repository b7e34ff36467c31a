import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ShownBrand, withOwnBrand } from '../../domain/brand/brand.ts';
import type { Clock } from '../../domain/calendar.ts';
import { callerAddress } from '../../domain/call/address-key.ts';
import type { Language } from '../../domain/language.ts';
import { isLanguage } from '../../domain/language.ts';
import { Unavailable } from '../../domain/unavailable.ts';
import { styleSheet } from '../../flows/brand/style-sheet.ts';
import type { DocumentParts } from '../../flows/document/fetch-document.ts';
import type { Parts } from '../../flows/parts.ts';
import {
  confirmLinkCheckout,
  type PayByLinkParts,
  startLinkCheckout,
  viewLink,
} from '../../flows/unpaid/pay-by-link.ts';
import { type PayAnswer, payPage } from '../../flows/unpaid/pay-page.ts';
import { receiptOfLink } from '../../flows/unpaid/receipt-of-link.ts';
import { countDecline, type DeclineParts, exhaustedDeclines } from '../kit/declines.ts';
import { readFormBodies } from '../kit/read-body.ts';

export interface PayParts extends PayByLinkParts, DeclineParts, DocumentParts, Parts<'refreshOldReference'> {
  readonly clock: Clock;
  /** What the customer sees, unless the seller's integration has a brand of its own. */
  readonly issuer: ShownBrand;
}

/**
 * `/pay/<secret>`: the page of a payment link, for the customer. A GET changes nothing, because mail programs open
 * links to look at them. The secret is in no log line and no referrer, and the page loads nothing but our own files and
 * the processor's form. It works without JavaScript up to the card form, which is the processor's.
 */
export function addPay(app: FastifyInstance, parts: PayParts): void {
  const config = { access: 'none', operation: 'payByLink' } as const;
  for (const [name, type] of assets) {
    const file = new URL(name, import.meta.url);
    const content = type === 'text/css' ? styleSheet(file) : readFileSync(file, 'utf8');
    app.get(`/pay/assets/${name}`, { config }, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(content));
  }
  app.register(async (scoped) => {
    readFormBodies(scoped);
    scoped.addHook('onRequest', async (request, reply) => {
      reply.headers(pageHeaders);
      await parts.refreshOldReference();
      const { isAllowed, resetSeconds } = await parts.limiter.consume(`pay ${callerAddress(request)}`, callsPerMinute);
      if (!isAllowed)
        return sendPage(reply.header('retry-after', String(resetSeconds)), request, parts, { kind: 'busy' });
    });
    scoped.setErrorHandler((error, request, reply) => {
      if (!(error instanceof Unavailable)) throw error;
      return sendPage(reply, request, parts, { kind: 'unreachable' });
    });
    scoped.get<Named>('/pay/:secret', { config }, async (request, reply) => {
      const view = await viewLink(parts, asked(parts, request, languageIn(request.query)));
      return sendPage(reply, request, parts, view === null ? { kind: 'unknown' } : { kind: 'closed', view });
    });
    scoped.post<Named>('/pay/:secret/checkout', { config }, async (request, reply) => {
      if (exhaustedDeclines(parts, request) !== null) return sendPage(reply, request, parts, { kind: 'busy' });
      const link = asked(parts, request, languageIn(request.body));
      const checkout = await startLinkCheckout(parts, link, contextOf(request));
      return sendPage(reply, request, parts, checkout ?? { kind: 'unknown' });
    });
    scoped.get<Named>('/pay/:secret/receipt', { config }, async (request, reply) => {
      const { secret } = request.params;
      const receipt = await receiptOfLink(parts, { secret, now: parts.clock() }, request.id);
      if (receipt === null) return sendPage(reply, request, parts, { kind: 'unknown' });
      return reply
        .header('content-disposition', `inline; filename="${receipt.filename}"`)
        .header('content-security-policy', "frame-ancestors 'none'")
        .type('application/pdf')
        .send(receipt.bytes);
    });
    scoped.post<Named>('/pay/:secret/confirm', { config }, (request, reply) => confirm(parts, request, reply));
  });
}

interface Named {
  readonly Params: { readonly secret: string };
}

const assets = [
  ['pay.css', 'text/css'],
  ['pay.js', 'text/javascript'],
] as const;

/** A person opens a few pages a minute; a household or an office behind one address some dozens. */
const callsPerMinute = 120;

/** Redirects to the page itself, so that a reload sends nothing again. */
async function confirm(parts: PayParts, request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
  const { secret } = request.params;
  const ticket = formValue(request.body, 'ticket');
  const result = await confirmLinkCheckout(parts, { secret, ticket, now: parts.clock() }, contextOf(request));
  if (result === 'declined') await countDecline(parts, request);
  const language = languageIn(request.body);
  if (result === 'declined' && exhaustedDeclines(parts, request) === null) {
    // The form stays open for another card; a reload of this answer finds the declined payment, and does nothing.
    const again = await startLinkCheckout(parts, asked(parts, request, language), contextOf(request));
    if (again?.kind === 'opened') return sendPage(reply, request, parts, again);
  }
  if (result === 'unreachable') {
    const view = await viewLink(parts, asked(parts, request, language));
    return sendPage(reply, request, parts, view === null ? { kind: 'unknown' } : { kind: 'unread', view, ticket });
  }
  return reply.redirect(`../${encodeURIComponent(secret)}${language === null ? '' : `?lang=${language}`}`, 303);
}

function asked({ clock }: PayParts, request: FastifyRequest<Named>, language: Language | null) {
  return { secret: request.params.secret, language, now: clock() };
}

function contextOf({ id }: FastifyRequest) {
  return { requestId: id, fault: null };
}

function sendPage(reply: FastifyReply, request: FastifyRequest, parts: PayParts, answer: PayAnswer): FastifyReply {
  const { checkoutJsUrl, checkoutGlobal, environment } = parts.cards;
  const page = payPage(answer, {
    texts: parts.reference().customerTexts?.texts ?? null,
    brand: withOwnBrand(parts.issuer, 'view' in answer ? answer.view.brand : null),
    checkout: { checkoutJsUrl, checkoutGlobal, environment },
    secret: (request.params as Named['Params']).secret,
    // Pages of a POST are one step deeper.
    root: request.method === 'GET' ? '' : '../',
    language: languageIn(request.query) ?? languageIn(request.body),
  });
  return reply
    .code(page.status)
    .header('content-security-policy', policyOf(checkoutJsUrl, page.styleHash))
    .type('text/html; charset=utf-8')
    .send(page.html);
}

function languageIn(given: unknown): Language | null {
  const value = given instanceof URLSearchParams ? given.get('lang') : (given as { lang?: unknown } | null)?.lang;
  return isLanguage(value) ? value : null;
}

function formValue(body: unknown, name: string): string {
  return body instanceof URLSearchParams ? (body.get(name) ?? '') : '';
}

/** The page may load our own files and the processor's script and form, and may be in no frame. */
function policyOf(checkoutJsUrl: string, styleHash: string): string {
  const processor = checkoutJsUrl === '' ? '' : ` ${new URL(checkoutJsUrl).origin}`;
  return [
    "default-src 'none'",
    `script-src 'self'${processor}`,
    `frame-src${processor === '' ? " 'none'" : processor}`,
    `style-src 'self' '${styleHash}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
} as const;
