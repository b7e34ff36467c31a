import { Group, NativeSelect } from '@mantine/core';
import { cancellationGrounds } from '../../../../src/domain/cancellation/cancellation-cause.ts';
import type * as wire from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import { DateInput, PickOne } from '../inputs.tsx';
import type { Cancelling, CorrectionModalProps, PolicyModalProps } from './correction.ts';
import { PreviewedTerms, usePreviewedTerms } from './previewed-terms.tsx';

export function CancelModal({ correction, ...state }: CorrectionModalProps<Cancelling>) {
  const { correct, labels, format } = useWords();
  const words = correct.cancel;
  const { policyNumber, boundOn, effectiveDate, today, request } = correction;
  const path = `/api/policies/${policyNumber}/cancellation`;
  const { modal, shown, setTerms } = usePreviewedTerms(policyNumber, words);
  return (
    <ActModal
      {...state}
      {...modal}
      lead={request && <Asked request={request} />}
      initial={firstQuestion(today, effectiveDate, request)}
      send={(reason, question) => {
        const order: wire.CancellationOrder = {
          ...question,
          reason,
          shown: shown(),
          ...(request && { requestId: request.requestId }),
        };
        return api.post<wire.CancellationAnswer>(path, order);
      }}
    >
      {({ values, control }) => (
        <>
          <Group align="flex-start" gap="xl">
            <PickOne names={words.kinds} help={words.kindHelp} {...control('kind', words)} />
            <DateInput withAsterisk label={labels.cancelledOn} {...control('cancelledOn')} min={boundOn} />
            <PickOne names={words.parties} {...control('requestedBy', words)} />
            <NativeSelect
              label={words.ground}
              value={values.ground}
              onChange={(event) => control('ground').onChange(event.currentTarget.value as Ground)}
              data={cancellationGrounds.map((ground) => ({ value: ground, label: words.grounds[ground] }))}
            />
          </Group>
          <PreviewedTerms path={path} question={values} onTerms={setTerms}>
            {({ unpaidCents }) =>
              unpaidCents > 0 && (
                <PickOne
                  label={words.usedDays(format.money(unpaidCents))}
                  names={words.usedDaysChoices}
                  help={words.usedDaysHelp}
                  isRow
                  {...control('usedDays')}
                />
              )
            }
          </PreviewedTerms>
        </>
      )}
    </ActModal>
  );
}

type Ground = (typeof cancellationGrounds)[number];

/** Asks what the partner has asked for; else for today. Before its first day a policy can only be cancelled flat. */
function firstQuestion(
  today: string,
  effectiveDate: string,
  request: Cancelling['request'],
): Required<wire.CancellationQuestion> {
  if (request !== undefined) {
    const { kind, cancelledOn, ground } = request;
    return { kind, cancelledOn, requestedBy: 'seller', ground, usedDays: 'write-off' };
  }
  const kind = today < effectiveDate ? 'flat' : 'pro-rata';
  return { kind, cancelledOn: today, requestedBy: 'customer', ground: 'Other', usedDays: 'write-off' };
}

function Asked({ request }: { readonly request: NonNullable<Cancelling['request']> }) {
  const { correct, format } = useWords();
  const { asked, grounds } = correct.cancel;
  return (
    <>
      {asked(grounds[request.ground], format.date(request.cancelledOn))}
      {request.givesEverythingBack && <strong> {correct.cancel.everythingBack}</strong>}
      {request.note !== null && <q>{request.note}</q>}
    </>
  );
}

/** Everything is given back: there is nothing to choose, and the law is the reason. */
export function RescindModal({ policyNumber, ...state }: PolicyModalProps) {
  const words = useWords().correct.rescind;
  const path = `/api/policies/${policyNumber}/rescission`;
  const { modal, shown, setTerms } = usePreviewedTerms(policyNumber, words);
  return (
    <ActModal
      {...state}
      {...modal}
      lead={words.lead}
      reason="none"
      send={() => {
        const order: wire.RescissionOrder = { shown: shown() };
        return api.post<wire.CancellationAnswer>(path, order);
      }}
    >
      {() => <PreviewedTerms path={path} onTerms={setTerms} />}
    </ActModal>
  );
}
