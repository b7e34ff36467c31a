import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { makeColumns } from '../kit/columns.tsx';
import { type Format, type Language, makeFormat } from '../kit/format.ts';
import { en, fr, type Words } from './dictionary.ts';

const keptUnder = 'northbind-language';

/** The texts, and whatever else depends on the operator's language. */
export interface Speech extends Words {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
  readonly format: Format;
  readonly column: ReturnType<typeof makeColumns>;
}

const SpeechContext = createContext<Speech | null>(null);

/** The browser's language, unless the operator chose the other one. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = `${language}-CA`;
  }, [language]);
  const speech = useMemo((): Speech => {
    const words = language === 'en' ? en : fr;
    const format = makeFormat(language);
    return {
      ...words,
      language,
      setLanguage: (next) => {
        localStorage.setItem(keptUnder, next);
        setLanguage(next);
      },
      format,
      column: makeColumns(format, words.kit),
    };
  }, [language]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useWords(): Speech {
  return useContext(SpeechContext)!;
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(keptUnder);
  if (kept === 'en' || kept === 'fr') return kept;
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'fr');
  return known === 'fr' ? 'fr' : 'en';
}
