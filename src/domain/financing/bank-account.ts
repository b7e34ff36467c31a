import { faultsOfPrint } from '../document/faults-of-print.ts';
import { type Refusal, type RefusalCode, unless } from '../refusal.ts';

/**
 * Returns all faults of the account, in the order of the block. Checks only the form: whether the branch exists is for
 * the lender to say. A missing number has the same code as a malformed one. No refusal contains the numbers, so that
 * none can reach a log.
 */
export function faultsOfBankAccount(account: SentBankAccount): readonly Refusal[] {
  const demand = (form: RegExp, field: keyof SentBankAccount, code: RefusalCode) =>
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

/** A chequing account for pre-authorised debits. The holder need not be the insured. */
export interface BankAccount {
  readonly institutionNumber: string;
  readonly transitNumber: string;
  readonly accountNumber: string;
  readonly accountHolderName: string;
}

/** What a paper says of an account, and what we keep of it: the name of another person stays with the lender. */
export interface NamedAccount {
  readonly isCustomers: boolean;
  readonly lastDigits: string;
}

export function namedAccount({ accountHolderName, accountNumber }: BankAccount, customerName: string): NamedAccount {
  return { isCustomers: plain(accountHolderName) === plain(customerName), lastDigits: accountNumber.slice(-3) };
}

function plain(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}

/** A lender gets this from a caller that it does not trust; null where nothing was sent. */
export type SentBankAccount = { readonly [Field in keyof BankAccount]: BankAccount[Field] | null };
