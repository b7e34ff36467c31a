import { faultsOfPrint } from '../document/faults-of-print.ts';
import { type Refusal, type RefusalCode, unless } from '../refusal.ts';

/**
 * Returns all faults of the account, in the order of the block. Checks only the form: whether the branch exists is for
 * the lender to say. A missing number has the same code as a malformed one. No refusal contains the numbers, so that
 * none can reach a log.
 */
export function faultsOfBankAccount(account: BankAccount): readonly Refusal[] {
  const demand = (form: RegExp, field: keyof BankAccount, code: RefusalCode) =>
    unless(form.test(account[field] ?? ''), code, `financing.bankAccount.${field}`);
  return [
    ...demand(/^[0-9]{3}$/, 'institutionNumber', 'InvalidBankInstitution'),
    ...demand(/^[0-9]{5}$/, 'transitNumber', 'InvalidBankTransit'),
    ...demand(/^[0-9]{7,12}$/, 'accountNumber', 'InvalidBankAccount'),
    ...demand(/\S/, 'accountHolderName', 'AccountHolderNameRequired'),
    ...holderFaults(account.accountHolderName ?? ''),
  ];
}

/** The lender prints the name, and so do we. */
function holderFaults(name: string): readonly Refusal[] {
  return name.trim() === ''
    ? []
    : faultsOfPrint(name, 'AccountHolderNameInvalid', 'financing.bankAccount.accountHolderName');
}

/**
 * A chequing account for pre-authorised debits; null where the partner sent nothing. The holder need not be the
 * insured.
 */
export interface BankAccount {
  readonly institutionNumber: string | null;
  readonly transitNumber: string | null;
  readonly accountNumber: string | null;
  readonly accountHolderName: string | null;
}
