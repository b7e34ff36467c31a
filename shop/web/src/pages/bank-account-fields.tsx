import type { BankAccount } from '@northbind/sdk';
import { objectIn, TextField } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { fullName } from '../kit/summary.tsx';
import { useWords } from '../words/words.tsx';

/** The path of the account in the request. */
const accountPath = 'financing.bankAccount';

/** Reads the account that was typed, and keeps it in the page for the case that it is refused. */
export function useBankAccount(): (fields: FormData) => BankAccount {
  const { typedAccount } = useShop();
  return (fields) => {
    const account = objectIn(fields, accountPath) as unknown as BankAccount;
    typedAccount.current = account;
    return account;
  };
}

export function BankAccountFields() {
  const { words } = useWords();
  const { sale, typedAccount } = useShop();
  const typed = typedAccount.current;
  // Most pay from an account of their own.
  const holder = typed?.accountHolderName ?? (sale.applicant === null ? '' : fullName(sale.applicant));
  const digits = (name: keyof BankAccount, label: string, hint: string, lengthMax: number) => (
    <TextField
      field={`${accountPath}.${name}`}
      label={label}
      hint={hint}
      className="code"
      inputMode="numeric"
      autoComplete="off"
      maxLength={lengthMax}
      defaultValue={typed?.[name] ?? ''}
    />
  );
  return (
    <fieldset>
      <legend>{words.payment.bank}</legend>
      <p className="hint">{words.payment.bankSafe}</p>
      <div className="pair three">
        {digits('transitNumber', words.payment.transit, words.payment.transitHint, 5)}
        {digits('institutionNumber', words.payment.institution, words.payment.institutionHint, 3)}
        {digits('accountNumber', words.payment.account, words.payment.accountHint, 12)}
      </div>
      <TextField
        field={`${accountPath}.accountHolderName`}
        label={words.payment.holder}
        autoComplete="name"
        defaultValue={holder}
      />
    </fieldset>
  );
}
