import type { BankAccount } from '@northbind/sdk';
import { TextField } from '../kit/form.tsx';
import { useWords } from '../words/words.tsx';

/** The path of the account in the request. */
export const accountPath = 'financing.bankAccount';

export function BankAccountFields() {
  const { words } = useWords();
  const digits = (name: keyof BankAccount, label: string, hint: string, lengthMax: number) => (
    <TextField
      field={`${accountPath}.${name}`}
      label={label}
      hint={hint}
      className="code"
      inputMode="numeric"
      autoComplete="off"
      maxLength={lengthMax}
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
      <TextField field={`${accountPath}.accountHolderName`} label={words.payment.holder} autoComplete="name" />
    </fieldset>
  );
}
