import { NativeSelect, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RequestGround, requestGrounds } from '../../../../src/domain/cancellation/cancellation-cause.ts';
import type { DeskPolicy, RequestOrder, RequestTerms } from '../../../../src/operator/wire/desk.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { Faults } from '../../kit/faults.tsx';
import { DateInput } from '../../kit/inputs.tsx';
import { useWords } from '../../words/words.tsx';

interface Wish {
  readonly ground: RequestGround;
  readonly effectiveDate: string;
  readonly note: string;
}

/** Asks the operator, who decides. What it would come to is shown first; nothing is written by that. */
export function AskForCancellation({ policy: { policyNumber, today } }: { readonly policy: DeskPolicy }) {
  const { desk, correct } = useWords();
  const words = desk.policy;
  const path = `/api/desk/policies/${policyNumber}/cancellation-request`;
  return (
    <ActButton<Wish, RequestTerms>
      {...actTexts(words, 'ask', policyNumber)}
      look="page"
      reason="none"
      initial={{ ground: 'Other', effectiveDate: today, note: '' }}
      required={['effectiveDate']}
      send={(_reason, wish) => api.post<RequestTerms>(path, orderOf(wish))}
    >
      {({ values, control, text }) => (
        <>
          <NativeSelect
            label={words.ground}
            value={values.ground}
            onChange={(event) => control('ground').onChange(event.currentTarget.value as RequestGround)}
            data={requestGrounds.map((ground) => ({ value: ground, label: correct.cancel.grounds[ground] }))}
          />
          <DateInput {...control('effectiveDate', words)} />
          <Textarea autosize minRows={2} maxLength={500} {...text('note', words)} />
          {values.effectiveDate !== '' && <ComesTo path={`${path}/preview`} wish={values} />}
        </>
      )}
    </ActButton>
  );
}

function orderOf({ ground, effectiveDate, note }: Wish): RequestOrder {
  return { ground, effectiveDate, ...(note !== '' && { note }) };
}

function ComesTo({ path, wish: { ground, effectiveDate } }: { readonly path: string; readonly wish: Wish }) {
  const { desk, format } = useWords();
  const terms = useQuery({
    queryKey: [path, ground, effectiveDate],
    queryFn: () => api.post<RequestTerms>(path, { ground, effectiveDate }),
    retry: false,
  });
  if (terms.isError) return <Faults error={terms.error} />;
  if (terms.data === undefined) return null;
  const { refundCents } = terms.data;
  return (
    <Text size="sm" fw={600} role="status">
      {refundCents === 0 ? desk.policy.nothingBack : desk.policy.comesTo(format.money(refundCents))}
    </Text>
  );
}
