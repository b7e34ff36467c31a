import { createContext, type ReactNode, use, useContext, useMemo } from 'react';
import { makeColumns } from '../kit/columns.tsx';
import type { Words } from './dictionary.ts';
import { type FirstSpeech, useFirstWords } from './language.tsx';
import { loadTexts } from './load-texts.ts';
import { spoken } from './spoken.ts';

/** The texts, and whatever else depends on the operator's language. */
export interface Speech extends Words, Pick<FirstSpeech, 'language' | 'setLanguage' | 'setZone' | 'format'> {
  readonly column: ReturnType<typeof makeColumns>;
}

const SpeechContext = createContext<Speech | null>(null);

export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const first = useFirstWords();
  const texts = use(loadTexts(first.language));
  const speech = useMemo((): Speech => {
    const words = spoken(texts, first.language);
    return { ...first, ...words, column: makeColumns(first.format, words.kit) };
  }, [first, texts]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useWords(): Speech {
  return useContext(SpeechContext)!;
}
