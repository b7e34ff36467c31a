/**
 * What a process is given to do. First each file's tests run again and again on what the file has opened (`warm`);
 * then, for what they did not notice, whole files are opened anew, with the change from the beginning.
 */
export interface Job {
  /** The changed files as Stryker writes them, by their address: with every change, each switched on by its number. */
  readonly texts: Readonly<Record<string, string>>;
  readonly pass: 'warm' | 'anew';
  /** Those that were not tried to the end yet. */
  readonly testFiles: readonly string[];
  /** The changes that this process tries. */
  readonly ids: readonly string[];
  /** Those that were tried with the first file already. */
  readonly tried: readonly string[];
  /** Those that a test that can be repeated has reached. */
  readonly reached: readonly string[];
}

/** What it tells meanwhile. */
export type Told =
  | { readonly kind: 'opens'; readonly testFile: string }
  /** Reached by a test, or `static`, while the code is read, or `once`, by what can't be repeated. */
  | { readonly kind: 'reached'; readonly ids: readonly string[]; readonly by: 'test' | 'static' | 'once' }
  | { readonly kind: 'tries'; readonly id: string }
  | { readonly kind: 'tried'; readonly id: string }
  | { readonly kind: 'noticed'; readonly id: string; readonly by: string }
  | { readonly kind: 'alive' }
  /** It ends, and another process goes on: what tests leave behind has filled its memory. */
  | { readonly kind: 'tired' }
  | { readonly kind: 'says'; readonly text: string }
  | { readonly kind: 'done' };

/** How the name of a test ends that a change keeps from ending. */
export const tooLong = '(takes too long)';
