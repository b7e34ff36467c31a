import type * as en from './en.ts';

/** The console's texts in one language. English defines the keys; French must have them all to compile. */
export type Words = typeof en;
