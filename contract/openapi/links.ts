import type { TObject } from 'typebox';
import type { Operation } from '../operation.ts';
import type { Json } from './published-schema.ts';

/**
 * What an answer gives that other operations take, by runtime expressions of OpenAPI. An operation that takes one of
 * these is linked from the answers that have it; one that takes none, from the token.
 */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  quote: { applicationId: '$response.body#/applicationId' },
  paymentCard: {
    applicationId: '$request.body#/applicationId',
    paymentId: '$response.body#/paymentId',
    ticket: '$response.body#/ticket',
  },
  bind: { policyNumber: '$response.body#/policyNumber', downloadId: '$response.body#/documentDownloadId' },
  createSaleLink: { 'sale-links': '$response.body#/id' },
  createWebhookEndpoint: { 'webhook-endpoints': '$response.body#/id' },
  webhookDeliveries: { 'webhook-endpoints': '$request.path.id', deliveryId: '$response.body#/deliveries/0/id' },
};

const tokens: readonly string[] = ['oauthToken', 'authenticate'];

/** What the customer chose: the first term of the quote and its first product, or what the card was started for. */
const chosen: Readonly<Record<string, Json>> = {
  quote: {
    coverageCategory: 'Replacement',
    paymentTermInYears: '$response.body#/replacementOptions/0/paymentTermInYears',
    selectedProducts: ['$response.body#/replacementOptions/0/coverage/0/productType'],
  },
  paymentCard: {
    coverageCategory: '$request.body#/coverageCategory',
    paymentTermInYears: '$request.body#/paymentTermInYears',
    selectedProducts: '$request.body#/selectedProducts',
  },
};

const paid: Readonly<Record<string, Json>> = {
  quote: { paymentMethod: 'REF' },
  paymentCard: { paymentMethod: 'CC', cardPayment: { paymentId: '$response.body#/paymentId' } },
};

/** What can be called next with what the answer of an operation has. */
export function linksOf(from: Operation, operations: readonly Operation[]): Json {
  const next = operations.filter(({ id }) => !tokens.includes(id)).filter((to) => isNext(from, to));
  const links = next.map((to) => [to.id, linkTo(from, to)]);
  const page = nextPage(from);
  return Object.fromEntries(page === null ? links : [...links, ['nextPage', page]]);
}

function isNext(from: Operation, to: Operation): boolean {
  const taken = Object.values(takenBy(to));
  if (tokens.includes(from.id)) return taken.length === 0;
  const gives = given[from.id] ?? {};
  if (taken.length === 0 || !taken.every((name) => name in gives)) return false;
  return (from.id === 'paymentCard' && to.id === 'bind') || taken.some((name) => gives[name]!.startsWith('$response'));
}

/** What an operation takes of what others give, by its own name for it: an `id` is that of the part of the path before. */
function takenBy({ path, request: { params, body } }: Operation): Readonly<Record<string, string>> {
  const known = new Set(Object.values(given).flatMap((gives) => Object.keys(gives)));
  const ofPath = Object.keys(params?.properties ?? {}).map((name) => [
    name,
    name === 'id' ? (path.match(/([\w-]+)\/\{id\}/)?.[1] ?? name) : name,
  ]);
  const ofBody = requiredOf(body).map((name) => [name, name]);
  return Object.fromEntries([...ofPath, ...ofBody].filter(([, name]) => known.has(name!)));
}

function requiredOf(body: TObject | undefined): readonly string[] {
  return (body?.required as readonly string[] | undefined) ?? [];
}

function linkTo(from: Operation, to: Operation): Json {
  const gives = given[from.id] ?? {};
  const values = Object.entries(takenBy(to)).map(([own, name]) => [own, gives[name]] as const);
  const inPath = values.filter(([own]) => own in (to.request.params?.properties ?? {}));
  const taken = to.request.body?.properties ?? {};
  const inBody = Object.fromEntries(
    [
      ...values.filter(([own]) => own in taken && !inPath.some(([name]) => name === own)),
      ...Object.entries({ ...chosen[from.id], ...paid[from.id] }),
    ].filter(([name]) => name in taken),
  );
  return {
    operationId: to.publishedId ?? to.id,
    description: `${to.summary}.`,
    ...(inPath.length > 0 && { parameters: Object.fromEntries(inPath) }),
    ...(Object.keys(inBody).length > 0 && { requestBody: inBody }),
  };
}

/** The next page of a list has the same filters, and the cursor of the answer. */
function nextPage({ id, publishedId = id, request: { query } }: Operation): Json | null {
  const names = Object.keys(query?.properties ?? {});
  const [cursor, next] = names.includes('cursor') ? ['cursor', 'nextCursor'] : ['after', 'nextAfter'];
  if (!names.includes(cursor)) return null;
  const parameters = names.map((name) => [
    name,
    name === cursor ? `$response.body#/${next}` : `$request.query.${name}`,
  ]);
  return {
    operationId: publishedId,
    description: 'The next page, unless the answer says that there is none.',
    parameters: Object.fromEntries(parameters),
  };
}
