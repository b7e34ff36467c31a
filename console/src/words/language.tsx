import { createContext, type ReactNode, startTransition, useContext, useEffect, useMemo, useState } from 'react';
import type { Language } from '../../../src/domain/language.ts';
import { type Format, makeFormat } from '../kit/format.ts';
import { keepZone, readZone } from '../kit/zone.ts';
import type { Words } from './dictionary.ts';
import { firstLanguage, keepLanguage } from './first-language.ts';
import { spoken } from './spoken.ts';
import { access } from './texts/access.ts';
import { kit } from './texts/kit.ts';
import { labels } from './texts/labels.ts';
import { refusals } from './texts/refusals.ts';
import { shell } from './texts/shell.ts';

/** What is said before anybody is signed in, without the words of all the other pages. */
export interface FirstSpeech extends Pick<Words, 'access' | 'kit' | 'labels' | 'refusals' | 'shell'> {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
  readonly setZone: (zone: string) => void;
  readonly format: Format;
}

const FirstSpeechContext = createContext<FirstSpeech | null>(null);

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  const [zone, setZone] = useState(readZone);
  useEffect(() => {
    document.documentElement.lang = `${language}-CA`;
  }, [language]);
  const speech = useMemo(
    (): FirstSpeech => ({
      ...spoken({ access, kit, labels, refusals, shell }, language),
      language,
      setLanguage: (next) => {
        keepLanguage(next);
        // The page stays as it is until the texts are there.
        startTransition(() => setLanguage(next));
      },
      setZone: (next) => {
        keepZone(next);
        setZone(next);
      },
      format: makeFormat(language, zone),
    }),
    [language, zone],
  );
  return <FirstSpeechContext value={speech}>{children}</FirstSpeechContext>;
}

export function useFirstWords(): FirstSpeech {
  return useContext(FirstSpeechContext)!;
}
