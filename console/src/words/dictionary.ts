import { type Spoken, spoken } from './spoken.ts';
import * as texts from './texts.ts';

export type Words = Spoken<typeof texts>;

export const [en, fr]: readonly [Words, Words] = [spoken(texts, 'en'), spoken(texts, 'fr')];
