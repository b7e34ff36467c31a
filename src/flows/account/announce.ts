import type { AccountEntry, RefundPayee } from '../../domain/account/account-record.ts';
import { type Allocation, sumOf } from '../../domain/account/payments.ts';
import type { EntryKind, LedgerEntry } from '../../domain/books/ledger-entry.ts';
import type { EventType } from '../../domain/event/policy-event.ts';
import type { AuditEvent } from '../../domain/history/sale-event.ts';
import type { DocumentId, EntryId } from '../../domain/ids.ts';
import type { MailKind } from '../../domain/mail/mail-kind.ts';
import { toDollars } from '../../domain/money.ts';
import { differsFromNotice } from '../../domain/refund/refund-as-it-stands.ts';
import { note } from '../../store/audit/audit.ts';
import { addDocument } from '../../store/document/document.ts';
import type { CorrectionFacts } from '../../store/mail/mail.ts';
import { countMails, mail, retractReceipt, wasMailed } from '../../store/mail/policy-mail.ts';
import { mailLink } from '../../store/unpaid/payment-link.ts';
import { recordEvent } from '../event/record-event.ts';
import { newId } from '../new-id.ts';
import type { OpenAccount } from './open-account.ts';

export interface ToAnnounce {
  readonly entry: LedgerEntry;
  readonly entryId: EntryId;
  readonly asksCustomer: boolean;
}

/** Tells customer, partner and record of an entry, after what follows from it was written. */
export async function announce(open: OpenAccount, { entry, entryId, asksCustomer }: ToAnnounce): Promise<void> {
  const { tx, stored, at } = open;
  const { policyNumber, applicationId } = stored.policy;
  const { kind, amountCents } = entry;
  const event = auditEvents[kind];
  if (event !== null) await note(tx, { applicationId, event, facts: { policyNumber, amountCents } });
  if (kind === 'charge' || kind === 'payment') await mailReceipt(open, { entry, entryId });
  if (kind === 'refund') {
    const payee = entry.recordedBy === 'processor' ? 'Card' : 'Customer';
    await mailRefundReceipt(open, { entry, entryId, payee });
  }
  if (kind === 'refund-returned')
    await mailRedirected(open, { paymentEntryId: entry.paymentEntryId ?? null, amountCents });
  // The notice of the cancellation has told what goes to the loan; the customer is written to only if it came otherwise.
  if (kind === 'loan-ended' && differsFromNotice({ ...stored, account: open.account }, at.today))
    await mailRefundReceipt(open, { entry, entryId, payee: 'Lender' });
  if (asksCustomer) await mailLink(tx, { id: newId(), policyNumber, lastDay: null });
  const type = eventTypes[kind];
  if (type !== null) await recordEvent(tx, { type, policyNumber, sellerId: stored.seller.id, today: at.today });
}

/**
 * The refund did not reach the card: the customer is told that it comes by cheque or transfer, as far as it is owed still.
 * A dispute that came meanwhile has taken the rest.
 */
export async function mailRedirected(
  { tx, stored, account }: OpenAccount,
  refund: Pick<Allocation, 'paymentEntryId' | 'amountCents'>,
): Promise<void> {
  const { policyNumber } = stored.policy;
  const owed = account.toGiveBack.filter(
    ({ paymentEntryId, payee }) => paymentEntryId === refund.paymentEntryId && payee === 'Customer',
  );
  const redirectedCents = Math.min(refund.amountCents, sumOf(owed));
  if (redirectedCents <= 0) return;
  const number = (await countMails(tx, { policyNumber, kind: 'refund by cheque' })) + 1;
  await mail(tx, { id: newId(), policyNumber, kind: 'refund by cheque', number, facts: { redirectedCents } });
}

type Told = Pick<ToAnnounce, 'entry' | 'entryId'>;

async function mailReceipt({ tx, stored }: OpenAccount, { entry, entryId }: Told): Promise<void> {
  const { policyNumber } = stored.policy;
  const documentId = newId<DocumentId>();
  const number = await addDocument(tx, { policyNumber, id: documentId, kind: 'receipt', entryId });
  const facts = { amountCents: entry.amountCents, by: entry.kind === 'charge' ? 'card' : 'hand' } as const;
  await mail(tx, { id: newId(), policyNumber, kind: 'receipt', number, documentIds: [documentId], facts });
}

async function mailRefundReceipt(
  { tx, stored, at }: OpenAccount,
  { entry, entryId, payee }: Told & { readonly payee: RefundPayee },
): Promise<void> {
  const { policyNumber } = stored.policy;
  const documentId = newId<DocumentId>();
  const number = await addDocument(tx, { policyNumber, id: documentId, kind: 'refund-receipt', entryId });
  const { amountCents, happenedOn: doneOn = at.today } = entry;
  const facts = { amountCents, payee, doneOn, isInForce: stored.record.cancellation?.isInEffect !== true };
  await mail(tx, { id: newId(), policyNumber, kind: 'refund receipt', number, documentIds: [documentId], facts });
}

/**
 * An entry was taken back: the partner is told, and the customer, if a letter said otherwise before. Who is asked to pay
 * by it gets the page.
 */
export async function announceVoid(
  open: OpenAccount,
  { entry, asksCustomer }: { readonly entry: AccountEntry; readonly asksCustomer: boolean },
): Promise<void> {
  const { tx, stored, at } = open;
  const { policyNumber, applicationId } = stored.policy;
  const { kind, amountCents, happenedOn } = entry;
  await note(tx, { applicationId, event: 'entry voided', facts: { policyNumber, amountCents } });
  const isCorrected = await mailCorrection(open, entry);
  if (asksCustomer && !isCorrected) await mailLink(tx, { id: newId(), policyNumber, lastDay: null });
  const facts = { voided: { type: eventTypes[kind], amount: toDollars(amountCents), on: happenedOn } };
  await recordEvent(tx, { type: 'entry.voided', policyNumber, sellerId: stored.seller.id, today: at.today, facts });
}

/** Returns whether the customer had been told what was a mistake. */
async function mailCorrection({ tx, stored, account }: OpenAccount, entry: AccountEntry): Promise<boolean> {
  const { policyNumber } = stored.policy;
  const told = toldByMail[entry.kind];
  if (told === undefined) return false;
  const kinds = told in toldWithoutReceipt ? toldWithoutReceipt[told as keyof typeof toldWithoutReceipt] : null;
  const wasTold =
    kinds === null ? await retractReceipt(tx, { entryId: entry.id }) : await wasMailed(tx, { policyNumber, kinds });
  if (!wasTold) return false;
  const number = (await countMails(tx, { policyNumber, kind: 'correction' })) + 1;
  const { amountCents, happenedOn } = entry;
  const toldOn = kinds === null ? happenedOn : null;
  const facts = { told, amountCents, toldOn, dueCents: account.isUnknown ? null : account.dueCents };
  await mail(tx, { id: newId(), policyNumber, kind: 'correction', number, facts });
  return true;
}

/** The mails that have told the customer of it. */
const toldWithoutReceipt = {
  unpaid: ['payment link', 'lapse'],
  'refund returned': ['refund by cheque'],
} as const satisfies Partial<Record<CorrectionFacts['told'], readonly MailKind[]>>;

const toldByMail: Readonly<Partial<Record<EntryKind, CorrectionFacts['told']>>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  'refund-returned': 'refund returned',
  'payment-returned': 'unpaid',
  'dispute-lost': 'unpaid',
};

const eventTypes: Readonly<Record<LedgerEntry['kind'], EventType | null>> = {
  sale: null,
  charge: 'payment.captured',
  payment: 'payment.received',
  'payment-returned': 'payment.returned',
  loan: null,
  cancellation: null,
  goodwill: null,
  'write-off': null,
  refund: 'payment.refunded',
  'refund-returned': 'refund.returned',
  'loan-ended': 'loan.cancelled',
  'dispute-opened': 'dispute.opened',
  'dispute-won': 'dispute.won',
  'dispute-lost': 'dispute.lost',
  fee: null,
  reserve: null,
  void: null,
};

const auditEvents: Readonly<Record<LedgerEntry['kind'], AuditEvent | null>> = {
  sale: null,
  charge: 'scheduled card charged',
  payment: 'payment recorded',
  'payment-returned': 'payment returned',
  loan: null,
  cancellation: null,
  goodwill: 'goodwill given',
  'write-off': 'used days written off',
  refund: 'money given back',
  'refund-returned': 'refund returned',
  'loan-ended': 'loan ended',
  'dispute-opened': 'dispute opened',
  'dispute-won': 'dispute won',
  'dispute-lost': 'dispute lost',
  fee: null,
  reserve: null,
  void: null,
};
