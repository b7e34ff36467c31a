import { writeFileSync } from 'node:fs';
import { fontFamilies } from '../../domain/document/fonts.ts';
import { fontFiles } from '../font-files.ts';
import { readCoverage } from './read-coverage.ts';

/**
 * Writes which characters the fonts have, for `src/domain/document/fonts.ts`: `npm run generate:fonts`. Of each font, the distances in base 36 from the beginning of a range to its end and from
 * there to the next beginning.
 */
export function fontCoverage(): string {
  const rows = fontFamilies.map((family) => {
    const { path } = fontFiles.find((file) => file.family === family)!;
    return `  ${JSON.stringify(family)}: ${JSON.stringify(distancesOf(path).join(' '))}`;
  });
  return `{\n${rows.join(',\n')}\n}\n`;
}

function distancesOf(path: string): readonly string[] {
  const isCovered = readCoverage(path);
  const distances: string[] = [];
  for (let point = 0, edge = 0; point <= pointMax; point += 1) {
    if (isCovered(point) === (distances.length % 2 === 1)) continue;
    distances.push((point - edge).toString(36));
    edge = point;
  }
  return distances;
}

/** No character: so that the last range ends. */
const pointMax = 0x11_0000;

if (import.meta.main)
  writeFileSync(new URL('../../domain/document/data/font-coverage.json', import.meta.url), fontCoverage());
