import { TextInput } from '@mantine/core';
import type { AccountSummary, MoneyOrder, MoneyQuestion, MoneyWhat } from '../../../../src/operator/wire/money.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { centsOf, typedAmount } from '../amount.ts';
import { api } from '../api.ts';
import { DateInput, PickOne } from '../inputs.tsx';
import type { CorrectionModalProps, Recording } from './correction.ts';
import { shownOf } from './money-facts.ts';
import { WhatFollows } from './what-follows.tsx';

interface Given {
  readonly what: MoneyWhat | '';
  readonly amount: string;
  readonly on: string;
  readonly reference: string;
}

/** These have a number by which they are found again; it must be given where we paid or were paid. */
const withReference = { received: true, 'given-back': true, 'dispute-opened': false } as const;

/** How a dispute ends is of all of it. */
const withoutAmount: readonly MoneyWhat[] = ['dispute-won', 'dispute-lost'];

/** Asks first what happened, then only what belongs to it, and says what follows before it is recorded. */
export function RecordMoneyModal({ correction, ...state }: CorrectionModalProps<Recording>) {
  const { correct, language } = useWords();
  const { title, whats, referenceHint, ...words } = correct.recordMoney;
  const { policyNumber, recordable, account, today } = correction;
  const path = `/api/policies/${policyNumber}/money`;
  const offered = Object.keys(recordable) as readonly MoneyWhat[];
  const names = Object.fromEntries(offered.map((what) => [what, whats[what]]));
  return (
    <ActModal<Given, AccountSummary>
      {...state}
      title={title(policyNumber)}
      size="lg"
      confirm={words.confirm}
      done={words.done}
      initial={{ what: '', amount: '', on: today, reference: '' }}
      mayConfirm={(given) => questionOf(given) !== null}
      send={(reason, given) => {
        const order: MoneyOrder = { ...questionOf(given)!, reason, shown: shownOf(account) };
        return api.post<AccountSummary>(path, order);
      }}
    >
      {({ values, control, text, set }) => {
        const { what } = values;
        const allOf = (one: MoneyWhat): string => {
          const cents = recordable[one] ?? null;
          return cents === null ? '' : typedAmount(cents, language);
        };
        return (
          <>
            <PickOne<string>
              names={names}
              {...control('what', words)}
              onChange={(chosen) => set({ what: chosen as MoneyWhat, amount: allOf(chosen as MoneyWhat) })}
            />
            {what !== '' && !withoutAmount.includes(what) && (
              <TextInput inputMode="decimal" maxLength={12} {...text('amount', words)} withAsterisk />
            )}
            {what !== '' && <DateInput {...control('on', words)} max={today} withAsterisk />}
            {isReferred(what) && (
              <TextInput
                maxLength={100}
                {...text('reference', words)}
                description={referenceHint[what]}
                withAsterisk={withReference[what]}
              />
            )}
            <WhatFollows path={path} question={questionOf(values)} before={account} />
          </>
        );
      }}
    </ActModal>
  );
}

function isReferred(what: Given['what']): what is keyof typeof withReference {
  return what in withReference;
}

/** Null while something is missing. */
function questionOf({ what, amount, on, reference }: Given): MoneyQuestion | null {
  const cents = centsOf(amount);
  if (what === '' || on === '') return null;
  const hasAmount = !withoutAmount.includes(what);
  if (hasAmount && (cents === null || cents === 0)) return null;
  const isReferenced = isReferred(what) && reference.trim() !== '';
  if (isReferred(what) && withReference[what] && !isReferenced) return null;
  return {
    what,
    on,
    ...(hasAmount && { amountCents: cents! }),
    ...(isReferenced && { reference: reference.trim() }),
  };
}
