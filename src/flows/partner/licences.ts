import { addDays, type Clock, dateIn, daysBetween } from '../../domain/calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type Given, readProvince } from '../../domain/partner/judge-entry.ts';
import { judgeLicence, type LicenceEntry } from '../../domain/partner/judge-licence.ts';
import { type LicenceHolder, type LicenceRequirement, requirementOn } from '../../domain/partner/licence.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { type Tx, transact } from '../../store/database.ts';
import type { Page } from '../../store/list/filter.ts';
import { readDealer } from '../../store/partner/dealer.ts';
import {
  deleteLicence,
  findLicence,
  type LicenceQuery,
  type LicenceRow,
  listLicences,
  listRequirements,
  writeLicence,
  writeRequirement,
} from '../../store/partner/licence.ts';
import { lockRow } from '../../store/partner/lock-row.ts';
import { readSeller } from '../../store/partner/seller.ts';
import { type ActorAndReason, changesBetween, type OnboardParts } from '../operator/actor-and-reason.ts';
import { givenReason } from '../operator/reason.ts';

export interface LicenceParts extends OnboardParts {
  readonly clock: Clock;
}

/** A holder has one licence of a class in a province. */
export type LicenceName = Pick<LicenceEntry, 'province' | 'class'>;

/** Adds the holder's licence of that class and province, or changes it: a renewal has another expiry. */
export async function keepLicence(
  { database }: OnboardParts,
  holder: LicenceHolder,
  given: Given<LicenceEntry>,
  { actor, reason }: ActorAndReason,
): Promise<LicenceRow | OperatorRefusal> {
  const judged = judgeLicence(given);
  if ('faults' in judged) return judged.faults[0]!;
  const { entry } = judged;
  return transact(database, async (tx) => {
    const subject = await lockHolder(tx, holder);
    if (subject === null) return refuseOperator('NotFound');
    const before = await findLicence(tx, holder, entry);
    const facts = before === null ? entry : changesBetween<LicenceEntry>(before, entry);
    if (before !== null && Object.keys(facts).length === 0) return before;
    await writeLicence(tx, holder, entry);
    const { province, class: licenceClass } = entry;
    const action = before === null ? 'create licence' : 'change licence';
    await recordAct(tx, { actor, reason, action, subject, facts: { province, class: licenceClass, ...facts } });
    return (await findLicence(tx, holder, entry))!;
  });
}

export async function removeLicence(
  { database }: OnboardParts,
  holder: LicenceHolder,
  given: Given<LicenceName>,
  { actor, reason }: ActorAndReason,
): Promise<undefined | OperatorRefusal> {
  const province = readProvince(given.province);
  if (province === null) return refuseOperator('ProvinceInvalid', 'province');
  return transact(database, async (tx) => {
    const subject = await lockHolder(tx, holder);
    const found = await findLicence(tx, holder, { province, class: given.class.trim() });
    if (subject === null || found === null) return refuseOperator('NotFound');
    await deleteLicence(tx, { id: found.id });
    const { class: licenceClass, number, expiresOn } = found;
    const facts = { province, class: licenceClass, number, expiresOn };
    await recordAct(tx, { actor, reason, action: 'remove licence', subject, facts });
    return undefined;
  });
}

/** Locks the holder, so that two changes of its licences follow each other, and returns what the audit calls it. */
async function lockHolder(tx: Tx, { kind, id }: LicenceHolder): Promise<string | null> {
  if (!(await lockRow(tx, kind, id))) return null;
  return kind === 'seller' ? (await readSeller(tx, { id }))!.username : (await readDealer(tx, { id }))!.id;
}

export interface ShownLicence extends LicenceRow {
  /** 0 on its last day, by the date in its province; negative once it has expired. */
  readonly daysLeft: number;
}

export interface LicencesAsked extends Omit<LicenceQuery, 'until'> {
  /** How many days ahead they may expire, or have expired; null for all. */
  readonly withinDays: number | null;
}

export async function readLicencePage(
  { database, clock }: LicenceParts,
  { withinDays, ...query }: LicencesAsked,
): Promise<Page<ShownLicence>> {
  const now = clock();
  // The day begins first in Newfoundland.
  const until = withinDays === null ? null : addDays(dateIn('NL', now), withinDays);
  const { rows, nextCursor } = await listLicences(database, { ...query, until });
  const daysLeft = ({ province, expiresOn }: LicenceRow): number => daysBetween(dateIn(province, now), expiresOn);
  return { rows: rows.map((row) => ({ ...row, daysLeft: daysLeft(row) })), nextCursor };
}

/** The requirement in force in each province, and those that are to come. */
export async function readRequirements({ database, clock }: LicenceParts): Promise<readonly LicenceRequirement[]> {
  const now = clock();
  const all = await listRequirements(database);
  return all.filter((one) => {
    const today = dateIn(one.province, now);
    return one.fromDay > today || one === requirementOn(all, one.province, today);
  });
}

export interface RequirementAsked extends Omit<LicenceRequirement, 'province'> {
  readonly province: string;
}

/** Says from which day on a licence is needed in a province, or is not any more. */
export async function requireLicences(
  { database, clock }: LicenceParts,
  { province: given, fromDay, isNeeded }: RequirementAsked,
  { actor, reason }: ActorAndReason,
): Promise<LicenceRequirement | OperatorRefusal> {
  const province = readProvince(given);
  if (province === null) return refuseOperator('ProvinceInvalid', 'province');
  const words = givenReason(reason);
  if (words === null) return refuseOperator('ReasonRequired', 'reason');
  const today = dateIn(province, clock());
  if (fromDay < today) return refuseOperator('DayInPast', 'fromDay', { today });
  const requirement = { province, fromDay, isNeeded };
  return transact(database, async (tx) => {
    await writeRequirement(tx, requirement);
    const action = isNeeded ? 'require licences' : 'waive licences';
    await recordAct(tx, { actor, reason: words, action, subject: province, facts: { fromDay } });
    return requirement;
  });
}
