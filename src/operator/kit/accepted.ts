import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';

/** A flow returns a refusal; a route or a command throws it, and its kit sends or prints it. */
class Refused extends Error {
  readonly refusal: OperatorRefusal;

  constructor(refusal: OperatorRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

export function accepted<T>(outcome: T | OperatorRefusal): T {
  if (isOperatorRefusal(outcome)) throw new Refused(outcome);
  return outcome;
}

export function refuse(...refusal: Parameters<typeof refuseOperator>): never {
  throw new Refused(refuseOperator(...refusal));
}

/** Returns the refusal that was thrown; anything else is thrown again. */
export function refusalOf(error: unknown): OperatorRefusal {
  if (error instanceof Refused) return error.refusal;
  throw error;
}
