import type { ErrorItem, Language } from '@northbind/sdk';
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { toDate } from '../kit/dates.ts';
import { en, type Words } from './en.ts';
import { fr } from './fr.ts';
import { longDate } from './long-date.ts';

interface Speech {
  readonly words: Words;
  readonly language: Language;
  readonly switchLanguage: () => void;
  readonly number: (value: number) => string;
  readonly money: (cents: number) => string;
  readonly date: (date: string) => string;
  /** The shop's text for the error; for an unknown code, the service's message. */
  readonly errorText: (error: ErrorItem) => string;
  /** The same in a list of all, where the field's name goes before it. */
  readonly errorNote: (error: ErrorItem, label: string | null) => string;
}

const SpeechContext = createContext<Speech | null>(null);

export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(() => chosenBefore() ?? asOpened() ?? ofBrowser());
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const speech = useMemo((): Speech => {
    const words = language === 'fr' ? fr : en;
    const amounts = new Intl.NumberFormat(`${language}-CA`, { style: 'currency', currency: 'CAD' });
    return {
      words,
      language,
      switchLanguage: () => {
        const other = language === 'fr' ? 'en' : 'fr';
        sessionStorage.setItem(chosenKey, other); // A reload keeps it.
        setLanguage(other);
      },
      number: (value) => value.toLocaleString(`${language}-CA`),
      money: (cents) => amounts.format(cents / 100),
      date: (date) => longDate(language, toDate(date)),
      errorText: (error) => textOf(error, words, language),
      errorNote: (error, label) => noteOf(error, label, words, language),
    };
  }, [language]);
  return <SpeechContext value={speech}>{children}</SpeechContext>;
}

const chosenKey = 'language';

function chosenBefore(): Language | null {
  const chosen = sessionStorage.getItem(chosenKey);
  return chosen === 'en' || chosen === 'fr' ? chosen : null;
}

/** In which language whoever serves the page wants it opened. */
function asOpened(): Language | null {
  const asked = document.documentElement.dataset.opensIn;
  return asked === 'en' || asked === 'fr' ? asked : null;
}

function ofBrowser(): Language {
  return navigator.language.startsWith('fr') ? 'fr' : 'en';
}

export function useWords(): Speech {
  return use(SpeechContext)!;
}

function textOf({ code, message }: ErrorItem, { errors }: Words, language: Language): string {
  const own = errors.codes[code];
  if (own !== undefined) return own;
  if (code.endsWith('Required')) return errors.required;
  // The service's messages are English, and may be shown as they are.
  if (language === 'en' && message !== '') return message;
  return code.endsWith('Invalid') ? errors.invalid : errors.other;
}

function noteOf(error: ErrorItem, label: string | null, words: Words, language: Language): string {
  const text = textOf(error, words, language);
  if (label === null) return text;
  const short = { [words.errors.required]: words.toFillIn, [words.errors.invalid]: words.toCheck }[text];
  return `${label}${words.colon} ${short ?? text}`;
}
