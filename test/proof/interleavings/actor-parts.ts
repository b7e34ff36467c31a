import type { BindParts } from '../../../src/flows/bind/bind.ts';
import type { Parts } from '../../../src/flows/parts.ts';
import { noFailpoints } from '../../../src/flows/points.ts';
import { linkBox } from '../../kit/sale/link-box.ts';
import { type Lane, noLog } from './lane.ts';

/** What an actor may have of its own: its way to PostgreSQL, the parties, the points of a bind. */
export type OwnParts = Pick<BindParts, 'database' | 'cards' | 'lender'> &
  Partial<Pick<BindParts, 'clock' | 'failpoint'>>;

export type ActorParts = BindParts & Parts<'linkBox' | 'refreshReference'>;

/** Everything that a flow asks for. */
export function partsOf({ reference, readTerms, now }: Lane, own: OwnParts): ActorParts {
  // No actor changes reference data.
  const refreshReference = async () => undefined;
  return {
    failpoint: noFailpoints,
    log: noLog,
    reference,
    refreshReference,
    readTerms,
    linkBox,
    clock: () => now,
    isProduction: false,
    samples: null,
    ...own,
  };
}
