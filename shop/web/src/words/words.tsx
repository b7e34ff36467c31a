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
  /** The shop's text for the error of a field; for an unknown code, the service's message. */
  readonly errorText: (error: ErrorItem, label: string | null) => string;
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
      errorText: (error, label) => textOf(error, label, words, language),
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

/** The language in which whoever serves the page wants it opened. */
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

function textOf(error: ErrorItem, label: string | null, { errors }: Words, language: Language): string {
  const { required, invalid, codes, other } = errors;
  switch (kindOf(error, codes, language)) {
    case 'own':
      return codes[error.code]!;
    case 'required':
      return label === null ? required : errors.requiredNamed(label);
    case 'sign':
      return errors.sign(String(error.params?.sign));
    case 'said':
      return error.message;
    case 'invalid':
      return label === null ? invalid : errors.invalidNamed(label);
    case 'other':
      return other;
  }
}

function noteOf(error: ErrorItem, label: string | null, words: Words, language: Language): string {
  const text = textOf(error, null, words, language);
  if (label === null) return text;
  const short = { required: words.toFillIn, invalid: words.toCheck };
  const kind = kindOf(error, words.errors.codes, language);
  const colon = label.endsWith('?') ? '' : words.colon;
  return `${label}${colon} ${kind === 'required' || kind === 'invalid' ? short[kind] : text}`;
}

type ErrorKind = 'own' | 'required' | 'sign' | 'said' | 'invalid' | 'other';

function kindOf({ code, message, params }: ErrorItem, own: Words['errors']['codes'], language: Language): ErrorKind {
  if (own[code] !== undefined) return 'own';
  if (code.endsWith('Required')) return 'required';
  // The service says what to send, which is a partner's affair: a customer has a field to look at.
  if (code.endsWith('Invalid')) return params?.sign === undefined ? 'invalid' : 'sign';
  // The service's messages are English, and may be shown as they are.
  return language === 'en' && message !== '' ? 'said' : 'other';
}
