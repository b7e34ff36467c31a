import type { Plugin } from 'vite';
import { type Language, languages } from '../src/domain/language.ts';

/**
 * Makes the texts of one language of `texts.ts?only=fr`: of each pair (`words/spoken.ts`) it leaves out the other one.
 * Both of them are a sixth of all that a first visit loads.
 */
export function oneLanguage(): Plugin {
  return {
    name: 'one-language',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const only = onlyOf(importer ?? '');
      if (only === null || !source.startsWith('.')) return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id.includes('/words/texts/') ? `${found.id}?only=${only}` : found;
    },
    transform(code, id) {
      const only = onlyOf(id);
      if (only === null) return null;
      const left = pairsIn(this.parse(code, { lang: 'ts' })).map(
        ({ elements }) => elements[1 - languages.indexOf(only)]!,
      );
      return {
        code: left.reduceRight((text, { start, end }) => `${text.slice(0, start)}0${text.slice(end)}`, code),
        map: null,
      };
    },
  };
}

function onlyOf(id: string): Language | null {
  return languages.find((language) => id.endsWith(`?only=${language}`)) ?? null;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Pair extends Node {
  readonly elements: readonly Node[];
}

/** Returns them in the order of the text. There is none within another. */
function pairsIn(value: unknown): readonly Pair[] {
  if (Array.isArray(value)) return value.flatMap(pairsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { type, elements } = value as Pair;
  if (type === 'ArrayExpression' && elements.length === languages.length) return [value as Pair];
  return Object.values(value).flatMap(pairsIn);
}
