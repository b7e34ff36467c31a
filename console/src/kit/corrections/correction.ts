import type { Role } from '../../../../src/domain/operator/operator.ts';
import type { Failure } from '../../../../src/domain/work/failure.ts';
import type { SettleKind, WorkKind } from '../../../../src/domain/work/needs-person.ts';
import type { CancellationRequestFacts, PolicyFacts } from '../../../../src/operator/wire/sales.ts';

/** The work of which one piece is retried or settled. `retry…` and `settle…` decide the dialog and the role. */
export const workOf = {
  retryReversal: 'reversals',
  retryCharge: 'charges',
  retryBind: 'binds',
  settleReversal: 'reversals',
  settleCharge: 'charges',
  settleMail: 'mails',
  settleDifference: 'differences',
} as const satisfies Readonly<Record<`retry${string}`, WorkKind> & Record<`settle${string}`, SettleKind>>;

export type Correction =
  | OfWork
  | { readonly kind: 'moveCharge'; readonly paymentId: string; readonly dueOn: string }
  | { readonly kind: 'resendMail'; readonly id: string; readonly to?: string }
  | { readonly kind: 'rescind'; readonly policyNumber: string }
  | {
      readonly kind: 'declineRequest';
      readonly policyNumber: string;
      readonly requestId: CancellationRequestFacts['requestId'];
    }
  | { readonly kind: 'withdraw' | 'writeOff'; readonly policyNumber: string }
  | { readonly kind: 'resendDocuments' | 'paymentLink' | 'revokePaymentLink'; readonly policyNumber: string }
  | { readonly kind: 'email'; readonly policyNumber: string; readonly current?: string }
  | Amending
  | OfSelection
  | Cancelling;

export interface OfWork {
  readonly kind: keyof typeof workOf;
  readonly id: string;
  /** Of a charge: its outcome is unknown, so that the processor may have made it. */
  readonly isUnclear?: boolean;
}

/** All stuck work of a kind, or a part of it. */
type OfSelection =
  | ({ readonly kind: 'retryAll'; readonly work: WorkKind } & OfFailures)
  | ({ readonly kind: 'settleAll'; readonly work: SettleKind } & OfFailures);

interface OfFailures {
  /** How those in sight failed. */
  readonly failures: readonly Failure[];
}

/** Those whose dialog has some fields and nothing else. */
export type Plain = Exclude<Correction, Amending | Cancelling | { readonly kind: 'rescind' }>;

export interface Amending {
  readonly kind: 'amend';
  readonly policyNumber: string;
  readonly inputs: PolicyFacts['inputs'];
  readonly emailAddress: string;
}

/** By the operator, or as a partner has asked. */
export interface Cancelling {
  readonly kind: 'cancel' | 'acceptRequest';
  readonly policyNumber: string;
  readonly boundOn: string;
  readonly effectiveDate: string;
  readonly request?:
    | Pick<CancellationRequestFacts, 'requestId' | 'givesEverythingBack' | 'kind' | 'cancelledOn' | 'ground' | 'note'>
    | undefined;
}

export type Choose = (correction: Correction) => void;

export interface ModalState {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export interface CorrectionModalProps<C extends Correction> extends ModalState {
  readonly correction: C;
}

export interface PolicyModalProps extends ModalState {
  readonly policyNumber: string;
}

export function isOfWork(correction: Correction): correction is OfWork {
  return correction.kind in workOf;
}

/** Only an admin may settle, because nothing can check it, and give up money. */
export function roleFor(kind: Correction['kind']): Role {
  return isSettling(kind) || kind === 'writeOff' ? 'admin' : 'support';
}

export function isSettling(kind: Correction['kind']): boolean {
  return kind.startsWith('settle');
}
