import type { BankAccount } from '@northbind/sdk';
import { TextField, textIn } from '../kit/form.tsx';
import { useWords } from '../words/words.tsx';

const block = 'financing.bankAccount';

export function BankAccountFields() {
  const { words } = useWords();
  const digits = (name: keyof BankAccount, label: string, hint: string, lengthMax: number) => (
    <TextField
      field={`${block}.${name}`}
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
      <div className="pair bank">
        {digits('transitNumber', words.payment.transit, words.payment.transitHint, 5)}
        {digits('institutionNumber', words.payment.institution, words.payment.institutionHint, 3)}
        {digits('accountNumber', words.payment.account, words.payment.accountHint, 12)}
      </div>
      <TextField field={`${block}.accountHolderName`} label={words.payment.holder} autoComplete="name" />
    </fieldset>
  );
}

export function bankAccountIn(fields: FormData): BankAccount {
  const of = (name: keyof BankAccount): string => textIn(fields, `${block}.${name}`);
  return {
    institutionNumber: of('institutionNumber'),
    transitNumber: of('transitNumber'),
    accountNumber: of('accountNumber'),
    accountHolderName: of('accountHolderName'),
  };
}
