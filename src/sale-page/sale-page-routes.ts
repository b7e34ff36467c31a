import { documentOf } from '@northbind/shop/server/document-cache.ts';
import { type Form, part } from '@northbind/shop/server/read-form.ts';
import { documentNameOf, routesOf } from '@northbind/shop/server/routes.ts';
import { isShown } from '@northbind/shop/server/sale.ts';
import { type IndicatePrice, Shop, type ShopTerms } from '@northbind/shop/server/shop.ts';
import { answerOf, refusedBy, ShopError } from '@northbind/shop/server/shop-error.ts';
import { readWebFiles, type WebFile } from '@northbind/shop/server/web-files.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wireRefusals } from '../api/kit/answer.ts';
import type { RateLimiter } from '../api/kit/rate-limit.ts';
import { wireTerms } from '../api/kit/wire-terms.ts';
import { logoAddress, type ShownBrand, withOwnBrand } from '../domain/brand/brand.ts';
import type { PlainDate } from '../domain/calendar.ts';
import { callerAddress } from '../domain/call/address-key.ts';
import { lastDayToRescind } from '../domain/cancellation/rescission.ts';
import { escaped } from '../domain/html-text.ts';
import { isLanguage, type Language } from '../domain/language.ts';
import { toDollars } from '../domain/money.ts';
import { todayOf } from '../domain/partner/seller.ts';
import { Unavailable } from '../domain/unavailable.ts';
import type { Parts } from '../flows/parts.ts';
import { indicatePrice, type QuoteParts } from '../flows/quote/quote.ts';
import type { BuyParts } from '../flows/sale-link/complete-purchases.ts';
import { type OpenLinkParts, openSaleLink, taxNamesOf, type UsableLink } from '../flows/sale-link/open-link.ts';
import { saleAddress } from '../flows/sale-link/sale-links.ts';
import { markOpened } from '../store/sale-link/sale-link.ts';
import { type GoneKind, gonePage } from './gone-page.ts';
import { LinkPurchases } from './link-purchases.ts';
import { LinkSales } from './link-sales.ts';
import { openPageClient, type PageClientParts } from './page-client.ts';
import { settleSale } from './settle-sale.ts';

const qrWidth = 320;

export interface SalePageParts
  extends OpenLinkParts,
    BuyParts,
    QuoteParts,
    Omit<PageClientParts, 'app'>,
    Parts<'publicUrl' | 'refreshOldReference'> {
  readonly limiter: RateLimiter;
  readonly issuer: ShownBrand;
}

/**
 * `/sale/<secret>`: the page of a sale link. It is the shop (`shop/`), run by the service: its steps and
 * its page are the same, only where a sale is kept and how the API is called differ. The secret is in no log line and
 * no referrer. Opening the page changes nothing, because mail programs open links to look at them: it counts as opened
 * once its script asks for the sale.
 */
export function addSalePage(app: FastifyInstance, parts: SalePageParts): void {
  const files = readWebFiles();
  const page = new SalePage(app, parts, files);
  // After the requests: a purchase that this instance has accepted is not left half done, if the time suffices.
  app.addHook('onClose', () => page.settled());
  const config = { access: 'none', operation: 'buyByLink' } as const;
  app.get<{ Params: { name: string } }>('/sale/assets/:name', { config }, (request, reply) => {
    const file = files.get(`/assets/${request.params.name}`);
    if (file === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(file.type)
      .send(Buffer.from(file.bytes));
  });
  app.register(async (scoped) => {
    scoped.addHook('onRequest', async (request, reply) => {
      reply.headers(pageHeaders);
      await parts.refreshOldReference();
      const { limiter } = parts;
      const allowance = await limiter.consume(`sale page ${callerAddress(request)}`, callsPerMinute);
      if (allowance.isAllowed) return;
      reply.header('retry-after', String(allowance.resetSeconds));
      return isApi(request) ? sendErrors(reply, new ShopError(429, 'TryAgain')) : page.sendGone(reply, request, 'busy');
    });
    scoped.setErrorHandler((error, request, reply) => {
      if (isApi(request) && !isOfRequest(error as FastifyError)) return page.refuse(reply, request, error);
      if (!(error instanceof Unavailable)) throw error;
      return page.sendGone(reply, request, 'away');
    });
    scoped.get<Named>('/sale/:secret', { config }, (request, reply) => page.show(request, reply));
    scoped.get<Named>('/sale/:secret/qr.svg', { config }, (request, reply) => page.showQr(request, reply));
    scoped.get<Named>('/sale/:secret/documents/:name', { config }, (request, reply) => page.document(request, reply));
    scoped.get<Named>('/sale/:secret/api/*', { config }, (request, reply) => page.answer(request, reply));
    scoped.post<Named>('/sale/:secret/api/*', { config }, (request, reply) => page.answer(request, reply));
  });
}

interface Named {
  readonly Params: { readonly secret: string; readonly name?: string; readonly '*'?: string };
}

/** While a policy is made the page asks about once a second; an office behind one address has a few visitors. */
const callsPerMinute = 300;

interface OpenedPage {
  readonly found: UsableLink;
  readonly northbind: ReturnType<typeof openPageClient>;
  readonly shop: Shop;
}

type LinkShown = Pick<UsableLink['link'], 'brand' | 'language' | 'sellerId'>;

class SalePage {
  readonly #app: FastifyInstance;
  readonly #parts: SalePageParts;
  readonly #html: string;
  readonly #store: LinkSales;
  readonly #purchases: LinkPurchases;

  constructor(app: FastifyInstance, parts: SalePageParts, files: ReadonlyMap<string, WebFile>) {
    this.#app = app;
    this.#parts = parts;
    this.#html = Buffer.from(files.get('/')!.bytes).toString('utf8');
    this.#store = new LinkSales(parts.database);
    this.#purchases = new LinkPurchases(parts);
  }

  settled(): Promise<void> {
    return this.#purchases.settled();
  }

  async show(request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
    const found = await this.#find(request);
    if (found.kind !== 'usable') return this.sendGone(reply, request, found.kind, 'link' in found ? found.link : null);
    const brand = withOwnBrand(this.#parts.issuer, found.link.brand);
    const language = this.#languageOf(found.link);
    const html = this.#html
      .replace(
        '<html lang="en">',
        language === null ? '<html lang="en">' : `<html lang="${language}" data-opens-in="${language}">`,
      )
      .replace(
        /<link rel="icon"[^>]*>/,
        '<link rel="icon" href="data:,">\n    <meta name="robots" content="noindex, nofollow">',
      )
      // A function replaces it: in a text `$&` would be a pattern.
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(brand.name)}</title>`);
    return reply.header('content-security-policy', this.#policy()).type('text/html; charset=utf-8').send(html);
  }

  async showQr(request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
    const found = await this.#find(request);
    if (found.kind !== 'usable') return this.sendGone(reply, request, found.kind, 'link' in found ? found.link : null);
    const address = saleAddress(this.#parts.publicUrl, request.params.secret);
    // To be shown in a showroom or printed; dark on light in any theme, as scanners need it.
    const { toString: drawQr } = await import('qrcode');
    const drawn = await drawQr(address, { type: 'svg', errorCorrectionLevel: 'M', width: qrWidth });
    return reply.type('image/svg+xml; charset=utf-8').send(drawn);
  }

  async document(request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
    const opened = await this.#open(request);
    const name = documentNameOf(`/documents/${request.params.name}`);
    const known = name === null ? null : documentOf(await this.#sale(opened), name);
    if (known === null) throw new ShopError(404, 'NotFound');
    const bytes = await (await opened.northbind.documents.fetch(known.downloadId)).toBytes();
    const how = 'download' in (request.query as object) ? 'attachment' : 'inline';
    return (
      reply
        .header('content-disposition', `${how}; filename="${known.filename}"`)
        // The browser's PDF viewer is a page with its own scripts and styles.
        .header('content-security-policy', "frame-ancestors 'none'")
        .type('application/pdf')
        .send(Buffer.from(bytes))
    );
  }

  /** A call of the page: one of the shop's own routes. */
  async answer(request: FastifyRequest<Named>, reply: FastifyReply): Promise<FastifyReply> {
    const opened = await this.#open(request);
    const { id, openedAt } = opened.found.link;
    if (openedAt === null) await markOpened(this.#parts.database, { id, now: this.#parts.clock() });
    const route = routesOf(opened.shop, opened.northbind)[`${request.method} /api/${request.params['*']}`];
    if (route === undefined) throw new ShopError(404, 'NotFound');
    const form = readBody(request);
    const sale = await this.#sale(opened);
    if (request.method === 'POST' && !isShown(sale, part(form.shown))) throw new ShopError(409, 'ChangedElsewhere');
    const query = new URLSearchParams(request.query as Record<string, string>);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(await route({ sale, form, query })));
  }

  refuse(reply: FastifyReply, request: FastifyRequest, error: unknown): FastifyReply {
    const answered = error instanceof Unavailable ? new ShopError(503, 'TryAgain') : answerOf(error);
    if (answered.status >= 500)
      this.#parts.log.warn('sale page failed', {
        requestId: request.id,
        error: error instanceof Error ? error.stack : '',
      });
    return sendErrors(reply, answered);
  }

  sendGone(reply: FastifyReply, request: FastifyRequest, kind: GoneKind, link: LinkShown | null = null): FastifyReply {
    const { lang } = request.query as { lang?: unknown };
    const ofBrowser = /^fr\b/i.test(request.headers['accept-language'] ?? '') ? 'fr' : 'en';
    const language = isLanguage(lang) ? lang : ((link && this.#languageOf(link)) ?? ofBrowser);
    const { status, html, styleHash } = gonePage(kind, withOwnBrand(this.#parts.issuer, link?.brand ?? null), language);
    const policy = `default-src 'none'; style-src 'self' '${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    return reply.code(status).header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
  }

  /** The language that a link opens in; null: the browser's. */
  #languageOf({ language, sellerId }: LinkShown): Language | null {
    const seller = this.#parts.reference().sellers.byId.get(sellerId);
    // The law of Quebec wants French first; the customer may choose English.
    return language ?? (seller?.province === 'QC' ? 'fr' : null);
  }

  #find(request: FastifyRequest<Named>) {
    return openSaleLink(this.#parts, request.params.secret, this.#parts.clock());
  }

  /** Opens the page for one of its calls. */
  async #open(request: FastifyRequest<Named>): Promise<OpenedPage> {
    const found = await this.#find(request);
    if (found.kind !== 'usable') throw new ShopError(found.kind === 'unknown' ? 404 : 410, 'LinkOver');
    const northbind = openPageClient({ ...this.#parts, app: this.#app }, found.seller, request.ip);
    const purchases = this.#purchases.of(northbind, found.today);
    const indicate = indicateFor(this.#parts, found);
    const shop = new Shop({ terms: this.#terms(found), northbind, store: this.#store, purchases, indicate });
    return { found, northbind, shop };
  }

  async #sale({ found, northbind }: OpenedPage) {
    const sale = await this.#store.current(found.link.id);
    return settleSale({ northbind, store: this.#store }, found, sale);
  }

  #terms({ link, seller, today, paymentMethods }: UsableLink): ShopTerms {
    const { isProduction, clock, issuer, reference } = this.#parts;
    const brand = withOwnBrand(issuer, link.brand);
    const { name, phoneNumber, emailAddress, website, logo, colours, languages } = brand;
    return {
      isSandbox: !isProduction,
      validUntil: link.validUntil,
      brand: {
        name,
        phoneNumber,
        emailAddress,
        website,
        colours,
        languages,
        tagline: brand.mark ?? null,
        logo: logo && logoAddress(logo),
      },
      payee: { name: seller.name, how: null },
      downPayment: toDollars(link.downPaymentCents),
      taxes: taxNamesOf(this.#parts, seller, today),
      mayStartOver: false,
      writesInAnyCase: true,
      clock,
      today: () => todayOf(seller, clock()),
      rescindableUntil: ({ boughtOn, products, acknowledged }) =>
        lastDayToRescind(
          {
            boundOn: boughtOn,
            seller,
            products: products.map((productType) => ({ productType })),
            acknowledgements: acknowledged.map((kind) => ({ kind })),
          },
          reference().rescissionRules,
        ),
      paymentMethods,
      // No person produced the sale; a customer knows no code.
      producerCode: seller.requiresProducerCode ? 'SALE-LINK' : null,
      partnerReference: link.partnerReference,
    };
  }

  /** Our own files, and the processor's script and form. A style is set by our script alone, so none is inline. */
  #policy(): string {
    const { checkoutJsUrl } = this.#parts.cards;
    const processor = checkoutJsUrl === '' ? '' : ` ${new URL(checkoutJsUrl).origin}`;
    return [
      "default-src 'none'",
      `script-src 'self'${processor}`,
      `frame-src${processor === '' ? " 'none'" : processor}`,
      "style-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }
}

/** Prices by the same functions as the quote, without a call of the API, which has none that knows no person. */
function indicateFor(parts: QuoteParts, { seller, today }: UsableLink): IndicatePrice {
  return async (request, language) => {
    const form = { ...request, effectiveDate: request.effectiveDate as PlainDate };
    const indicated = indicatePrice(parts, { seller, today, form });
    switch (indicated.kind) {
      case 'indicated':
        return {
          replacementOptions: wireTerms(indicated.options.replacement, language),
          limitedIndemnityOptions: wireTerms(indicated.options.limitedIndemnity, language),
        };
      case 'refused':
        throw refusedBy(wireRefusals(indicated.refusals, language));
      case 'no-tariff':
        throw new ShopError(422, 'NoResult'); // As the quote answers.
    }
  };
}

/** The route counts: in the address itself letters may be large, or written by their numbers. */
function isApi({ routeOptions }: FastifyRequest): boolean {
  return /^\/sale\/:secret\/(api|documents)\//.test(routeOptions.url ?? '');
}

/** A body that is too large, of another kind or broken off is answered as everywhere else. */
function isOfRequest({ statusCode = 500, code }: FastifyError): boolean {
  return statusCode < 500 || code === 'ECONNRESET';
}

/** JSON only, and from our own page: another site can't send it without being asked first, which we do not answer. */
function readBody({ method, body, headers }: FastifyRequest): Form {
  if (method !== 'POST') return {};
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') throw new ShopError(403, 'OtherSite');
  if (typeof body !== 'object' || body === null) throw new ShopError(400, 'BodyInvalid');
  return part(body);
}

function sendErrors(reply: FastifyReply, { status, errors }: Pick<ShopError, 'status' | 'errors'>): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ errors }));
}

const pageHeaders = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cross-origin-opener-policy': 'same-origin',
} as const;
