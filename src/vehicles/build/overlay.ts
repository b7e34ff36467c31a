import { OPEN_YEAR } from '../format.ts';
import type { Draft, ElementName, Row } from './draft.ts';

/**
 * data/overlay.json: what the public source lacks for Canada, in a format of our own. Each entry is a schema for one
 * maker's code and a span of model years; each pattern says what a VIN with these keys has. Keys are written as in the
 * source (VIN positions 4-8, then optionally a bar and positions 10-13; `*` any character, `[AB]` one of these). The
 * evidence for an entry is in its `basis`.
 */
export interface Overlay {
  readonly schemas: readonly OverlaySchema[];
}

interface OverlaySchema {
  readonly wmi: string;
  readonly basis: string;
  readonly vehicleType: string;
  readonly make: string;
  readonly yearFrom: number;
  readonly yearTo: number | null;
  /** True: instead of the source's schemas for this code. False: in addition to them. */
  readonly replaces: boolean;
  readonly patterns: readonly ({ readonly keys: string; readonly model?: string } & Partial<
    Record<TextElement, string>
  >)[];
}

type TextElement = Exclude<ElementName, 'model'>;

/** An overlay overrides the source: it counts as edited later than anything in it. */
const OVERLAY_EDITED = 0xffff_ffff;

export function addOverlay(draft: Draft, overlay: Overlay): void {
  let schema = Math.max(...draft.schemas.keys());
  for (const entry of overlay.schemas) {
    schema++;
    const known = draft.makers.get(entry.wmi);
    const links = known === undefined || entry.replaces ? [] : known.links;
    links.push({ schema, yearFrom: entry.yearFrom, yearTo: entry.yearTo ?? OPEN_YEAR });
    draft.makers.set(entry.wmi, { vehicleType: entry.vehicleType, links });
    draft.schemas.set(
      schema,
      entry.patterns.flatMap((pattern) => rowsOf(entry.make, pattern)),
    );
  }
}

function rowsOf(make: string, { keys, ...facts }: OverlaySchema['patterns'][number]): Row[] {
  return Object.entries(facts).map(([element, text]) => ({
    keys,
    element: element as ElementName,
    value: element === 'model' ? [make, text] : text,
    edited: OVERLAY_EDITED,
  }));
}
