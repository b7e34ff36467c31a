import { randomUUID } from 'node:crypto';
import type { PlainDate } from '../../domain/calendar.ts';
import type { EventType } from '../../domain/event/policy-event.ts';
import type { PolicyView } from '../../domain/policy/policy-view.ts';
import type { Tx } from '../../store/database.ts';
import { idMark, insertEvent, momentMark, type NewEvent } from '../../store/event/event.ts';
import { readPolicy } from '../../store/policy/policy-view.ts';
import { wireEventData } from '../policy/wire-policy.ts';

export interface Told {
  readonly type: EventType;
  readonly policyNumber: string;
  readonly sellerId: string;
  /** The seller's. */
  readonly today: PlainDate;
  /** What the policy itself does not tell. */
  readonly facts?: object;
}

/** Tells partners, in the transaction of the fact and after it was written: the policy is told as it stands there. */
export async function tell(tx: Tx, { type, policyNumber, sellerId, today, facts = {} }: Told): Promise<void> {
  const view = await readPolicy(tx, sellerId, policyNumber, today);
  if (view === null) throw new Error(`There is no policy ${policyNumber} to tell of.`);
  await insertEvent(tx, writeEvent({ type, sellerId, facts, view }));
}

export interface EventToWrite extends Pick<Told, 'type' | 'sellerId' | 'facts'> {
  readonly view: PolicyView;
  readonly mark?: string;
}

/** Writes an event as partners get it. */
export function writeEvent({ type, sellerId, facts, view, mark = newMark() }: EventToWrite): NewEvent {
  const { policyNumber, applicationId, inputs } = view.policy;
  const { partnerReference } = inputs;
  const data = { ...wireEventData(view), ...facts };
  const createdAt = momentMark(mark);
  const { seller } = view;
  const body = { id: idMark(mark), type, createdAt, seller, policyNumber, applicationId, partnerReference, data };
  return { type, sellerId, applicationId, policyNumber, body, mark };
}

/** Random, so that nothing a customer has typed is taken for it. */
export function newMark(): string {
  return randomUUID();
}
