import { fileURLToPath } from 'node:url';

/** A font as the typesetter looks for it, in the form that it wants. */
export interface FontFile {
  readonly path: string;
  readonly family: string;
  readonly variant: { readonly style: 'normal'; readonly weight: number; readonly stretch: 1000 };
  readonly flags: '';
  /** Only asked for fonts that the template does not name: it has to name all. */
  readonly coverage: readonly [];
}

/** Every font that a document may use. The template names the families; a font of the machine is never used. */
export const fontFiles: readonly FontFile[] = [
  font('NotoSans-Regular.ttf', 'Noto Sans'),
  font('NotoSans-Bold.ttf', 'Noto Sans', 700),
  font('NotoSansArabic-Regular.ttf', 'Noto Sans Arabic'),
  font('NotoSansCanadianAboriginal-Regular.ttf', 'Noto Sans Canadian Aboriginal'),
  font('NotoSansSC-Regular.ttf', 'Noto Sans SC'),
  font('NotoSansJP-Regular.ttf', 'Noto Sans JP'),
  font('NotoSansKR-Regular.ttf', 'Noto Sans KR'),
];

export const fontPaths = fontFiles.map(({ path }) => path);
export const arabicFontPath = fontPaths[2]!;

function font(file: string, family: string, weight = 400): FontFile {
  const path = fileURLToPath(new URL(`fonts/${file}`, import.meta.url));
  return { path, family, variant: { style: 'normal', weight, stretch: 1000 }, flags: '', coverage: [] };
}
