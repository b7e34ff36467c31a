import type { CallContext } from '../../ports/outcome.ts';
import type { Claim } from '../../store/bind.ts';

/**
 * The named points of a bind: before and after each commit and each foreign call. In production nothing happens at them. In
 * the sandbox a fault is made here, in the step itself, and a test ends the process here, so that every place where a bind
 * can die is died at.
 */
export type BindPoint = `${'before' | 'after'} ${PointedStep}`;

type PointedStep = 'claim' | 'intent' | 'charge' | 'loan' | 'ask' | 'issue' | 'release' | 'give-up' | 'reverse';

export type AtPoint = (point: BindPoint, context: CallContext, claim: Claim | null) => Promise<void>;

/** Production's: nothing happens at any point. */
export const noPoints: AtPoint = async () => undefined;

/** Does one step between its two points. */
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

/** Thrown at a point: the policy can't be issued, and never will be. What moved must be given back. */
export class IssueRefused extends Error {}
