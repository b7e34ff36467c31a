import { type AccountSummary, summaryOf } from '../../domain/account/account-summary.ts';
import { sumOf } from '../../domain/account/payments.ts';
import { parseDate } from '../../domain/calendar.ts';
import type { SaleFacts } from '../../domain/history/sale-event.ts';
import type { EntryId } from '../../domain/ids.ts';
import type { Cents } from '../../domain/money.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { OperatorAction } from '../../domain/operator/operator-action.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { listByOtherReference } from '../../store/books/entry.ts';
import { rehearse, type Tx } from '../../store/database.ts';
import { correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { type AccountParts, type OpenAccount, openAccount } from './open-account.ts';
import { giveGoodwill, type Reported, recordReport, reinstate, voidReport } from './record-report.ts';

/*
 * What operators say and decide of a policy's money. Each act is recorded with who did it and why, and answers how the
 * account stands afterwards.
 */

export type CorrectAccountParts = AccountParts & Parts<'database' | 'now'>;

export interface MoneyAsked {
  readonly what: Reported['kind'];
  /** If it is missing, all of it is meant. */
  readonly amountCents?: Cents | undefined;
  /** If it is missing, the seller's today is meant. */
  readonly on?: string | undefined;
  readonly reference?: string | undefined;
}

/** What the operator saw of the account: the same act of somebody else, or a repeated one, has changed it. */
interface WithShown {
  readonly shown?: Pick<AccountSummary, 'balanceCents' | 'netCollectedCents'> | undefined;
}

/** Records what happened to the money of a policy, as an operator knows it. */
export function recordMoney(parts: CorrectAccountParts, actor: Actor, asked: PolicyAsked & MoneyAsked & WithShown) {
  const { what: kind, amountCents, on } = asked;
  const facts = { kind, ...(amountCents !== undefined && { amountCents }), ...(on !== undefined && { on }) };
  return correctAccount(parts, actor, { ...asked, action: 'record money', facts }, async (open) =>
    (await isRecordedBefore(open, asked))
      ? refuseOperator('RecordedAlready', 'reference')
      : recordAsked(parts, open, asked),
  );
}

/** What would follow from it, with nothing recorded. */
export function previewMoney(
  { database, now, ...parts }: CorrectAccountParts,
  policyNumber: string,
  asked: MoneyAsked,
): Promise<AccountSummary | OperatorRefusal> {
  return rehearse(database, async (tx: Tx) => {
    const open = await openAccount(tx, policyNumber, { now });
    if (open === null) return refuseOperator('NotFound', 'policyNumber');
    const recorded = await recordAsked(parts, open, asked);
    return isOperatorRefusal(recorded) ? recorded : standing(recorded);
  });
}

async function recordAsked(parts: AccountParts, open: OpenAccount, { what, on, ...asked }: MoneyAsked) {
  const day = on === undefined ? null : parseDate(on);
  if (on !== undefined && day === null)
    return refuseOperator('ReportDateOutOfRange', 'on', { from: open.stored.policy.boundOn, to: open.at.today });
  const { amountCents = null, reference = '' } = asked;
  return recordReport(parts, open, {
    kind: what,
    amountCents,
    on: day,
    reference: reference.trim(),
    recordedBy: 'operator',
  });
}

/**
 * The same cheque, typed twice or by two people. A cheque without a reference is told apart by day and amount alone. A
 * preview does not ask: it comes before the reference is typed.
 */
async function isRecordedBefore({ tx, stored, account, at }: OpenAccount, asked: MoneyAsked): Promise<boolean> {
  const { what, on = at.today } = asked;
  const reference = asked.reference?.trim() ?? '';
  if (what !== 'received' && what !== 'given-back') return false;
  const kind = what === 'received' ? 'payment' : 'refund';
  const amountCents = asked.amountCents ?? (what === 'received' ? account.dueCents : null);
  const { policyNumber } = stored.policy;
  const others = reference === '' ? [] : await listByOtherReference(tx, { policyNumber, kind, reference });
  const byHand = stored.record.entries.filter(
    (one) =>
      one.kind === kind &&
      one.cardPaymentId === null &&
      one.happenedOn === on &&
      !others.some(({ id }) => id === one.id),
  );
  // One cheque may have given back of several payments.
  return byHand.some((one) => one.amountCents === amountCents) || (byHand.length > 1 && sumOf(byHand) === amountCents);
}

/** Gives a part or all of what was paid back without cancelling. */
export function giveGoodwillTo(
  parts: CorrectAccountParts,
  actor: Actor,
  asked: PolicyAsked & WithShown & { readonly amountCents: Cents },
) {
  const { amountCents } = asked;
  return correctAccount(parts, actor, { ...asked, action: 'give goodwill', facts: { amountCents } }, async (open) => {
    const isGivenToday = open.stored.record.entries.some(
      (one) => one.kind === 'goodwill' && one.amountCents === amountCents && one.happenedOn === open.at.today,
    );
    return isGivenToday ? refuseOperator('RecordedAlready', 'amount') : giveGoodwill(parts, open, amountCents);
  });
}

/** Takes back what an operator recorded by mistake. */
export function voidEntryOf(
  parts: CorrectAccountParts,
  actor: Actor,
  asked: PolicyAsked & { readonly entryId: EntryId },
) {
  const facts = { entryId: asked.entryId };
  return correctAccount(parts, actor, { ...asked, action: 'void entry', facts }, (open) =>
    voidReport(parts, open, asked.entryId),
  );
}

/** Undoes a cancellation that took effect. */
export function reinstatePolicy(parts: CorrectAccountParts, actor: Actor, asked: PolicyAsked) {
  return correctAccount(parts, actor, { ...asked, action: 'reinstate policy', facts: {} }, (open) =>
    reinstate(parts, open),
  );
}

interface AccountAct extends PolicyAsked, WithShown {
  readonly action: OperatorAction;
  readonly facts: SaleFacts;
}

function correctAccount(
  { database, now }: CorrectAccountParts,
  actor: Actor,
  { policyNumber, reason, action, facts, shown }: AccountAct,
  work: (open: OpenAccount) => Promise<OpenAccount | OperatorRefusal>,
): Promise<AccountSummary | OperatorRefusal> {
  return correctOnRecord(database, { actor, reason }, async (tx) => {
    const open = await openAccount(tx, policyNumber, { now });
    if (open === null) return refuseOperator('NotFound', 'policyNumber');
    const { balanceCents, netCollectedCents } = open.account;
    if (shown !== undefined && (shown.balanceCents !== balanceCents || shown.netCollectedCents !== netCollectedCents))
      return refuseOperator('AccountChanged', 'shown');
    const done = await work(open);
    if (isOperatorRefusal(done)) return done;
    const { applicationId } = open.stored.policy;
    return { action, subject: policyNumber, applicationId, facts, result: standing(done) };
  });
}

const standing = ({ account, stored }: OpenAccount): AccountSummary => summaryOf(account, stored.record);
