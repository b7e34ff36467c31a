import { exampleBody, exampleOf, tokenForm, variables } from './collection/example.ts';
import { scriptAfter, scriptBefore } from './collection/scripts.ts';
import { type OpenApiDocument, type Parameter, type PathOperation, parametersOf } from './openapi/document.ts';

/**
 * Returns a collection for API clients, made from the OpenAPI document: Postman's format 2.1, which Bruno and others
 * import, too. Its first folder, run from top to bottom, is a sale: each answer sets variables for the next request.
 */
export function postmanCollection(document: OpenApiDocument): object {
  const requests = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        requestOf(document, path, method, operation),
      ]),
    ),
  );
  const others = [...requests.keys()].filter((id) => !sale.includes(id) && !hearing.includes(id));
  const folder = (name: string, ids: readonly string[]): object => ({
    name,
    item: ids.map((id) => {
      const request = requests.get(id);
      if (request === undefined) throw new Error(`There is no operation ${id}.`);
      return request;
    }),
  });
  return {
    info: { name: document.info.title, description: `${document.info.summary} ${howTo}`, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: Object.entries(variables).map(([key, value]) => ({ key, value })),
    item: [folder('A sale, from top to bottom', sale), folder('Events and webhooks', hearing), folder('More', others)],
  };
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const howTo =
  'Start with "Get a token by OAuth 2.0". Client and seller are those of the sandbox; set the variables to change them. A run of everything leaves the seller’s sales alone: "Start afresh" and what takes a request back are sent only once the variable mayErase is yes, "Say whether a loan is in default" once isFinanced is, for a policy with PFF, and what people and banks do to a policy’s money once mayMoveMoney is.';

const sale = [
  'oauthToken',
  'readSandboxClock',
  'testVin',
  'vehicleConfigurations',
  'dealers',
  'lienholders',
  'quote',
  'quoteFinancing',
  'paymentCard',
  'paymentCardConfirm',
  'disclosures',
  'bind',
  'getDocument',
  'application',
  'policy',
  'policies',
  'cancellationRequest',
  'latestCancellationRequest',
  'sandboxLedger',
  'sandboxOutbox',
];

const hearing = [
  'sandboxEvents',
  'events',
  'createWebhookEndpoint',
  'webhookEndpoints',
  'webhookEndpoint',
  'changeWebhookEndpoint',
  'rotateWebhookSecret',
  'pingWebhookEndpoint',
  'webhookDeliveries',
  'replayWebhookDelivery',
  'replayWebhookEvents',
  'deleteWebhookEndpoint',
];

function requestOf(document: OpenApiDocument, path: string, method: string, operation: PathOperation): object {
  const { operationId, summary, description, security, requestBody } = operation;
  const query = pairsOf(parametersOf(operation, 'query'));
  const inPath = new Map(parametersOf(operation, 'path').map(({ name, schema }) => [name, schema]));
  const places = path
    .slice(1)
    .replaceAll(/(?<=([\w-]+)s\/)\{id\}/g, (_, thing: string) => `{{${camelCased(thing)}Id}}`)
    .replaceAll(/(?<!\{)\{(\w+)\}/g, (_, name: string) => String(exampleOf(name, inPath.get(name) ?? {})));
  const address = query
    .filter((one) => !('disabled' in one))
    .map(({ key, value }) => `${key}=${value}`)
    .join('&');
  const body = requestBody?.content['application/json']?.schema;
  const isForm = requestBody?.content['application/x-www-form-urlencoded'] !== undefined;
  return {
    name: summary,
    event: [
      ...(scriptBefore(operationId).length === 0
        ? []
        : [{ listen: 'prerequest', script: { type: 'text/javascript', exec: scriptBefore(operationId) } }]),
      {
        listen: 'test',
        script: { type: 'text/javascript', exec: scriptAfter(operationId, Object.keys(operation.responses)[0]!) },
      },
    ],
    request: {
      method: method.toUpperCase(),
      description,
      ...(security.length === 0 && { auth: { type: 'noauth' } }),
      header: [
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
        ...pairsOf(parametersOf(operation, 'header')),
      ],
      url: {
        raw: `{{baseUrl}}/${places}${address === '' ? '' : `?${address}`}`,
        host: ['{{baseUrl}}'],
        path: places.split('/'),
        ...(query.length > 0 && { query }),
      },
      ...(isForm && {
        body: { mode: 'urlencoded', urlencoded: Object.entries(tokenForm).map(([key, value]) => ({ key, value })) },
      }),
      ...(body !== undefined && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(exampleBody(document, body), null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
  };
}

/** What may be left out, such as the header for a fault, is disabled: to be switched on. */
function pairsOf(parameters: readonly Parameter[]) {
  return parameters.map(({ name, required, schema }) => ({
    key: name,
    value: String(exampleOf(name, schema)),
    ...(required !== true && { disabled: true }),
  }));
}

function camelCased(words: string): string {
  return words.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
