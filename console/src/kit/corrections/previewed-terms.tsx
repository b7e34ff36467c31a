import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type * as wire from '../../../../src/operator/wire/correct.ts';
import type { Words } from '../../words/dictionary.ts';
import { useWords } from '../../words/words.tsx';
import { ActResult } from '../act-result.tsx';
import { api } from '../api.ts';
import { Faults } from '../faults.tsx';
import { CancellationTerms, owedCents } from './cancellation-terms.tsx';

type TermsWords = Pick<Words['correct']['cancel'], 'act' | 'title' | 'confirm' | 'confirmFrom'>;

/**
 * The modal of a cancellation or a rescission shows the refund before it can be confirmed, and sends it along as
 * `shown`: when it has changed since, it is refused.
 */
export function usePreviewedTerms(policyNumber: string, words: TermsWords) {
  const { correct, format } = useWords();
  const { keep, done, doneText, doneNotice, doneFrom, notice } = correct.cancel;
  const [terms, setTerms] = useState<wire.CancellationPreview | null>(null);
  const payeeOf = ({ plan, card }: wire.CancellationPreview): string => {
    if (plan.route === 'loan') return correct.movesTo.Lender;
    return card === null ? correct.movesTo.Card : format.card(`${card.cardType ?? ''} ${card.maskedCardNumber}`.trim());
  };
  const confirm = (): string => {
    if (terms === null) return words.act;
    if (!terms.plan.isDue) return words.confirmFrom(format.date(terms.plan.dueOn));
    if (!isGivenAtOnce(terms)) return words.act;
    return words.confirm(format.money(owedCents(terms)), payeeOf(terms));
  };
  const told = (made: wire.CancellationPreview): string => {
    if (!made.plan.isDue) return doneFrom(format.date(made.plan.dueOn));
    return isGivenAtOnce(made) ? doneText : doneNotice;
  };
  const modal = {
    size: 'xl',
    title: words.title(policyNumber),
    confirm: confirm(),
    dismiss: keep,
    isDanger: true,
    mayConfirm: () => terms !== null,
    done,
    result: (answer: wire.CancellationAnswer, close: () => void) => (
      <ActResult title={done} text={told(answer)} made={{ label: notice, ...answer }} onClose={close}>
        <CancellationTerms terms={answer} />
      </ActResult>
    ),
  };
  const shown = () => ({ refundCents: terms!.refundCents, route: terms!.plan.route });
  return { modal, shown, setTerms };
}

/** The service refunds these itself, through the processor or the lender. */
const isGivenAtOnce = ({ plan }: wire.CancellationPreview): boolean => plan.route === 'card' || plan.route === 'loan';

interface PreviewProps {
  /** The route of the cancellation; its preview is below it. */
  readonly path: string;
  /** Nothing is asked of a rescission. */
  readonly question?: wire.CancellationQuestion;
  readonly onTerms: (terms: wire.CancellationPreview | null) => void;
  readonly children?: (terms: wire.CancellationPreview) => ReactNode;
}

export function PreviewedTerms({ path, question, onTerms, children }: PreviewProps) {
  const preview = useQuery({
    queryKey: [`${path}/preview`, question],
    queryFn: () => api.post<wire.CancellationPreview>(`${path}/preview`, question ?? {}),
    enabled: question?.cancelledOn !== '',
    staleTime: 0,
    // This keeps the page from jumping and losing its focus while the next terms are asked for.
    placeholderData: keepPreviousData,
  });
  const terms = preview.isSuccess ? preview.data : null;
  const known = preview.isFetching ? null : terms;
  useEffect(() => onTerms(known), [known, onTerms]);
  return (
    <>
      <Faults error={preview.error} />
      {terms && children?.(terms)}
      {terms && <CancellationTerms terms={terms} />}
    </>
  );
}
