import type { Role } from './operator.ts';

/**
 * The role that each correction of a sale needs. The routes of the operator's API take it from here, and so do the
 * console's buttons, so that nobody is offered what would be refused.
 *
 * Support may do what the contract's rules then check and reckon. An admin is needed where nothing can check it: what is
 * said to have happened to money or work, money that is given up or given away, and a policy that is only said to be there.
 */
export const correctionRoles = {
  amend: 'support',
  cancel: 'support',
  correctEmailAddress: 'support',
  declineRequest: 'support',
  enter: 'admin',
  giveGoodwill: 'admin',
  moveCharge: 'support',
  recordMoney: 'admin',
  reinstate: 'admin',
  rescind: 'support',
  resendDocuments: 'support',
  retry: 'support',
  revokePaymentLink: 'support',
  sendPaymentLink: 'support',
  settle: 'admin',
  voidEntry: 'admin',
  withdraw: 'support',
  writeOff: 'admin',
} as const satisfies Readonly<Record<string, Role>>;
