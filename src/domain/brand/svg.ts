/**
 * Returns the size of an SVG that only draws: shapes, groups, gradients, clips and masks. Everything else is refused
 * rather than taken out: scripts, styles, texts (their fonts are not here), pictures, references to anything outside
 * the file, entities. So the file may stand in a page, and every reader of XML understands it alike. What it draws is
 * bounded as well, as it is drawn anew on every paper: see `isDrawnSoon`.
 */
export function svgSizeOf(text: string): LogoSize | null {
  const elements = elementsOf(text);
  const root = elements?.[0];
  if (root === undefined || root.name !== 'svg' || root.attributes.get('xmlns') !== svgNamespace) return null;
  if (!elements!.every(isDrawing) || !isDrawnSoon(elements!)) return null;
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
  /** How many elements it stands in. */
  readonly depth: number;
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
    return (
      /^(?!on|href$)[a-z][a-z\d-]*$/i.test(key) && !/&|\\|@|\/\/|\/\*|[a-z]+script:/i.test(value) && loadsNothing(value)
    );
  });
}

/** CSS has many functions that load what they name (`url`, `image-set`, `src`), so those that load nothing are listed. */
function loadsNothing(value: string): boolean {
  return [...value.matchAll(/([\w-]*)\s*\(/g)].every(
    ({ index, 1: name = '' }) => harmless.has(name.toLowerCase()) || /^url\(#[\w-]+\)/i.test(value.slice(index)),
  );
}

const harmless: ReadonlySet<string> = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'matrix',
  'translate',
  'scale',
  'rotate',
  'skewx',
  'skewy',
]);

/**
 * A clip or mask is drawn again for each use, with the clips and masks that it uses itself: twenty of them in a row,
 * each with three uses of the one before, fit into 5 kB and are never finished. So what is drawn is counted with all
 * that it refers to. 10,000 shapes take a tenth of a second.
 */
function isDrawnSoon(elements: readonly Element[]): boolean {
  const placesOf = Map.groupBy(elements.keys(), (place) => elements[place]!.attributes.get('id') ?? '');
  const counted = new Map<number, Drawn>();
  /** Counts an element with everything in it. */
  const count = (place: number): Drawn => {
    const known = counted.get(place);
    if (known !== undefined) return known;
    counted.set(place, endless); // As long as it is being counted: for what refers to itself.
    let [shapes, depth] = [0, 0];
    for (let at = place; at === place || (elements[at]?.depth ?? 0) > elements[place]!.depth; at += 1) {
      shapes += weightOf(elements[at]!);
      for (const id of referencesOf(elements[at]!))
        for (const target of placesOf.get(id) ?? []) {
          const drawn = count(target);
          shapes += drawn.shapes;
          depth = Math.max(depth, drawn.depth + 1);
        }
      if (shapes > shapesMax || depth > referenceDepthMax) return endless;
    }
    counted.set(place, { shapes, depth });
    return { shapes, depth };
  };
  return count(0) !== endless;
}

interface Drawn {
  readonly shapes: number;
  readonly depth: number;
}

const endless: Drawn = { shapes: Number.POSITIVE_INFINITY, depth: 0 };
const shapesMax = 10_000;
/** Drawing programs nest a clip in a mask, and hardly more. */
const referenceDepthMax = 4;

/** A path is drawn by its points: a hundred characters of them count as a shape. */
function weightOf({ attributes }: Element): number {
  const points = attributes.get('d') ?? attributes.get('points') ?? '';
  return 1 + Math.floor(points.length / pointsOfShape);
}

const pointsOfShape = 100;

function referencesOf({ attributes }: Element): readonly string[] {
  return [...attributes.values()].flatMap((value) =>
    [...value.matchAll(/url\(#([\w-]+)\)/gi)].map(([, id = '']) => id),
  );
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
    elements.push({ name, attributes, depth: open.length });
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
