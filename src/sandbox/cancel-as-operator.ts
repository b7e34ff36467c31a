import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import type { sandboxCancellations } from '@northbind/contract/sandbox-money.ts';
import { kindOfRequest } from '../domain/cancellation/cancellation-request.ts';
import type { ApplicationId } from '../domain/ids.ts';
import type { Actor } from '../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal } from '../domain/operator/operator-refusal.ts';
import { type Seller, todayOf } from '../domain/partner/seller.ts';
import { refusal } from '../domain/refusal.ts';
import { type CancelParts, cancelPolicy, previewCancellation } from '../flows/cancellation/cancel-policy.ts';
import type { AskedFor } from '../flows/cancellation/draft-cancellation.ts';
import { lookUpPolicy } from '../flows/policy/look-up-policies.ts';
import type { SendRefundParts } from '../flows/refund/send-refund.ts';
import { finishReversals } from './finish-reversals.ts';
import { keepRefundFault, type SandboxFaultParts } from './kept-faults.ts';

export type CancelInSandboxParts = SendRefundParts & SandboxFaultParts & Omit<CancelParts, 'now'>;

export interface Asked extends BodyOf<typeof sandboxCancellations> {
  /** The refund or the loan's cancellation that follows meets it, once. */
  readonly fault: SandboxFault | null;
  readonly requestId: string;
  readonly now: Date;
}

/** Cancels a seller's policy as its operator or insurer would. */
export async function cancelInSandbox(parts: CancelInSandboxParts, seller: Seller, asked: Asked) {
  const { now, reason, usedDays = 'WriteOff', fault, requestId } = asked;
  const found = await lookUpPolicy(parts, { kind: 'seller', seller }, now, asked.policyNumber);
  if (found === null) return { kind: 'refused', refusals: [refusal('PolicyNotFound', 'policyNumber')] } as const;
  const { policy } = found.view;
  const { policyNumber, applicationId } = policy;
  const today = todayOf(seller, now);
  const effectiveDate = asked.effectiveDate ?? today;
  const isByInsurer = reason === 'NonPayment';
  const ground = isByInsurer ? 'Other' : reason;
  const order: AskedFor = {
    kind: kindOfRequest(policy, { ground, effectiveDate, countsFrom: today }),
    cancelledOn: effectiveDate,
    requestedBy: isByInsurer ? 'insurer' : 'customer',
    ground: reason,
    usedDays: usedDays === 'WriteOff' ? 'write-off' : 'owe',
  };
  const sold = { applicationId, policyNumber, seller };
  const refused = await cancelWithFault(parts, sold, { order, fault, requestId, now });
  if (refused !== null) return { kind: 'refused-as-operator', refusal: inOwnWords(refused) } as const;
  const value: AnswerOf<typeof sandboxCancellations> = { isValid: true, errors: [] };
  return { kind: 'ok', value } as const;
}

/** The operator's request has other names than the sandbox's. */
function inOwnWords(refused: OperatorRefusal): OperatorRefusal {
  const own = ownNames.get(refused.field ?? '');
  return own === undefined ? refused : { ...refused, field: own };
}

const ownNames: ReadonlyMap<string, keyof BodyOf<typeof sandboxCancellations>> = new Map([
  ['cancelledOn', 'effectiveDate'],
  ['ground', 'reason'],
] as const);

interface Sold {
  readonly applicationId: ApplicationId;
  readonly policyNumber: string;
  readonly seller: Seller;
}

interface CancelledWith extends Pick<Asked, 'fault' | 'requestId' | 'now'> {
  readonly order: AskedFor & { readonly requestId?: string };
}

/**
 * Cancels, and gives back what falls due at once, with the fault that its refund or its loan is to meet. Returns null
 * once it is cancelled.
 */
export async function cancelWithFault(
  parts: CancelInSandboxParts,
  { seller, ...sold }: Sold,
  { order, fault, requestId, now }: CancelledWith,
): Promise<OperatorRefusal | null> {
  await keepRefundFault(parts, sold, fault, requestId);
  const refused = await cancelAsShown({ ...parts, now }, sold.policyNumber, order);
  if (refused === null) await finishReversals(parts, seller.id);
  else await keepRefundFault(parts, sold, null, requestId);
  return refused;
}

/** Looks at what it comes to, and cancels with that. Returns null once it is cancelled. */
async function cancelAsShown(
  parts: CancelParts,
  policyNumber: string,
  order: AskedFor & { readonly requestId?: string },
): Promise<OperatorRefusal | null> {
  for (;;) {
    const drafted = await previewCancellation(parts, policyNumber, order);
    if (isOperatorRefusal(drafted)) return drafted;
    const { refundCents, plan } = drafted.cancellation;
    const shown = { refundCents, route: plan.route };
    const made = await cancelPolicy(parts, sandboxOperator, {
      ...order,
      policyNumber,
      shown,
      reason: 'In the sandbox.',
    });
    if (!isOperatorRefusal(made)) return null;
    // A charge became known in between: an operator would look again.
    if (made.code !== 'CancellationChanged') return made;
  }
}

export const sandboxOperator: Actor = { kind: 'command line', name: 'sandbox' };
