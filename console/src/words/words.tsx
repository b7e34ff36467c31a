import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { en, type Words } from './en.ts';
import { fr } from './fr.ts';

export type Language = 'en' | 'fr';

const dictionaries: Readonly<Record<Language, Words>> = { en, fr };
const keptUnder = 'northbind-language';

interface Speech {
  readonly language: Language;
  readonly words: Words;
  readonly setLanguage: (language: Language) => void;
}

const SpeechContext = createContext<Speech>({ language: 'en', words: en, setLanguage: () => undefined });

/** The browser's language, unless the operator chose the other one. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = `${language}-CA`;
  }, [language]);
  const speech = useMemo<Speech>(
    () => ({
      language,
      words: dictionaries[language],
      setLanguage: (next) => {
        localStorage.setItem(keptUnder, next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useSpeech(): Speech {
  return useContext(SpeechContext);
}

export function useWords(): Words {
  return useSpeech().words;
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(keptUnder);
  if (kept === 'en' || kept === 'fr') return kept;
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'fr');
  return known === 'fr' ? 'fr' : 'en';
}
