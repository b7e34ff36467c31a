/**
 * Returns the size of an SVG that only draws: shapes, groups, gradients, clips and masks. Everything else is refused
 * rather than taken out: scripts, styles, texts (their fonts are not here), pictures, references to anything outside
 * the file, entities. So the file may stand in a page, and every reader of XML understands it alike.
 */
export function svgSizeOf(text: string): LogoSize | null {
  const elements = elementsOf(text);
  const root = elements?.[0];
  if (root === undefined || root.name !== 'svg' || root.attributes.get('xmlns') !== svgNamespace) return null;
  if (!elements!.every(isDrawing)) return null;
  const [, , width = 0, height = 0] = (root.attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 && Number.isFinite(width + height) ? { width, height } : null;
}

export interface LogoSize {
  readonly width: number;
  readonly height: number;
}

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

const drawing: ReadonlySet<string> = new Set([
  'svg',
  'g',
  'defs',
  'title',
  'desc',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
]);

function isDrawing({ name, attributes }: Element, place: number): boolean {
  if (!drawing.has(name) || (name === 'svg') !== (place === 0)) return false;
  return [...attributes].every(([key, value]) => {
    if (key === 'xmlns') return value === svgNamespace;
    return /^(?!on|href$)[a-z][a-z\d-]*$/i.test(key) && !/&|\\|@|url\((?!#[\w-]+\))|[a-z]+script:/i.test(value);
  });
}

const elementsMax = 2_000;
const depthMax = 32;

/** Returns null for a text that is not well-formed, or that has more in it than elements, comments and plain text. */
function elementsOf(text: string): readonly Element[] | null {
  const body = text.replace(/^\ufeff?(?:<\?xml [^<>?]*\?>)?/, '').trim();
  const elements: Element[] = [];
  const open: string[] = [];
  const token = new RegExp(tokens, 'y');
  while (token.lastIndex < body.length) {
    const found = token.exec(body);
    if (found === null || elements.length > elementsMax || open.length > depthMax) return null;
    const [, isEnd, name, given = '', isEmpty] = found;
    if (name === undefined) continue;
    // After the end of the first element there is no other.
    if (isEnd ? open.pop() !== name || given !== '' || isEmpty : open.length === 0 && elements.length > 0) return null;
    if (isEnd) continue;
    const attributes = attributesOf(given);
    if (attributes === null) return null;
    elements.push({ name, attributes });
    if (!isEmpty) open.push(name);
  }
  return open.length === 0 ? elements : null;
}

const tokens = [
  String.raw`<!--(?:(?!--)[\s\S])*-->`,
  String.raw`<(\/?)([A-Za-z][\w-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>`,
  '[^<>&]+',
].join('|');

function attributesOf(given: string): ReadonlyMap<string, string> | null {
  const found = [...given.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const attributes = new Map(found.map(([, key = '', double, single]) => [key, double ?? single ?? '']));
  return attributes.size === found.length ? attributes : null;
}
