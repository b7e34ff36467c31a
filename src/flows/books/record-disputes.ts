import { judgeReport, type ReportKind } from '../../domain/account/judge-report.ts';
import { judgeVoidNow, voidedWith } from '../../domain/account/judge-void.ts';
import { disputesOf, type Payment } from '../../domain/account/payments.ts';
import type { PayoutLine, PayoutLineKind } from '../../domain/books/payout-line.ts';
import type { SaleOfMoney } from '../../domain/books/reconcile.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { EntryId } from '../../domain/ids.ts';
import { isOperatorRefusal, type OperatorRefusal } from '../../domain/operator/operator-refusal.ts';
import type { Tx } from '../../store/database.ts';
import { announceVoid } from '../account/announce.ts';
import { applyConsequences, voidEntry } from '../account/apply-consequences.ts';
import { type AccountParts, type OpenAccount, openAccount } from '../account/open-account.ts';
import { recordEntry } from '../account/record-entry.ts';
import type { Parts } from '../parts.ts';

/*
 * What a payout file says of disputes, and of refunds that came back, becomes entries of the policies' accounts, by the one writer, in the transaction
 * that takes the file: whoever takes it a second time finds it taken. What can't be recorded stays a difference.
 */

export type RecordDisputesParts = AccountParts & Parts<'now'>;

export interface DisputesOfFile {
  readonly fileId: string;
  /** The file's last day: a line has none of its own. */
  readonly to: PlainDate;
  /** Lines of disputes and of refunds that came back, which the books do not have. */
  readonly lines: readonly PayoutLine[];
  readonly sales: ReadonlyMap<string, SaleOfMoney>;
}

/** Records them, policy by policy, and returns the entries. */
export async function recordDisputes(
  parts: RecordDisputesParts,
  tx: Tx,
  { lines, sales, ...file }: DisputesOfFile,
): Promise<readonly EntryId[]> {
  const byPolicy = Map.groupBy(lines, ({ reference }) => sales.get(reference)?.policyNumber ?? null);
  const recorded: EntryId[] = [];
  // Everybody locks policies in this order.
  for (const policyNumber of [...byPolicy.keys()].filter((one) => one !== null).sort())
    recorded.push(...(await recordOfPolicy(parts, tx, policyNumber, { ...file, lines: byPolicy.get(policyNumber)! })));
  return recorded;
}

/** A file may have its latest line first: what can't have happened yet is tried again after the others. */
async function recordOfPolicy(
  parts: RecordDisputesParts,
  tx: Tx,
  policyNumber: string,
  { lines, ...file }: Omit<DisputesOfFile, 'sales'>,
): Promise<readonly EntryId[]> {
  let open = (await openAccount(tx, policyNumber, { now: parts.now }))!;
  const before = new Set(open.stored.record.entries.map(({ id }) => id));
  for (let left = lines; left.length > 0; ) {
    const refused: PayoutLine[] = [];
    for (const line of left) {
      const recorded = await recordLine(parts, open, { line, ...file });
      if (recorded === null) refused.push(line);
      else open = recorded;
    }
    if (refused.length === left.length) break;
    left = refused;
  }
  const isOfFile = ({ id, kind }: { readonly id: EntryId; readonly kind: string }): boolean =>
    !before.has(id) && (kind.startsWith('dispute-') || kind === 'refund-returned');
  return open.stored.record.entries.filter(isOfFile).map(({ id }) => id);
}

interface DisputeLine extends Pick<DisputesOfFile, 'fileId' | 'to'> {
  readonly line: PayoutLine;
}

/** Returns null where it can't have happened, or not with that amount. A dispute of more than the charge is one of all of it. */
async function recordLine(
  parts: RecordDisputesParts,
  open: OpenAccount,
  { line, fileId, to }: DisputeLine,
): Promise<OpenAccount | null> {
  const { today } = open.at;
  const on = to < today ? to : today;
  const charge = open.account.payments.find((payment) => payment.charge?.reference === line.reference);
  const takenCents = line.kind === 'refund returned' ? undefined : charge?.takenCents;
  const amountCents = Math.min(Math.abs(line.amountCents), takenCents ?? Number.POSITIVE_INFINITY);
  const say = async (kind: ReportKind, account: OpenAccount): Promise<OpenAccount | null> => {
    const entry = judgeReport(
      {
        kind,
        amountCents: amountCents === 0 ? null : amountCents,
        on,
        reference: line.reference,
        paymentEntryId: null,
        key: `file ${fileId} line ${line.line}`,
        recordedBy: 'bank file',
      },
      { record: account.stored.record, account: account.account, boundOn: account.stored.policy.boundOn, today },
    );
    if (isOperatorRefusal(entry) || (amountCents !== 0 && entry.amountCents !== amountCents)) return null;
    return (await recordEntry(parts, account, entry))?.open ?? null;
  };
  if (line.kind === 'refund returned') return say('refund-returned', open);
  if (line.kind !== 'dispute lost') return say(line.kind === 'dispute' ? 'dispute-opened' : 'dispute-won', open);
  const lost = await say('dispute-lost', open);
  if (lost !== null || amountCents === 0 || !mayBeginAnew(open, charge, on)) return lost;
  // The bank has waited until it had decided, or has decided anew what was won.
  const opened = await say('dispute-opened', open);
  return opened && ((await say('dispute-lost', opened)) ?? opened);
}

/** Nothing is left to end, and what was won was won before that day: a file may be late. */
function mayBeginAnew({ stored }: OpenAccount, charge: Payment | undefined, day: PlainDate): boolean {
  const about = stored.record.entries.filter(({ paymentEntryId }) => paymentEntryId === charge?.id);
  const isWonLater = about.some(({ kind, happenedOn }) => kind === 'dispute-won' && happenedOn > day);
  return !isWonLater && disputesOf(about).every(({ state }) => state === 'won');
}

const kindsToRecord: ReadonlySet<PayoutLineKind> = new Set([
  'dispute',
  'dispute won',
  'dispute lost',
  'refund returned',
]);

export const isToRecord = ({ kind }: { readonly kind: PayoutLineKind }): boolean => kindsToRecord.has(kind);

/**
 * Takes back what a withdrawn file has recorded of a policy, the latest first. Refused where something was recorded
 * about it since.
 */
export async function voidDisputes(
  parts: RecordDisputesParts,
  tx: Tx,
  policyNumber: string,
  ids: readonly EntryId[],
): Promise<OperatorRefusal | null> {
  let open = (await openAccount(tx, policyNumber, { now: parts.now }))!;
  for (const id of ids) {
    const { record: facts } = open.stored;
    const entry = facts.entries.find((one) => one.id === id);
    if (entry === undefined) continue;
    // Whoever withdraws the file says that it was recorded by mistake.
    const refused = judgeVoidNow({ ...entry, recordedBy: 'operator' }, facts, open.account);
    if (refused !== null) return refused;
    let current = (await voidEntry(open, id, 'operator'))!;
    for (const other of voidedWith(entry, facts)) current = (await voidEntry(current, other.id, 'operator'))!;
    const voided = await applyConsequences(parts, current);
    await announceVoid(voided.open, { entry, asksCustomer: voided.asksCustomer });
    open = voided.open;
  }
  return null;
}
