import { fileURLToPath } from 'node:url';
import { type FontFamily, fontFamilies, mainFont } from '../domain/document/fonts.ts';

/** A font as the typesetter looks for it, in the form that it wants. */
export interface FontFile {
  readonly path: string;
  readonly family: FontFamily;
  readonly variant: { readonly style: 'normal'; readonly weight: number; readonly stretch: 1000 };
  readonly flags: '';
  /** Only asked for fonts that the template does not name: it has to name all. */
  readonly coverage: readonly [];
}

/** Every font that a document may use. The template names the families; a font of the machine is never used. */
export const fontFiles: readonly FontFile[] = [
  ...fontFamilies.map((family) => fontFile(family, 400)),
  fontFile(mainFont, 700),
];

function fontFile(family: FontFamily, weight: 400 | 700): FontFile {
  const file = `${family.replaceAll(' ', '')}-${weight === 400 ? 'Regular' : 'Bold'}.ttf`;
  const path = fileURLToPath(new URL(`fonts/${file}`, import.meta.url));
  return { path, family, variant: { style: 'normal', weight, stretch: 1000 }, flags: '', coverage: [] };
}
