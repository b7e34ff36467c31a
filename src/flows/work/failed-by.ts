import type { Failed } from '../../domain/work/failure.ts';
import type { Outcome } from '../../ports/outcome.ts';

/** How work failed when an outside party did not do it. */
export function failedBy(outcome: Exclude<Outcome<unknown>, { readonly kind: 'done' }>): Failed {
  switch (outcome.kind) {
    case 'refused':
      return { failure: outcome.isFinal ? 'refused-for-good' : 'refused', cause: outcome.reason };
    case 'not-sent':
      return { failure: 'unavailable', cause: outcome.cause };
    case 'unknown':
      return { failure: 'unknown', cause: outcome.cause };
  }
}
