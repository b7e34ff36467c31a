import { type ReactNode, useState } from 'react';
import type { Role } from '../../../../src/domain/operator/operator.ts';
import { CancelModal } from './cancel-modal.tsx';
import { EmailModal } from './email-modal.tsx';
import { MoveChargeModal } from './move-charge-modal.tsx';
import { ResendDocumentsModal } from './resend-documents-modal.tsx';
import { RetryModal } from './retry-modal.tsx';
import { SettleModal } from './settle-modal.tsx';

/** What an operator can put right, with what is needed to do it. */
export type Correction =
  | { readonly kind: 'retryReversal'; readonly id: string }
  | { readonly kind: 'settleReversal'; readonly id: string }
  | { readonly kind: 'retryCharge'; readonly paymentId: string }
  | { readonly kind: 'settleCharge'; readonly paymentId: string }
  | { readonly kind: 'moveCharge'; readonly paymentId: string; readonly dueOn: string }
  | { readonly kind: 'resendMail'; readonly id: string; readonly to?: string }
  | { readonly kind: 'resendDocuments'; readonly policyNumber: string }
  | { readonly kind: 'email'; readonly policyNumber: string; readonly current?: string }
  | { readonly kind: 'retryBind'; readonly applicationId: string }
  | {
      readonly kind: 'cancel';
      readonly policyNumber: string;
      readonly boundOn: string;
      readonly effectiveDate: string;
    };

/** To say that money was settled outside, which nothing can check, takes an admin. */
export function roleFor(kind: Correction['kind']): Role {
  return kind === 'settleReversal' || kind === 'settleCharge' ? 'admin' : 'support';
}

/** The modal of the correction that was chosen, and how to choose one. */
export function useCorrection(): readonly [(correction: Correction) => void, ReactNode] {
  const [chosen, setChosen] = useState<Correction | null>(null);
  const [isOpen, setOpen] = useState(false);
  const choose = (correction: Correction): void => {
    setChosen(correction);
    setOpen(true);
  };
  const close = (): void => setOpen(false);
  return [choose, chosen && <CorrectionModal correction={chosen} opened={isOpen} onClose={close} />];
}

export interface CorrectionModalProps<C extends Correction> {
  readonly correction: C;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export type CorrectionOf<K extends Correction['kind']> = Extract<Correction, { kind: K }>;

function CorrectionModal({ correction, ...state }: CorrectionModalProps<Correction>) {
  switch (correction.kind) {
    case 'retryReversal':
    case 'retryCharge':
    case 'resendMail':
    case 'retryBind':
      return <RetryModal correction={correction} {...state} />;
    case 'settleReversal':
    case 'settleCharge':
      return <SettleModal correction={correction} {...state} />;
    case 'moveCharge':
      return <MoveChargeModal correction={correction} {...state} />;
    case 'resendDocuments':
      return <ResendDocumentsModal correction={correction} {...state} />;
    case 'email':
      return <EmailModal correction={correction} {...state} />;
    case 'cancel':
      return <CancelModal correction={correction} {...state} />;
  }
}
