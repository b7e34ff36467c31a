import { entryOfCharge } from '../../domain/books/entry-of.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { SaleFacts } from '../../domain/history/sale-event.ts';
import type { ApplicationId, DocumentId, PaymentId } from '../../domain/ids.ts';
import type { CardCharge } from '../../domain/policy/policy.ts';
import { note } from '../../store/audit/audit.ts';
import { endCharged, readDueCharge } from '../../store/card/due-charge.ts';
import type { Tx } from '../../store/database.ts';
import { addDocument } from '../../store/document/document.ts';
import { mail } from '../../store/mail/policy-mail.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { oweStray } from '../../store/refund/reversal.ts';
import { recordEntry } from '../books/record-entry.ts';
import { withdrawIfPaid } from '../cancellation/withdraw-cancellation.ts';
import { tell } from '../event/tell.ts';
import { newId } from '../new-id.ts';
import { carryOut } from '../refund/carry-out.ts';

/** A charge of a scheduled card that was made, as it was taken to be made. */
export interface ChargeToRecord {
  readonly cardPaymentId: PaymentId;
  readonly applicationId: ApplicationId;
  readonly policyNumber: string;
  readonly sellerId: string;
  /** The try that was taken, and the one that made the charge, which may be earlier, with its key. */
  readonly taken: number;
  readonly tries: number;
  readonly key: string;
  readonly processorReference: string;
  readonly charge: CardCharge;
  /** Who says so: the processor, or an operator who has seen it there. */
  readonly recordedBy: 'processor' | 'operator';
  /** The seller's. */
  readonly today: PlainDate;
}

/**
 * Records a charge that was made. If it is no longer needed (the charge was stopped, or paid another way, or another
 * try is running), it is given back instead: `owed`. Returns null if it is recorded already: the books take a charge
 * once, so that the first to record it decides what becomes of it. A charge that was unknown when its policy was
 * cancelled pays for the policy, and the refund plan gives back what is owed of it.
 */
export async function recordCharge(tx: Tx, made: ChargeToRecord): Promise<'charged' | 'owed' | null> {
  const { cardPaymentId, applicationId, policyNumber, sellerId, tries, key, today } = made;
  const { processorReference: reference, charge } = made;
  const { amountCents } = charge;
  await lockPolicy(tx, policyNumber);
  const now = await readDueCharge(tx, { cardPaymentId, processorReference: reference });
  if (now === null || now.isBooked || (now.state === 'charged' && now.tries === tries)) return null;
  const sale = { applicationId, policyNumber, sellerId, day: today };
  const charged = { reference, amountCents, paymentId: cardPaymentId, recordedBy: made.recordedBy };
  const isOpen = ['due', 'refused'].includes(now.state) || (now.state === 'charging' && now.tries === made.taken);
  const facts = { policyNumber, kind: 'charge', tries } satisfies SaleFacts;
  if (!isOpen) {
    // The reversal names the policy, because the payment is still that policy's.
    const owed = { applicationId, policyNumber, kind: 'charge', key, cardPaymentId, amountCents } as const;
    await oweStray(tx, { ...owed, externalReference: reference });
    await recordEntry(tx, sale, entryOfCharge(charged, 'refund', key));
    await note(tx, { applicationId, event: 'stray money found', facts });
    return 'owed';
  }
  await endCharged(tx, { cardPaymentId, policyNumber, tries, charge });
  await recordEntry(tx, sale, entryOfCharge(charged, 'card'));
  const receiptId = newId<DocumentId>();
  await addDocument(tx, { policyNumber, id: receiptId, kind: 'receipt' });
  await mail(tx, { policyNumber, kind: 'receipt', documentIds: [receiptId] });
  await note(tx, { applicationId, event: 'scheduled card charged', facts });
  await withdrawIfPaid(tx, policyNumber, { paidOn: now.dueOn < today ? now.dueOn : today, today });
  await carryOut(tx, { policyNumber, today });
  await tell(tx, { type: 'payment.captured', policyNumber, sellerId, today });
  return 'charged';
}
