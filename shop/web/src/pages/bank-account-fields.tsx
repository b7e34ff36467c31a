import type { BankAccount } from '@northbind/sdk';
import { objectIn, TextField } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { fullName } from '../kit/summary.tsx';
import { useWords } from '../words/words.tsx';

/** The path of the account in the request. */
const accountPath = 'financing.bankAccount';

export function bankAccountIn(fields: FormData): BankAccount {
  return objectIn(fields, accountPath) as unknown as BankAccount;
}

export function BankAccountFields() {
  const { words } = useWords();
  const { sale } = useShop();
  const digits = (name: keyof BankAccount, label: string, hint: string) => (
    <TextField
      field={`${accountPath}.${name}`}
      label={label}
      hint={hint}
      className="code"
      inputMode="numeric"
      autoComplete="off"
    />
  );
  return (
    <fieldset>
      <legend>{words.payment.bank}</legend>
      <p className="hint">{words.payment.bankSafe}</p>
      <div className="pair three">
        {digits('transitNumber', words.payment.transit, words.payment.transitHint)}
        {digits('institutionNumber', words.payment.institution, words.payment.institutionHint)}
        {digits('accountNumber', words.payment.account, words.payment.accountHint)}
      </div>
      <TextField
        field={`${accountPath}.accountHolderName`}
        label={words.payment.holder}
        autoComplete="name"
        // Most pay from an account of their own.
        defaultValue={sale.applicant === null ? '' : fullName(sale.applicant)}
      />
    </fieldset>
  );
}
