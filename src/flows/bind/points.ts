import type { CallContext } from '../../ports/outcome.ts';
import type { Claim } from '../../store/bind.ts';

/**
 * The named points of a bind: before and after each commit and each call to an outside party. In production they do
 * nothing. The sandbox makes faults at them, and tests end the process at each of them.
 */
export type BindPoint = `${'before' | 'after'} ${PointedStep}`;

type PointedStep = 'claim' | 'intent' | 'charge' | 'loan' | 'ask' | 'issue' | 'release' | 'give-up' | 'reverse';

export type AtPoint = (point: BindPoint, context: CallContext, claim: Claim | null) => Promise<void>;

/** For production: does nothing. */
export const noPoints: AtPoint = async () => undefined;

/** Runs one step between its two points. */
export async function doStep<T>(
  { at }: { readonly at: AtPoint },
  { context, claim }: { readonly context: CallContext; readonly claim: Claim | null },
  step: PointedStep,
  work: () => Promise<T>,
): Promise<T> {
  await at(`before ${step}`, context, claim);
  const result = await work();
  await at(`after ${step}`, context, claim);
  return result;
}

/** Thrown at a point: the policy can never be issued. Money that moved must be reversed. */
export class IssueRefused extends Error {}
