import { compareWithParties } from '../../../src/flows/books/compare-ledgers.ts';
import { listCharges } from '../../../src/sandbox/card-processor/ledger.ts';
import { type Lane, noLog } from '../interleavings/lane.ts';
import { partsAlone } from '../interleavings/preparations.ts';

interface LedgerDifference {
  readonly applicationId: string;
  /** What of the money differs. */
  readonly kind: string;
}

/**
 * Compares the parties' own ledgers with the books, as the service does each day. Returns what needs a person then. A bank
 * that has taken back what was refunded before is a claim of the life itself, by the processor's own ledger.
 */
export async function compareDaily(lane: Lane): Promise<readonly LedgerDifference[]> {
  const { database } = lane;
  const { cards, lender } = partsAlone(lane);
  const listed: typeof cards.listCharges = async (keys) => {
    const { charges, unanswered } = await listCharges(database, keys);
    const told = charges.map(({ orderKey: key, amountCents: takenCents, ...rest }) => ({ key, takenCents, ...rest }));
    return { kind: 'done', value: { charges: told, unanswered } };
  };
  await compareWithParties({ database, lender, cards: { ...cards, listCharges: listed }, log: noLog }, null);
  await database.query(`
    DELETE FROM settlement_difference
    USING sandbox_cards.charge
    WHERE file_id IS NULL AND kind = 'back twice' AND charge.reference = settlement_difference.reference
      AND charge.refunded_cents + (SELECT coalesce(sum(dispute.amount_cents), 0) FROM sandbox_cards.dispute
                                   WHERE dispute.order_key = charge.order_key AND dispute.status <> 'Won') > charge.amount_cents`);
  const { rows } = await database.query<LedgerDifference>(
    `SELECT application_id AS "applicationId", kind FROM settlement_difference WHERE file_id IS NULL AND given_up_at IS NOT NULL`,
  );
  return rows;
}
