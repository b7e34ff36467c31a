import { Group, NativeSelect, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { cancellationGrounds, cancellationParties } from '../../../../src/domain/policy/cancellation.ts';
import type {
  CancellationAnswer,
  CancellationOrder,
  CancellationPreview,
  CancellationQuestion,
} from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import { DateInput } from '../date-input.tsx';
import { todayHere } from '../format.ts';
import { CancelledResult } from './cancelled-result.tsx';
import type { Cancelling, CorrectionModalProps } from './correction.ts';
import { PreviewedTerms } from './previewed-terms.tsx';

const kinds = ['pro-rata', 'flat'] as const;

/** Shows the refund before it can be confirmed and sends it along: when it has changed since, it is refused. */
export function CancelModal({ correction, ...state }: CorrectionModalProps<Cancelling>) {
  const { correct, format } = useWords();
  const words = correct.cancel;
  const { policyNumber, boundOn, effectiveDate, request } = correction;
  const path = `/api/policies/${policyNumber}/cancellation`;
  const [terms, setTerms] = useState<CancellationPreview | null>(null);
  return (
    <ActModal
      {...state}
      size="xl"
      title={words.title(policyNumber)}
      confirm={terms && terms.refundCents > 0 ? words.confirm(format.money(terms.refundCents)) : words.act}
      dismiss={words.keep}
      isDanger
      lead={request && <Asked request={request} />}
      initial={firstQuestion(todayHere(), effectiveDate, request)}
      mayConfirm={() => terms !== null}
      done={words.done}
      send={(reason, question) => {
        const shown = { refundCents: terms!.refundCents, settlement: terms!.settlement };
        const order: CancellationOrder = { ...question, reason, shown };
        return api.post<CancellationAnswer>(path, order);
      }}
      result={(answer, close) => <CancelledResult answer={answer} onClose={close} />}
    >
      {({ values, control }) => (
        <>
          <Group align="flex-start" gap="xl">
            <Radio.Group<CancellationQuestion['kind']> label={words.kind} {...control('kind')}>
              <Stack gap={8} mt={6}>
                {kinds.map((kind) => (
                  <Radio key={kind} value={kind} label={words.kinds[kind]} description={words.kindHelp[kind]} />
                ))}
              </Stack>
            </Radio.Group>
            <DateInput withAsterisk label={words.date} {...control('cancelledOn')} min={boundOn} />
            <Radio.Group<Party> label={words.requestedBy} {...control('requestedBy')}>
              <Stack gap={8} mt={6}>
                {cancellationParties.map((party) => (
                  <Radio key={party} value={party} label={words.parties[party]} />
                ))}
              </Stack>
            </Radio.Group>
            <NativeSelect
              label={words.ground}
              value={values.ground}
              onChange={(event) => control('ground').onChange(event.currentTarget.value as Ground)}
              data={cancellationGrounds.map((ground) => ({ value: ground, label: words.grounds[ground] }))}
            />
          </Group>
          <PreviewedTerms path={path} question={values} onTerms={setTerms} />
        </>
      )}
    </ActModal>
  );
}

type Party = (typeof cancellationParties)[number];
type Ground = (typeof cancellationGrounds)[number];

/** As the partner has asked; else today. Before its first day a policy can only be cancelled flat. */
function firstQuestion(
  today: string,
  effectiveDate: string,
  request: Cancelling['request'],
): Required<CancellationQuestion> {
  if (request !== undefined) {
    const { kind, cancelledOn, ground } = request;
    return { kind, cancelledOn, requestedBy: 'seller', ground };
  }
  const kind = today < effectiveDate ? 'flat' : 'pro-rata';
  return { kind, cancelledOn: today, requestedBy: 'customer', ground: 'Other' };
}

function Asked({ request }: { readonly request: NonNullable<Cancelling['request']> }) {
  const { correct, format } = useWords();
  const { asked, grounds } = correct.cancel;
  return (
    <>
      {asked(grounds[request.ground], format.date(request.cancelledOn))}
      {request.note !== null && <q>{request.note}</q>}
    </>
  );
}
