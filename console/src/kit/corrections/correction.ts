import { correctionRoles } from '../../../../src/domain/operator/correction-roles.ts';
import type { Role } from '../../../../src/domain/operator/operator.ts';
import type { Failure } from '../../../../src/domain/work/failure.ts';
import type { SettleKind, WorkKind } from '../../../../src/domain/work/needs-person.ts';
import type { AccountSummary } from '../../../../src/operator/wire/money.ts';
import type { CancellationRequestFacts, EntryFacts, PolicyFacts } from '../../../../src/operator/wire/sales.ts';
import type { Words } from '../../words/dictionary.ts';
import type { Recordable } from './money-facts.ts';

/** The work of which one piece is retried or settled. `retry…` and `settle…` decide the dialog. */
export const workOf = {
  retryReversal: 'reversals',
  retryCharge: 'charges',
  retryLinkMail: 'linkMails',
  retryLetter: 'letters',
  retryBind: 'binds',
  settleReversal: 'reversals',
  settleCharge: 'charges',
  settleMail: 'mails',
  settleLinkMail: 'linkMails',
  settleLetter: 'letters',
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
  | { readonly kind: 'withdraw' | 'reinstate'; readonly policyNumber: string }
  | { readonly kind: 'writeOff'; readonly policyNumber: string; readonly amountCents: number | null }
  | {
      readonly kind: 'goodwill';
      readonly policyNumber: string;
      readonly maxCents: number;
      readonly account: AccountSummary;
    }
  | {
      readonly kind: 'voidEntry';
      readonly policyNumber: string;
      readonly entryId: EntryFacts['entryId'];
      readonly what: EntryFacts['kind'];
      readonly amountCents: number;
    }
  | Recording
  | { readonly kind: 'resendDocuments' | 'paymentLink' | 'revokePaymentLink'; readonly policyNumber: string }
  | { readonly kind: 'email'; readonly policyNumber: string; readonly current?: string }
  | Amending
  | OfSelection
  | Cancelling;

/** How much is moved, and where or from: the button says it. */
export interface Moved {
  readonly amountCents: number | null;
  /** `Visa 4242********4242`; null where it is not known which. */
  readonly card: string | null;
  /** Who gets it back. */
  readonly payee?: keyof Words['correct']['movesTo'];
}

export interface OfWork {
  readonly kind: keyof typeof workOf;
  readonly id: string;
  /** The seller's day, for what is settled with its day. */
  readonly today?: string;
  readonly money?: Moved;
  /** A charge's outcome is unknown for more than a day: the processor may have made it. */
  readonly isUnclearForADay?: boolean;
}

/** The correction concerns all stuck work of a kind, or a part of it. */
type OfSelection =
  | ({ readonly kind: 'retryAll'; readonly work: WorkKind } & OfFailures)
  | ({ readonly kind: 'settleAll'; readonly work: SettleKind } & OfFailures);

interface OfFailures {
  /** How those in sight failed. */
  readonly failures: readonly Failure[];
}

/** Those whose dialog has some fields and nothing else. */
export type Plain = Exclude<Correction, Amending | Cancelling | Recording | { readonly kind: 'rescind' }>;

export interface Amending {
  readonly kind: 'amend';
  readonly policyNumber: string;
  readonly inputs: PolicyFacts['inputs'];
  readonly emailAddress: string;
}

/** What happened to the money of a policy. */
export interface Recording {
  readonly kind: 'recordMoney';
  readonly policyNumber: string;
  readonly recordable: Recordable;
  readonly account: AccountSummary;
  /** Today is the seller's. */
  readonly today: string;
}

/** The operator cancels, or a partner has asked for it. */
export interface Cancelling {
  readonly kind: 'cancel' | 'acceptRequest';
  readonly policyNumber: string;
  readonly boundOn: string;
  readonly effectiveDate: string;
  /** Today is the seller's. */
  readonly today: string;
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

/** The role that the route of a correction asks for. */
export function roleFor(kind: Correction['kind']): Role {
  return correctionRoles[correctionOf[kind]];
}

/** Says by which of the service's corrections each is carried out. */
const correctionOf: Readonly<Record<Correction['kind'], keyof typeof correctionRoles>> = {
  acceptRequest: 'cancel',
  amend: 'amend',
  cancel: 'cancel',
  declineRequest: 'declineRequest',
  email: 'correctEmailAddress',
  goodwill: 'giveGoodwill',
  moveCharge: 'moveCharge',
  paymentLink: 'sendPaymentLink',
  recordMoney: 'recordMoney',
  reinstate: 'reinstate',
  rescind: 'rescind',
  resendDocuments: 'resendDocuments',
  resendMail: 'retry',
  retryAll: 'retry',
  retryBind: 'retry',
  retryCharge: 'retry',
  retryLetter: 'retry',
  retryLinkMail: 'retry',
  retryReversal: 'retry',
  revokePaymentLink: 'revokePaymentLink',
  settleAll: 'settle',
  settleCharge: 'settle',
  settleDifference: 'settle',
  settleLetter: 'settle',
  settleLinkMail: 'settle',
  settleMail: 'settle',
  settleReversal: 'settle',
  voidEntry: 'voidEntry',
  withdraw: 'withdraw',
  writeOff: 'writeOff',
};

export function isSettling(kind: Correction['kind']): boolean {
  return kind.startsWith('settle');
}
