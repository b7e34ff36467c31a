import { fileURLToPath } from 'node:url';

/** Every font that a document may use. The template names the families; a font of the machine is never used. */
export const fontFiles: readonly string[] = [
  'NotoSans-Regular.ttf',
  'NotoSans-Bold.ttf',
  'NotoSansArabic-Regular.ttf',
  'NotoSansCanadianAboriginal-Regular.ttf',
  'NotoSansSC-Regular.ttf',
  'NotoSansJP-Regular.ttf',
  'NotoSansKR-Regular.ttf',
].map(pathOf);

export const arabicFontFile = pathOf('NotoSansArabic-Regular.ttf');

function pathOf(name: string): string {
  return fileURLToPath(new URL(`fonts/${name}`, import.meta.url));
}
