import { events as operation } from '@northbind/contract/events.ts';
import type { AnswerOf } from '@northbind/contract/operation.ts';
import { type EventType, eventTypes } from '../domain/event/policy-event.ts';
import { followEvents } from '../flows/event/follow-events.ts';
import type { PublishEventsParts } from '../flows/event/publish-events.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

type Events = AnswerOf<typeof operation>['events'];

const defaultLimit = 25;

export function addEvents(add: AddOperation, parts: PublishEventsParts): void {
  add(operation, async ({ reach, query: { after = null, types, limit = defaultLimit } }) => {
    const wanted = types === undefined ? null : readEventTypes(types);
    if (wanted === undefined) return refused([{ code: 'TypesInvalid', field: 'types' }]);
    const found = await followEvents(parts, reach, { after, types: wanted, limit });
    if ('code' in found) return refused([found]);
    const events = found as Events; // Written as the contract says when they were published.
    return ok({ ...valid, events, nextAfter: events.at(-1)?.id ?? after });
  });
}

/** Returns undefined if one of them is no type. */
function readEventTypes(text: string): readonly EventType[] | undefined {
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const types = eventTypes.filter((type) => names.includes(type));
  return names.every((name) => types.includes(name as EventType)) ? types : undefined;
}
