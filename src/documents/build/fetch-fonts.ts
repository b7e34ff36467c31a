import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FontFamily } from '../../domain/document/fonts.ts';
import { fontFiles } from '../font-files.ts';

/**
 * Puts the fonts' files into `src/documents/fonts`, as they are in these packages: `npm run generate:fonts`. They are
 * copied and not depended on, since a package has every weight: of Chinese alone nine, with 10 MB each.
 */
const versions: Readonly<Record<FontFamily, string>> = {
  'Noto Sans': '0.4.2',
  'Noto Sans Armenian': '0.4.2',
  'Noto Sans Georgian': '0.4.3',
  'Noto Sans Hebrew': '0.4.1',
  'Noto Sans Arabic': '0.4.3',
  'Noto Sans Bengali': '0.4.4',
  'Noto Sans Gurmukhi': '0.4.1',
  'Noto Sans Gujarati': '0.4.2',
  'Noto Sans Tamil': '0.4.3',
  'Noto Sans Telugu': '0.4.2',
  'Noto Sans Kannada': '0.4.3',
  'Noto Sans Malayalam': '0.4.2',
  'Noto Sans Sinhala': '0.4.2',
  'Noto Sans Thai': '0.4.2',
  'Noto Sans Lao': '0.4.2',
  'Noto Sans Khmer': '0.4.3',
  'Noto Sans Myanmar': '0.4.2',
  'Noto Sans Ethiopic': '0.4.2',
  'Noto Sans Canadian Aboriginal': '0.4.1',
  'Noto Sans SC': '0.4.3',
  'Noto Sans JP': '0.4.3',
  'Noto Sans KR': '0.4.3',
};

const folder = mkdtempSync(join(tmpdir(), 'northbind-fonts-'));
for (const [family, version] of Object.entries(versions)) fetchFont(family as FontFamily, version);
rmSync(folder, { recursive: true });

function fetchFont(family: FontFamily, version: string): void {
  const name = family.toLowerCase().replaceAll(' ', '-');
  const at = { cwd: folder, encoding: 'utf8' } as const;
  execFileSync('npm', ['pack', '--silent', `@expo-google-fonts/${name}@${version}`], at);
  for (const { path } of fontFiles.filter((file) => file.family === family)) {
    const weight = path.endsWith('-Bold.ttf') ? '700Bold' : '400Regular';
    const file = `${family.replaceAll(' ', '')}_${weight}.ttf`;
    execFileSync('tar', ['xzf', `expo-google-fonts-${name}-${version}.tgz`, `package/${weight}/${file}`], at);
    copyFileSync(join(folder, 'package', weight, file), path);
  }
}
