import type { BindParts } from '../../../src/flows/bind/bind.ts';
import { noPoints } from '../../../src/flows/points.ts';
import { type Lane, noLog } from './lane.ts';

/** What an actor may have of its own: its way to PostgreSQL, the parties, the points of a bind. */
export type OwnParts = Pick<BindParts, 'database' | 'cards' | 'lender'> & Partial<Pick<BindParts, 'at'>>;

/** Everything that a flow asks for. */
export function partsOf({ reference, readTerms }: Lane, own: OwnParts): BindParts {
  return { at: noPoints, log: noLog, reference, readTerms, ...own };
}
