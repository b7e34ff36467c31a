import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import { requests } from '@northbind/contract/requests.ts';
import { type PartnerRequestParts, pageOfRequests } from '../flows/call/partner-requests.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

const defaultLimit = 25;

export function addRequests(add: AddOperation, parts: PartnerRequestParts): void {
  add(requests, async ({ reach, query }) => {
    const page = await pageOfRequests(parts, reach, {
      requestId: query.requestId ?? null,
      operation: query.operation === undefined ? null : (ownIds.get(query.operation) ?? query.operation),
      statuses: query.status === undefined ? null : statusesOf(query.status),
      from: query.from ?? null,
      to: query.to ?? null,
      limit: query.limit ?? defaultLimit,
      cursor: query.cursor ?? null,
    });
    if (page.kind === 'refused') return refused(page.refusals);
    const shown = page.requests.map(({ operation, codes, ...request }) => ({
      ...request,
      operation: publishedIds.get(operation) ?? operation,
      codes: [...codes],
    }));
    return ok({ ...valid, requests: shown, nextCursor: page.nextCursor });
  });
}

const renamed = (operations as readonly Operation[]).flatMap(({ id, publishedId }) =>
  publishedId === undefined ? [] : [{ id, publishedId }],
);
const publishedIds: ReadonlyMap<string, string> = new Map(renamed.map(({ id, publishedId }) => [id, publishedId]));
const ownIds: ReadonlyMap<string, string> = new Map(renamed.map(({ id, publishedId }) => [publishedId, id]));

/** `422` is itself, `5xx` all from 500 to 599. */
function statusesOf(text: string): readonly [number, number] {
  const isOne = /^\d+$/.test(text);
  const first = Number(isOne ? text : `${text[0]}00`);
  return [first, isOne ? first : first + 99];
}
