import { readFileSync } from 'node:fs';
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { servedAt } from '../domain/call/served-address.ts';
import { scopes } from '../domain/credential/scope.ts';
import { styleSheet } from '../flows/brand/style-sheet.ts';

/**
 * The interactive API reference. All its files come from this service, so it works offline. Its page calls the service
 * that served it; the document that tools load names the service's address.
 */
export async function addSwagger(app: FastifyInstance, document: object, pagesUrl: string | null): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'none', operation: 'swagger' };
    });
    scope.get('/swagger/v1/swagger.json', { config: { isCompressed: true } }, (request, reply) => {
      const url = servedAt(pagesUrl, request);
      const servers = url === null ? {} : { servers: [{ url, description: 'The service that serves this document.' }] };
      return reply.type('application/json').send({ ...document, ...servers });
    });
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/swagger',
      uiConfig: {
        persistAuthorization: true,
        displayRequestDuration: true,
        tryItOutEnabled: true,
        validatorUrl: null,
        // Whether something is an addition.
        showExtensions: true,
        // It is written into the page, where swagger-page.js has the function.
        requestInterceptor: new Function('request', 'return withSeller(request)') as never,
      },
      staticCSP: pagePolicy,
      // The sandbox's own client, which the guide publishes.
      initOAuth: {
        clientId: 'northbind-sandbox-oauth',
        clientSecret: 'sandbox-oauth-secret',
        scopes: [...scopes],
      },
      theme: {
        title: 'Northbind reference',
        js: [{ filename: 'page.js', content: readFileSync(new URL('./swagger-page.js', import.meta.url), 'utf8') }],
        css: [{ filename: 'page.css', content: styleSheet(new URL('./swagger-page.css', import.meta.url)) }],
      },
      logo: { type: 'image/svg+xml', content: wordmark, href: '/swagger', target: '_self' },
    });
    // The page itself is sent as it is: what is written into it below comes after the server has compressed an answer.
    scope.addHook('onRequest', async (request) => {
      if (!/\.(js|css|json)$/.test(request.url)) delete request.raw.headers['accept-encoding'];
    });
    // The library's page has none, so that a phone shows it as a desk's.
    scope.addHook('onSend', async (_request, reply, payload) =>
      typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
        ? payload.replace(
            '<title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n      <title>',
          )
        : payload,
    );
  });
}

// The default policy allows any https host and upgrades requests to https, which breaks a plain http sandbox on another
// machine.
const pagePolicy = [
  "default-src 'self'",
  "base-uri 'self'",
  "img-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');

const wordmark = `<svg xmlns="http://www.w3.org/2000/svg" width="170" height="40" viewBox="0 0 170 40" role="img" aria-label="Northbind">
  <path d="M8 30V10l14 20V10" fill="none" stroke="#7dd3a8" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>
  <text x="34" y="27" fill="#fff" font-family="system-ui, sans-serif" font-size="21" font-weight="600">Northbind</text>
</svg>`;
