import { createContext, type ReactNode, startTransition, use, useContext, useEffect, useMemo, useState } from 'react';
import { makeColumns } from '../kit/columns.tsx';
import { type Format, type Language, makeFormat } from '../kit/format.ts';
import type { Words } from './dictionary.ts';

/** Loaded once each, when they are first needed. */
const loads: Readonly<Record<Language, () => Promise<Words>>> = {
  en: once(() => import('./en.ts')),
  fr: once(() => import('./fr.ts')),
};
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
  const words = use(loads[language]());
  const speech = useMemo((): Speech => {
    const format = makeFormat(language);
    return {
      ...words,
      language,
      setLanguage: (next) => {
        localStorage.setItem(keptUnder, next);
        // What is shown stays until the other words are there.
        startTransition(() => setLanguage(next));
      },
      format,
      column: makeColumns(format, words.kit.none),
    };
  }, [language, words]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

export function useWords(): Speech {
  return useContext(SpeechContext)!;
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load();
    return loading;
  };
}

function firstLanguage(): Language {
  const kept = localStorage.getItem(keptUnder);
  if (kept === 'en' || kept === 'fr') return kept;
  const known = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'en' || tag === 'fr');
  return known === 'fr' ? 'fr' : 'en';
}
