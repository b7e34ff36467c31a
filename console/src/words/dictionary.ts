import type { Language } from '../../../src/domain/language.ts';
import { type Spoken, spoken } from './spoken.ts';
import * as texts from './texts.ts';

export type Words = Spoken<typeof texts>;

export const dictionary: Readonly<Record<Language, Words>> = { en: spoken(texts, 'en'), fr: spoken(texts, 'fr') };
export const { en, fr } = dictionary;
