import type { PlainDate } from '../../domain/calendar.ts';
import type { EventType } from '../../domain/event/policy-event.ts';
import type { EventId } from '../../domain/ids.ts';
import type { PolicyView } from '../../domain/policy/policy-view.ts';
import type { Tx } from '../../store/database.ts';
import { insertEvent, type NewEvent } from '../../store/event/event.ts';
import { readPolicy } from '../../store/policy/policy-view.ts';
import { newId } from '../new-id.ts';
import { wireEventData } from '../policy/wire-policy.ts';

export interface EventFacts {
  readonly type: EventType;
  readonly policyNumber: string;
  readonly sellerId: string;
  /** Today is the seller's. */
  readonly today: PlainDate;
  /** What the policy itself does not tell. */
  readonly facts?: object;
}

/** Tells partners, in the transaction of the fact and after it was written: the policy is told as it stands there. */
export async function recordEvent(
  tx: Tx,
  { type, policyNumber, sellerId, today, facts = {} }: EventFacts,
): Promise<void> {
  const view = await readPolicy(tx, sellerId, policyNumber, today);
  if (view === null) throw new Error(`There is no policy ${policyNumber} to tell of.`);
  await insertEvent(tx, writeEvent({ type, sellerId, facts, view }));
}

export interface EventToWrite extends Pick<EventFacts, 'type' | 'sellerId' | 'facts'> {
  readonly view: PolicyView;
}

/** Writes an event as partners get it: of the moment at which the policy stands so. */
export function writeEvent({ type, sellerId, facts, view }: EventToWrite): NewEvent {
  const id = newId<EventId>();
  const { policyNumber, applicationId, inputs } = view.policy;
  const { partnerReference } = inputs;
  const { seller, asOf: createdAt } = view;
  const data = { ...wireEventData(view), ...facts };
  const body = { id, type, createdAt, seller, policyNumber, applicationId, partnerReference, data };
  return { id, type, sellerId, applicationId, policyNumber, createdAt, body };
}
