import type { CallContext } from '../ports/outcome.ts';
import type { Claim } from '../store/bind/bind.ts';

/**
 * The named points of a bind, of a scheduled charge and of a payment by link: before and after each commit and each
 * call to an outside party. In production they do nothing. The sandbox makes faults at them, and tests end the process
 * at each of them.
 */
export type BindPoint = `${'before' | 'after'} ${PointedStep}`;

type PointedStep =
  | ('claim' | 'intent' | 'charge' | 'loan' | 'ask' | 'issue' | 'release' | 'give-up' | 'reverse')
  // A scheduled charge has two: the call that takes the money, and what records it.
  | ('collect' | 'record')
  // A payment by a link has four: the checkout is opened and kept, the customer's card is read and taken.
  | ('open' | 'keep' | 'read' | 'take');

export type Failpoint = (point: BindPoint, context: CallContext, claim: Claim | null) => Promise<void>;

/** Production has no failpoints: this does nothing. */
export const noFailpoints: Failpoint = async () => undefined;

/** Runs one step between its two points. */
export async function runStep<T>(
  { failpoint }: { readonly failpoint: Failpoint },
  { context, claim }: { readonly context: CallContext; readonly claim: Claim | null },
  step: PointedStep,
  work: () => Promise<T>,
): Promise<T> {
  await failpoint(`before ${step}`, context, claim);
  const result = await work();
  await failpoint(`after ${step}`, context, claim);
  return result;
}

/** Thrown at a point: the policy can never be issued. Money that moved must be reversed. */
export class IssueRefused extends Error {}
