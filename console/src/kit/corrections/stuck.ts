import type { Act } from '../../../../src/domain/work/needs-person.ts';
import { retryKinds, settleKinds } from '../../../../src/domain/work/needs-person.ts';
import type { StuckKind, StuckRow } from '../../../../src/operator/wire/sales.ts';
import type { Words } from '../../words/dictionary.ts';
import { sellerDay } from '../seller-day.ts';
import type { Correction, Moved } from './correction.ts';

/** The corrections of what needs attention, as the service offers them. */
export function correctionsOf(row: StuckRow): readonly Correction[] {
  return row.acts.map((act) => correctionOf(act, row)).filter((one) => one !== null);
}

/** Those of a scheduled charge, in a list or on its sale's page. */
export function chargeCorrections(
  acts: readonly Act[],
  charge: {
    readonly id: string;
    readonly policyNumber: string;
    readonly isUnclearForADay: boolean;
    readonly dueOn: string;
    readonly money: Moved;
  },
): readonly Correction[] {
  const { id, policyNumber, isUnclearForADay, dueOn, money } = charge;
  const byAct: Partial<Record<Act, Correction>> = {
    retry: { kind: 'retryCharge', id, money },
    link: { kind: 'paymentLink', policyNumber },
    'write-off': { kind: 'writeOff', policyNumber, amountCents: money.amountCents },
    move: { kind: 'moveCharge', paymentId: id, dueOn },
    settle: { kind: 'settleCharge', id, isUnclearForADay, money },
  };
  return acts.map((act) => byAct[act]).filter((one) => one !== undefined);
}

function correctionOf(
  act: Act,
  { kind, what, id, policyNumber, request, seller, ...row }: StuckRow,
): Correction | null {
  const today = seller === null ? undefined : sellerDay(seller);
  const money: Moved = { amountCents: row.amountCents, card: row.customer?.card ?? null };
  switch (kind) {
    case 'requests': {
      if (policyNumber === null || request === null || today === undefined) return null;
      const { boundOn, effectiveDate } = request;
      return act === 'accept'
        ? { kind: 'acceptRequest', policyNumber, boundOn, effectiveDate, today, request }
        : { kind: 'declineRequest', policyNumber, requestId: request.requestId };
    }
    case 'reversals':
      return {
        kind: act === 'retry' ? 'retryReversal' : 'settleReversal',
        id,
        money: { ...money, payee: what as NonNullable<Moved['payee']> },
        ...(today && { today }),
      };
    case 'charges': {
      const charge = { id, policyNumber: policyNumber!, isUnclearForADay: what === 'unclear charge', dueOn: '', money };
      return chargeCorrections([act], charge)[0] ?? null;
    }
    case 'mails':
      if (act === 'address') return policyNumber === null ? null : { kind: 'email', policyNumber };
      return { kind: act === 'retry' ? 'resendMail' : 'settleMail', id };
    case 'linkMails':
      return { kind: act === 'retry' ? 'retryLinkMail' : 'settleLinkMail', id };
    case 'letters':
      return { kind: act === 'retry' ? 'retryLetter' : 'settleLetter', id };
    case 'binds':
      return { kind: 'retryBind', id };
    case 'differences':
      return { kind: 'settleDifference', id };
    case 'limits':
    case 'jobs':
      return null;
  }
}

/** Lists what can be done for all of a kind, as far as it can be for one of those that are shown. */
export function correctionsForAll(kind: StuckKind, rows: readonly StuckRow[]): readonly Correction[] {
  const isOffered = (act: Act): boolean => rows.length > 1 && rows.some(({ acts }) => acts.includes(act));
  const [retried, settled] = [retryKinds.find((one) => one === kind), settleKinds.find((one) => one === kind)];
  const failures = [...new Set(rows.map(({ failure }) => failure).filter((one) => one !== null))];
  return [
    ...(retried && isOffered('retry') ? [{ kind: 'retryAll', work: retried, failures } as const] : []),
    ...(settled && isOffered('settle') ? [{ kind: 'settleAll', work: settled, failures } as const] : []),
  ];
}

export function nameStuck({ kind, what }: StuckRow, { sale, correct, today }: Words): string {
  const names: Readonly<Record<string, string>> = {
    ...(kind === 'charges' ? sale.chargeKinds : sale.reversalPayees),
    ...sale.mailKinds,
    ...sale.bindSteps,
    ...correct.cancel.grounds,
    ...today.linkMails,
    ...today.differences,
  };
  return names[what] ?? what;
}
