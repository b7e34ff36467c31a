import { entryOfRefund, type Payer } from '../../domain/books/entry-of.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import { operatorKey } from '../../domain/refund/refund-as-it-stands.ts';
import { note } from '../../store/audit/audit.ts';
import { owedUnder } from '../../store/books/entry.ts';
import { readCancellable } from '../../store/cancellation/cancellation.ts';
import type { Tx } from '../../store/database.ts';
import { addDocument } from '../../store/document/document.ts';
import { mail } from '../../store/mail/policy-mail.ts';
import { type EndedReversal, markReversed, setDoneOn } from '../../store/refund/reversal.ts';
import { recordEntry } from '../books/record-entry.ts';
import { tell } from '../event/tell.ts';
import { newId } from '../new-id.ts';
import { carryOut } from './carry-out.ts';
import { refundOf } from './refund-of.ts';

export interface GivenBack {
  readonly ended: EndedReversal;
  /** Of a cancelled loan: what the lender said that goes to it. */
  readonly toLoanCents: Cents | null;
  /** The seller's. */
  readonly today: PlainDate;
  /** The day on which it was given back, if that was earlier. */
  readonly doneOn?: PlainDate;
  /** Who has done it: the processor or the lender, or the operator by cheque or transfer. */
  readonly by: 'party' | 'operator';
}

/** What follows when money is back, in the transaction that ends its reversal: books, receipt, mail, audit, event. */
export async function recordGivenBack(tx: Tx, given: GivenBack): Promise<void> {
  const { ended, today, doneOn = today, by } = given;
  const { id, applicationId, policyNumber, kind, key, cardPaymentId, isRefund, seller, amountCents } = ended;
  await setDoneOn(tx, { id, day: doneOn });
  // Booked today: a month whose statement is out does not change.
  const sale = { applicationId, policyNumber, sellerId: seller.id, day: today };
  const payers = await payersOf(tx, given);
  await recordEntry(
    tx,
    sale,
    entryOfRefund({ kind: entryKinds[kind], key, payers, happenedOn: doneOn, ...partyOf(given) }),
  );
  if (cardPaymentId !== null && policyNumber === null) await markReversed(tx, { cardPaymentId });
  const event = by === 'party' ? 'reversed' : 'reversal settled';
  await note(tx, { applicationId, event, facts: { kind, policyNumber } });
  // What was charged twice by mistake and given back is no refund of the policy.
  if (policyNumber === null || !isRefund) return;
  if (kind !== 'loan') {
    const documentId = newId<DocumentId>();
    await addDocument(tx, { policyNumber, id: documentId, kind: 'refund-receipt' });
    const facts = { amountCents, payee: kind === 'charge' ? 'Card' : 'Customer', doneOn } as const;
    await mail(tx, { policyNumber, kind: 'refund receipt', documentIds: [documentId], facts });
  }
  await carryOut(tx, { policyNumber, today });
  const type = kind === 'loan' ? 'loan.cancelled' : 'payment.refunded';
  await tell(tx, { type, policyNumber, sellerId: seller.id, today });
}

const entryKinds = { charge: 'refund', loan: 'loan-cancelled', operator: 'refund' } as const satisfies Record<
  EndedReversal['kind'],
  string
>;

/** By whom it is known, and what the party calls the money if it moved there. */
function partyOf({ ended: { kind, cardPaymentId, externalReference }, by }: GivenBack) {
  if (by === 'operator') return { recordedBy: 'operator' } as const;
  const recordedBy = kind === 'loan' ? 'lender' : 'processor';
  return { recordedBy, partyReference: externalReference, cardPaymentId } as const;
}

/** Who gives back what was owed under the key. */
async function payersOf(tx: Tx, { ended, by, today }: GivenBack): Promise<readonly Payer[]> {
  const { applicationId, policyNumber, kind, key, externalReference, isRefund, id } = ended;
  const amountCents = await owedUnder(tx, { applicationId, key });
  // The operator's own reference stands with the reversal, where it can be erased.
  const outside = (cents: Cents): Payer => ({ account: 'outside', amountCents: cents, reference: id });
  switch (kind) {
    case 'charge':
      if (by === 'operator') return [outside(amountCents)];
      return [{ account: 'processor', amountCents, reference: externalReference }];
    case 'operator':
      return [outside(amountCents)];
    case 'loan': {
      const lender = (cents: Cents): Payer =>
        by === 'operator' ? outside(cents) : { account: 'lender', amountCents: cents, reference: externalReference };
      if (!isRefund) return [lender(amountCents)];
      // Of what does not go to the loan, the seller gives back its part itself; the operator's stays owed.
      const { plan } = refundOf((await readCancellable(tx, policyNumber!))!, today);
      return plan.owed.flatMap((one): readonly Payer[] => {
        if (one.payee === 'Lender') return [lender(one.amountCents)];
        if (one.payer === 'Seller') return [{ account: 'partner', amountCents: one.amountCents }];
        return [{ account: 'refund', amountCents: one.amountCents, reference: operatorKey(policyNumber!) }];
      });
    }
  }
}
