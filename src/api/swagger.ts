import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** The interactive reference. Everything it needs comes from this service, so it works without any outside host. */
export async function addSwagger(app: FastifyInstance, document: object): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'none', operation: 'swagger' };
    });
    scope.get('/swagger/v1/swagger.json', (_request, reply) => reply.type('application/json').send(document));
    await scope.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
    await scope.register(fastifySwaggerUi, {
      routePrefix: '/swagger',
      uiConfig: {
        persistAuthorization: true,
        displayRequestDuration: true,
        tryItOutEnabled: true,
        url: '/swagger/v1/swagger.json',
      },
      staticCSP: true,
    });
  });
}
