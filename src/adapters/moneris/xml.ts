/** Writes one element; a nested list becomes its children. Names are ours, values are escaped. */
export function writeXml(name: string, content: XmlContent): string {
  const inner =
    typeof content === 'string' ? escapeXml(content) : content.map(([child, value]) => writeXml(child, value)).join('');
  return `<${name}>${inner}</${name}>`;
}

export type XmlContent = string | readonly (readonly [name: string, content: XmlContent])[];

/**
 * Reads the subset of XML that the gateway writes: elements, text, the predefined entities. Returns null for everything
 * else (document types, own entities, comments, CDATA, attributes): an answer that is understood only in part must not
 * decide about money.
 */
export function readXml(text: string): XmlElement | null {
  if (text.length > textLengthMax) return null;
  const body = text.replace(declaration, '').trim();
  const top: OpenElement = { name: '', children: [], text: '' };
  const open = [top];
  let at = 0;
  for (let count = 0; at < body.length; count++) {
    piece.lastIndex = at;
    const found = piece.exec(body);
    const current = open.at(-1);
    if (found === null || current === undefined || count > piecesMax) return null;
    at = piece.lastIndex;
    const { close, start, empty, characters } = found.groups!;
    if (characters !== undefined) {
      const plain = unescapeXml(characters);
      if (plain === null) return null;
      current.text += plain;
    } else if (close !== undefined) {
      if (open.length === 1 || current.name !== close) return null;
      open.pop();
    } else {
      const element: OpenElement = { name: start!, children: [], text: '' };
      current.children.push(element);
      if (empty === undefined) open.push(element);
      if (open.length > depthMax) return null;
    }
  }
  const [root, ...more] = top.children;
  return open.length === 1 && more.length === 0 && top.text.trim() === '' ? (root ?? null) : null;
}

export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly children: OpenElement[];
  text: string;
}

// A gateway answer has some 40 elements in four levels.
const textLengthMax = 64 * 1024;
const piecesMax = 2_000;
const depthMax = 8;

const declaration = /^\uFEFF?\s*<\?xml [^<>]*\?>/;
const piece = /<\/(?<close>[A-Za-z_][\w.-]*)\s*>|<(?<start>[A-Za-z_][\w.-]*)\s*(?<empty>\/)?>|(?<characters>[^<]+)/y;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function escapeXml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
}

function unescapeXml(value: string): string | null {
  let isKnown = true;
  const plain = value.replace(/&(?:#(\d{1,7});|#x([\da-fA-F]{1,6});|(\w+);)?/g, (_, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
    const character = code === null ? entities[name ?? ''] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (character === undefined) isKnown = false;
    return character ?? '';
  });
  return isKnown ? plain : null;
}
