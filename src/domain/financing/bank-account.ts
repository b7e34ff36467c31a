import { type Refusal, type RefusalCode, refusal } from '../refusal.ts';

/**
 * Returns all faults of the account, in the order of the block. Checks only the form: whether the branch exists is for
 * the lender to say. A missing number has the same code as a malformed one. No refusal contains the numbers, so that
 * none can reach a log.
 */
export function faultsOfBankAccount(account: BankAccount): readonly Refusal[] {
  const faults: Refusal[] = [];
  const demand = (isGood: boolean, code: RefusalCode, field: keyof BankAccount) => {
    if (!isGood) faults.push(refusal(code, `financing.bankAccount.${field}`));
  };
  demand(isMatch(/^[0-9]{3}$/, account.institutionNumber), 'InvalidBankInstitution', 'institutionNumber');
  demand(isMatch(/^[0-9]{5}$/, account.transitNumber), 'InvalidBankTransit', 'transitNumber');
  demand(isMatch(/^[0-9]{7,12}$/, account.accountNumber), 'InvalidBankAccount', 'accountNumber');
  demand(isMatch(/\S/, account.accountHolderName), 'AccountHolderNameRequired', 'accountHolderName');
  return faults;
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

function isMatch(form: RegExp, text: string | null): boolean {
  return text !== null && form.test(text);
}
