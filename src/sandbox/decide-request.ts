import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { sandboxDecision } from '@northbind/contract/sandbox-decision.ts';
import type { SandboxFault } from '@northbind/contract/sandbox-faults.ts';
import type { Language } from '../domain/language.ts';
import { isOperatorRefusal, type OperatorRefusal } from '../domain/operator/operator-refusal.ts';
import type { Seller } from '../domain/partner/seller.ts';
import type { PolicyView } from '../domain/policy/policy-view.ts';
import { type RefusalCode, refusal } from '../domain/refusal.ts';
import type { CancelParts } from '../flows/cancellation/cancel-policy.ts';
import { declineRequest } from '../flows/cancellation/decline-request.ts';
import { lookUpPolicy } from '../flows/policy/look-up-policies.ts';
import { wirePolicyInList, wireRefunds } from '../flows/policy/wire-policy.ts';
import type { SendRefundParts } from '../flows/refund/send-refund.ts';
import { type OpenRequest, readOpenRequest } from '../store/cancellation/cancellation-request.ts';
import { cancelWithFault, sandboxOperator } from './cancel-as-operator.ts';
import type { SandboxFaultParts } from './kept-faults.ts';

export type DecideRequestParts = SendRefundParts & SandboxFaultParts & Omit<CancelParts, 'now'>;

export interface Asked extends BodyOf<typeof sandboxDecision> {
  /** The refund or the loan's cancellation that follows meets it, once. */
  readonly fault: SandboxFault | null;
  readonly requestId: string;
  readonly language: Language;
  readonly now: Date;
}

/** Decides an open request of the seller's, as an operator does, and gives back what falls due at once. */
export async function decideRequest(parts: DecideRequestParts, seller: Seller, asked: Asked) {
  const { decision, now, language } = asked;
  const own = { kind: 'seller', seller } as const;
  const found = await lookUpPolicy(parts, own, now, asked.policyNumber);
  if (found === null) return refuse('PolicyNotFound');
  const { policyNumber, applicationId } = found.view.policy;
  const request = await readOpenRequest(parts.database, { policyNumber });
  if (request === null) return refuse('CancellationRequestNotOpen');
  const refused = await decide(parts, { applicationId, policyNumber, seller }, { request, asked });
  if (refused !== null)
    return refuse(refused.code === 'PolicyAlreadyCancelled' ? refused.code : 'CancellationRequestNotOpen');
  const decided = await lookUpPolicy(parts, own, now, policyNumber);
  return { kind: 'ok', value: wireDecided(decided!.view, decision, language) } as const;
}

/** Decides as the console's buttons do. Returns null once it is decided. */
async function decide(
  parts: DecideRequestParts,
  sold: Parameters<typeof cancelWithFault>[1],
  { request, asked }: { readonly request: OpenRequest; readonly asked: Asked },
): Promise<OperatorRefusal | null> {
  const { decision, now } = asked;
  const acted = { policyNumber: sold.policyNumber, reason: 'Decided in the sandbox.', requestId: request.id };
  if (decision === 'Decline') return refusalIn(await declineRequest({ ...parts, now }, sandboxOperator, acted));
  const { kind, cancelledOn } = request.terms;
  const order = { kind, cancelledOn, ground: request.ground, requestedBy: 'seller', requestId: request.id } as const;
  return cancelWithFault(parts, sold, { ...asked, order });
}

function refusalIn(result: object | null): OperatorRefusal | null {
  return isOperatorRefusal(result) ? result : null;
}

function refuse(code: RefusalCode) {
  return { kind: 'refused', refusals: [refusal(code, 'policyNumber')] } as const;
}

function wireDecided(
  view: PolicyView,
  decision: Asked['decision'],
  language: Asked['language'],
): AnswerOf<typeof sandboxDecision> {
  const { policyNumber, status, moneyStatus, cancellation } = wirePolicyInList(view, language);
  const refunds = wireRefunds(view.refunds);
  return { isValid: true, errors: [], policyNumber, decision, status, moneyStatus, cancellation, refunds };
}
