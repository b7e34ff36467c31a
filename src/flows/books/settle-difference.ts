import type { DifferenceId } from '../../domain/ids.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import {
  endDifference,
  lockDifference,
  lockMatches,
  matchDifference,
  type OpenDifference,
  type RecordedDispute,
  readDisputes,
  readSalesOfMoney,
} from '../../store/books/payout-file.ts';
import type { Tx } from '../../store/database.ts';
import type { CorrectionMade } from '../operator/correction.ts';

/**
 * Records what the operator found out. A refund that came back and a dispute are recorded first: else the policy stays paid, and its cancellation
 * refunds the card what the bank has taken back already.
 */
export async function settleDifference(
  tx: Tx,
  id: DifferenceId,
  settlementReference: string,
): Promise<CorrectionMade | OperatorRefusal> {
  await lockMatches(tx);
  const difference = await lockDifference(tx, { id });
  if (difference === null) return refuseOperator('NotFound', 'id');
  const { isOpen, applicationId, kind, reference } = difference;
  if (!isOpen) return refuseOperator('DifferenceNotOpen');
  const policyNumber = await policyDisputed(tx, difference);
  if (policyNumber !== null) {
    const recorded = await readDisputes(tx, { references: [reference] });
    const wanted = wantedOf(difference, recorded);
    const refusal = difference.moneyKind === 'refund returned' ? 'RefundReturnNotRecorded' : 'DisputeNotRecorded';
    if (wanted === 'missing') return refuseOperator(refusal, 'id', { policyNumber });
    if (wanted !== null) await matchDifference(tx, { id, entryId: wanted.entryId });
  }
  await endDifference(tx, { id, settlementReference });
  const facts = { kind, reference, settlementReference };
  return { action: 'settle difference', subject: id, ...(applicationId && { applicationId }), facts };
}

/** The policy whose charge is disputed, or whose refund came back, by what the books do not have; null: there is none, or it is about something else. */
async function policyDisputed(tx: Tx, difference: OpenDifference): Promise<string | null> {
  const { fileId, party, kind, moneyKind, reference } = difference;
  const isToldThere = moneyKind?.startsWith('dispute') === true || moneyKind === 'refund returned';
  const isOfFile = (kind === 'unknown' || kind === 'different') && isToldThere;
  if (party !== 'processor' || !(fileId === null ? kind === 'disputed' : isOfFile)) return null;
  const sales = await readSalesOfMoney(tx, { party, references: [reference] });
  return sales.get(reference)?.policyNumber ?? null;
}

/** What was recorded of it: the entry that no file has confirmed yet, or null if the line tells the same again. */
function wantedOf(
  { fileId, kind, moneyKind, settledCents }: OpenDifference,
  recorded: readonly RecordedDispute[],
): RecordedDispute | 'missing' | null {
  const ofKind = (kind: RecordedDispute['kind']) => recorded.filter((one) => one.kind === kind);
  if (moneyKind === 'refund returned') {
    const returned = ofKind('refund-returned');
    return returned.length === 0 ? 'missing' : (returned.find(({ fileFrom }) => fileFrom === null) ?? null);
  }
  const opened = ofKind('dispute-opened');
  const openedCents = opened.reduce((cents, { amountCents }) => cents + amountCents, 0);
  // What goes beyond the amount on record would be refunded once more, so no more than the charge is recorded.
  const toRecordCents = Math.min(Math.abs(settledCents!), opened[0]?.chargeCents ?? Number.POSITIVE_INFINITY);
  if (fileId === null || (kind === 'different' && moneyKind !== 'dispute won'))
    if (openedCents < toRecordCents) return 'missing';
  if (fileId === null) return null;
  const known = ofKind(moneyKind === 'dispute won' ? 'dispute-won' : 'dispute-opened');
  if (known.length === 0 || (moneyKind === 'dispute lost' && ofKind('dispute-lost').length === 0)) return 'missing';
  return known.find(({ fileFrom }) => fileFrom === null) ?? null;
}
