import type { BankAccount } from '@northbind/sdk';
import { Field, textIn } from '../kit/form.tsx';
import { useWords } from '../words/words.tsx';

const block = 'financing.bankAccount';

export function BankAccountFields() {
  const { words } = useWords();
  const digits = (name: keyof BankAccount, label: string, hint: string, lengthMax: number) => (
    <Field field={`${block}.${name}`} label={label} hint={hint}>
      {(input) => <input {...input} className="code" inputMode="numeric" autoComplete="off" maxLength={lengthMax} />}
    </Field>
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
      <Field field={`${block}.accountHolderName`} label={words.payment.holder}>
        {(input) => <input {...input} autoComplete="name" />}
      </Field>
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
