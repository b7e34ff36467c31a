import { useEffect, useEffectEvent, useState } from 'react';
import type { Progress, SaleView } from '../../../shop-api.ts';
import { get, pause } from '../kit/api.ts';
import { Form } from '../kit/form.tsx';
import { useShop } from '../kit/shop.tsx';
import { Title } from '../kit/title.tsx';
import { useWords } from '../words/words.tsx';
import { BankAccountFields, bankAccountIn } from './bank-account-fields.tsx';

interface BindingProps {
  readonly progress: Extract<Progress, { state: 'binding' }>;
}

const askEveryMs = 800;
/** A party that is away is asked again for up to half an hour; the page then does not speak of seconds. */
const slowAfterMs = 15_000;

/** The bind runs on the server. The page polls its progress, also while the shop can't be reached. */
export function Binding({ progress }: BindingProps) {
  const { words } = useWords();
  const { onSale, facts } = useShop();
  const [isAway, setAway] = useState(false);
  const [isSlow, setSlow] = useState(false);
  const hear = useEffectEvent((sale: SaleView) => {
    setAway(false);
    onSale(sale);
  });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    // One question at a time: on a slow network they would pile up.
    const ask = async (): Promise<void> => {
      while (!signal.aborted) {
        await pause(askEveryMs);
        await get<SaleView>('sale', signal).then(hear, () => signal.aborted || setAway(true));
      }
    };
    ask();
    const slow = setTimeout(() => setSlow(true), slowAfterMs);
    return () => {
      clearTimeout(slow);
      controller.abort();
    };
  }, []);

  // Until the lender has answered, the bank account is in memory alone: a loan may come to nothing.
  const whenLeft = progress.isFinanced ? 'stay' : facts.writesInAnyCase ? 'mayLeave' : 'mayReturn';
  const { soon, slow, safe, wait } = words.binding;
  const lede = `${isSlow ? slow : soon} ${progress.isFinanced ? wait : safe}`;
  if (progress.needsBankAccount) return <AskAgain progress={progress} />;
  return (
    <div className="binding">
      <span className="spinner" aria-hidden="true" />
      <Title lede={lede}>{words.binding.title}</Title>
      <p className={isAway ? 'note' : 'quiet'} role="status">
        {isAway ? words.shopAway : words.binding[whenLeft]}
      </p>
    </div>
  );
}

/** After a crash with financing: the bank account was not stored, so the customer has to enter it again. */
function AskAgain({ progress }: BindingProps) {
  const { words } = useWords();
  const { post, onSale } = useShop();
  const resume = (fields: FormData): Promise<void> =>
    post<SaleView>('bind/resume', { bankAccount: bankAccountIn(fields) }).then(onSale);
  return (
    <>
      <Title lede={words.binding.askLede}>{words.binding.askTitle}</Title>
      <Form refused={progress.errors} send={resume} action={words.binding.finish}>
        <div className="card">
          <BankAccountFields />
        </div>
      </Form>
    </>
  );
}
