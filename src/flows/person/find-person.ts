import { dateIn } from '../../domain/calendar.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type ErasureVerdict, judgeErasure } from '../../domain/person/judge-erasure.ts';
import { readPersonKey } from '../../domain/person/person-key.ts';
import { type LinkPerson, peopleOf } from '../../domain/sale-link/link-people.ts';
import { recordAct, recordViews } from '../../store/audit/operator-act.ts';
import { findLinksOf, findSalesOf, type PersonLink, type PersonSale } from '../../store/person/person.ts';
import type { Parts } from '../parts.ts';

export type PersonParts = Parts<'database' | 'clock' | 'retention'>;

/** A sale of the person, and what of it may be erased today. */
export interface FoundSale extends PersonSale {
  readonly verdict: ErasureVerdict;
}

/** A link by which nothing was quoted. All of it may be erased. */
export interface FoundLink extends Omit<PersonLink, 'sale'>, Omit<LinkPerson, 'businessPhone'> {}

export interface Found {
  readonly sales: readonly FoundSale[];
  readonly links: readonly FoundLink[];
}

/** More sales than one person has: then the address is a dealer's. */
export const salesMax = 100;

/**
 * Returns the sales and the links with this e-mail address, telephone number or policy number; the operator sees whose they are and
 * chooses. Who looked is recorded.
 */
export async function findPerson(
  { database, clock, retention }: PersonParts,
  actor: Actor,
  typed: string,
): Promise<Found | OperatorRefusal> {
  const key = readPersonKey(typed);
  if (key === null) return refuseOperator('PersonKeyInvalid', 'search');
  const sales = await findSalesOf(database, key, salesMax);
  await recordViews(database, actor, sales);
  const today = dateIn('ON', clock());
  const links = await findLinksOf(database, key, salesMax);
  for (const { linkId } of links)
    await recordAct(database, { actor, action: 'view sale', subject: linkId, reason: '' });
  return {
    sales: sales.map((sale) => ({ ...sale, verdict: judgeErasure(sale, today, retention.policyYears) })),
    links: links.map(({ sale, ...link }) => ({ ...link, ...shownPerson(sale) })),
  };
}

/** The person to be shown: what the customer has typed, else what was filled in. */
function shownPerson(sale: object): Omit<LinkPerson, 'businessPhone'> {
  const [person] = peopleOf(sale);
  const { name = '', emailAddress = '', phoneNumber = '' } = person ?? {};
  return { name, emailAddress, phoneNumber };
}
