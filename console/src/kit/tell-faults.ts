import type { FirstSpeech } from '../words/language.tsx';
import { ApiError, type Fault } from './api.ts';
import { formatDates } from './format-facts.ts';

type ToldIn = Pick<FirstSpeech, 'kit' | 'refusals' | 'language' | 'format'>;

export function faultOf(error: unknown, field: string, words: ToldIn): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const fault = error.faults.find((one) => one.field === field || one.field.startsWith(`${field}.`));
  return fault && tell(fault, words);
}

export function tell(fault: Pick<Fault, 'code' | 'message' | 'details'>, words: ToldIn): string {
  const sentences: Readonly<Record<string, string>> = words.refusals;
  const sentence = sentences[fault.code] ?? fault.message;
  const { basisFrench, ...others } = fault.details ?? {};
  const spoken = words.language === 'fr' && basisFrench !== undefined ? { ...others, basis: basisFrench } : others;
  const details = Object.values(spoken)
    .filter((value) => value !== '')
    .map((value) => formatDates(value, words.format));
  return details.length === 0 ? sentence : `${sentence} (${details.join(', ')})`;
}

export function tellAll(error: unknown, words: ToldIn): readonly string[] {
  if (!(error instanceof ApiError)) return [words.kit.unknownFault(0)];
  if (error.status === 0) return [words.kit.notReached];
  if (error.faults.length === 0) return [words.kit.unknownFault(error.status)];
  return error.faults.map((fault) =>
    fault.code === 'RequestInvalid' && fault.field !== ''
      ? `${tell(fault, words)} [${fault.field}]`
      : tell(fault, words),
  );
}
