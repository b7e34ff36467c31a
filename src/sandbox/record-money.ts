import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { sandboxDisputes, sandboxPayments, sandboxRefunds } from '@northbind/contract/sandbox-money.ts';
import type { DisputeNews, RecordDispute } from '../adapters/sandbox-cards/card-disputes.ts';
import type { ReportKind } from '../domain/account/judge-report.ts';
import { type Cents, parseDollars } from '../domain/money.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../domain/operator/operator-refusal.ts';
import type { Seller } from '../domain/partner/seller.ts';
import { refusal } from '../domain/refusal.ts';
import { type OpenAccount, openAccount } from '../flows/account/open-account.ts';
import { type Reported, recordReport, voidReport } from '../flows/account/record-report.ts';
import type { SendRefundParts } from '../flows/refund/send-refund.ts';
import type { CallContext } from '../ports/outcome.ts';
import { transact } from '../store/database.ts';
import { isPolicyOf } from '../store/policy/policy-view.ts';
import { finishReversals } from './finish-reversals.ts';
import { assertKept } from './kept-faults.ts';

/*
 * What people and banks do to a sale, told by the partner who tests it: recorded as an operator records it, and refused
 * as the operator is.
 */

type Done = AnswerOf<typeof sandboxPayments>;
type Asked<Body> = Body & { readonly now: Date };

export function recordPayment(parts: SendRefundParts, seller: Seller, asked: Asked<BodyOf<typeof sandboxPayments>>) {
  const { kind, amount, on = null, reference = '' } = asked;
  if (kind === 'Voided') return recordInSandbox(parts, seller, asked, (open) => voidLast(parts, open));
  const amountCents = amount === undefined ? null : (parseDollars(amount) ?? 0);
  const reported = { amountCents, on, reference, recordedBy: 'operator' } as const;
  if (kind === 'Returned')
    return recordInSandbox(parts, seller, asked, (open) =>
      returnPayments(parts, open, { ...reported, kind: 'returned' }),
    );
  return reportInSandbox(parts, seller, asked, { ...reported, kind: 'received' });
}

/** Without an amount all that was received came back: where an operator has to name one of several payments, each of them. */
async function returnPayments(
  parts: SendRefundParts,
  open: OpenAccount,
  reported: Reported,
): Promise<OpenAccount | OperatorRefusal> {
  const recorded = await recordReport(parts, open, reported);
  if (!isOperatorRefusal(recorded) || recorded.code !== 'PaymentNotNamed') return recorded;
  const payments = open.account.payments.filter(({ way }) => way === 'hand');
  const { today: to } = open.at;
  const from = payments
    .map(({ paidOn }) => paidOn)
    .sort()
    .at(-1)!;
  if ((reported.on ?? to) < from) return refuseOperator('ReportDateOutOfRange', 'on', { from, to });
  let current = open;
  for (const { takenCents, returnedCents } of payments.toReversed()) {
    const amountCents = takenCents - returnedCents;
    if (amountCents === 0) continue;
    const one = await recordReport(parts, current, { ...reported, amountCents });
    if (isOperatorRefusal(one)) return one;
    current = one;
  }
  return current;
}

export function recordRefundByHand(
  parts: SendRefundParts,
  seller: Seller,
  asked: Asked<BodyOf<typeof sandboxRefunds>>,
) {
  const { on = null, reference = '' } = asked;
  return reportInSandbox(parts, seller, asked, {
    kind: 'given-back',
    amountCents: null,
    on,
    reference,
    recordedBy: 'operator',
  });
}

export interface SandboxDisputesParts extends SendRefundParts {
  /** Tells the sandbox processor, whose ledger shows it. */
  readonly recordDispute: RecordDispute;
}

export async function recordDispute(
  parts: SandboxDisputesParts,
  seller: Seller,
  asked: Asked<BodyOf<typeof sandboxDisputes>> & { readonly requestId: string },
) {
  const { outcome, requestId } = asked;
  const reported = { amountCents: null, on: null, reference: '', recordedBy: 'processor' } as const;
  return recordInSandbox(parts, seller, asked, async (open) => {
    const recorded = await recordReport(parts, open, { ...reported, kind: disputeKinds[outcome] });
    if (isOperatorRefusal(recorded)) return recorded;
    const { account, stored } = recorded;
    const { paymentEntryId, amountCents } = stored.record.entries.findLast(({ kind }) => kind.startsWith('dispute'))!;
    const { key } = account.payments.find(({ id }) => id === paymentEntryId)!.charge!;
    // Under the policy's lock: two calls tell the processor in the order in which they are recorded.
    await tellProcessor(parts, { key, outcome, amountCents }, { requestId, fault: null });
    return recorded;
  });
}

/** The processor has not heard what an operator recorded: it is told that first. */
async function tellProcessor(
  { recordDispute: tell }: Pick<SandboxDisputesParts, 'recordDispute'>,
  { key, outcome, amountCents }: DisputeNews & { readonly amountCents: Cents },
  context: CallContext,
): Promise<void> {
  const told = await tell({ key, outcome }, context);
  if (told.kind !== 'refused') return assertKept(told);
  const before =
    outcome === 'Opened' ? ({ key, outcome: 'Won' } as const) : ({ key, outcome: 'Opened', amountCents } as const);
  assertKept(await tell(before, context));
  assertKept(await tell({ key, outcome }, context));
}

const disputeKinds = {
  Opened: 'dispute-opened',
  Won: 'dispute-won',
  Lost: 'dispute-lost',
} as const satisfies Record<BodyOf<typeof sandboxDisputes>['outcome'], ReportKind>;

/** What a processor, a lender or the service has recorded is no mistake of the operator's. */
async function voidLast(parts: SendRefundParts, open: OpenAccount): Promise<OpenAccount | OperatorRefusal> {
  for (const { id } of open.stored.record.entries.toReversed()) {
    const voided = await voidReport(parts, open, id);
    if (!isOperatorRefusal(voided) || voided.code !== 'EntryNotByOperator') return voided;
  }
  return refuseOperator('EntryNotByOperator', 'policyNumber');
}

interface AboutPolicy {
  readonly policyNumber: string;
  readonly now: Date;
}

function reportInSandbox(parts: SendRefundParts, seller: Seller, asked: AboutPolicy, reported: Reported) {
  return recordInSandbox(parts, seller, asked, (open) => recordReport(parts, open, reported));
}

async function recordInSandbox(
  parts: SendRefundParts,
  seller: Seller,
  { policyNumber: given, now }: AboutPolicy,
  work: (open: OpenAccount) => Promise<OpenAccount | OperatorRefusal>,
) {
  const policyNumber = given.trim().toUpperCase();
  if (!(await isPolicyOf(parts.database, { sellerIds: [seller.id], policyNumber })))
    return { kind: 'refused', refusals: [refusal('PolicyNotFound', 'policyNumber')] } as const;
  const open = await transact(parts.database, async (tx): Promise<OpenAccount | OperatorRefusal> => {
    const opened = await openAccount(tx, policyNumber, { now });
    return opened === null ? refuseOperator('NotFound', 'policyNumber') : work(opened);
  });
  if (isOperatorRefusal(open)) return { kind: 'refused-as-operator', refusal: open } as const;
  await finishReversals(parts, seller.id);
  return { kind: 'ok', value: done, open } as const;
}

const done: Done = { isValid: true, errors: [] };
