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
 * that has taken back what was refunded before is a claim of the life itself: by the processor's own ledger, and by what
 * a person gave back another way.
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
      AND charge.refunded_cents
          + (SELECT coalesce(sum(dispute.amount_cents), 0)
             FROM sandbox_cards.dispute
             WHERE dispute.order_key = charge.order_key AND dispute.status <> 'Won')
          + (SELECT coalesce(sum(by_hand.amount_cents - by_hand.not_owed_cents), 0)
             FROM reversal AS by_hand
             JOIN ledger_entry AS paid ON paid.id = by_hand.payment_entry_id
             WHERE paid.party_reference = charge.reference AND paid.kind = 'charge'
               AND by_hand.payee = 'Customer' AND by_hand.progress = 'done') > charge.amount_cents`);
  const { rows } = await database.query<LedgerDifference>(
    `SELECT application_id AS "applicationId", kind FROM settlement_difference WHERE file_id IS NULL AND given_up_at IS NOT NULL`,
  );
  return rows;
}
