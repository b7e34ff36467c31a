import { type Refusal, type RefusalCode, refusal } from '../refusal.ts';

/**
 * Everything that is wrong with the account at once, in the order of the block; empty when nothing is. Form only:
 * whether the branch exists is the lender's to say. A missing number is answered with the same code as a malformed one.
 * No refusal carries the numbers themselves, so that none can reach a log.
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
 * A chequing account for pre-authorised debits; null where the partner gave nothing. The holder need not be the
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
