import { DERIVED, OPEN_YEAR, OVERLAID } from '../src/vehicles/format.ts';
import type { Draft, ElementName, Row } from './lay-out.ts';

/**
 * data/overlay.json: what the public source lacks for Canada, in a format of our own. Each schema is for one or more
 * makers' codes and a span of model years; each pattern says what a VIN with these keys has, and overrides the source.
 * Keys are written as in the source (VIN positions 4-8, then optionally a bar and positions 10-13; `*` any character,
 * `[AB]` one of these). `models` has what is the same for every vehicle of a model, for VINs of which nothing else says
 * it. The evidence for an entry is in its `basis`.
 */
export interface Overlay {
  readonly schemas: readonly OverlaySchema[];
  readonly models: readonly OverlayModels[];
}

interface OverlaySchema {
  /** Codes, separated by blanks. */
  readonly wmi: string;
  readonly basis: string;
  readonly vehicleType: string;
  readonly make: string;
  readonly yearFrom: number;
  readonly yearTo: number | null;
  /** True: instead of the source's schemas for this code. Otherwise in addition to them. */
  readonly replaces?: boolean;
  readonly patterns: readonly ({ readonly keys: string; readonly model?: string } & Partial<
    Record<TextElement, string>
  >)[];
}

interface OverlayModels {
  readonly basis: string;
  readonly driveType?: string;
  readonly fuel?: string;
  /** By make; `*` means all of its models. */
  readonly models: Readonly<Record<string, readonly string[]>>;
}

type TextElement = Exclude<ElementName, 'model'>;

export function addOverlay(draft: Draft, { schemas, models }: Overlay): void {
  addModelFacts(draft, models);
  let schema = Math.max(...draft.schemas.keys());
  for (const entry of schemas) {
    schema++;
    for (const wmi of entry.wmi.split(' ')) {
      const known = draft.makers.get(wmi);
      const links = known === undefined || entry.replaces ? [] : known.links;
      links.push({ schema, yearFrom: entry.yearFrom, yearTo: entry.yearTo ?? OPEN_YEAR });
      draft.makers.set(wmi, { vehicleType: known?.vehicleType ?? entry.vehicleType, links });
    }
    draft.schemas.set(
      schema,
      entry.patterns.flatMap((pattern) => rowsOf(entry.make, pattern)),
    );
  }
}

function addModelFacts({ schemas }: Draft, facts: readonly OverlayModels[]): void {
  for (const rows of schemas.values()) {
    const models = rows.filter(({ element }) => element === 'model');
    for (const element of ['driveType', 'fuel'] as const) {
      for (const { keys, value } of models) {
        const found = facts.find((fact) => fact[element] !== undefined && isOf(fact.models, value))?.[element];
        if (found !== undefined) rows.push({ keys, element, value: found, edited: DERIVED });
      }
    }
  }
}

function isOf(models: OverlayModels['models'], [make, model]: Row['value']): boolean {
  return models[make!]?.some((name) => name === '*' || name === model) ?? false;
}

function rowsOf(make: string, { keys, ...facts }: OverlaySchema['patterns'][number]): Row[] {
  return Object.entries(facts).map(([element, text]) => ({
    keys,
    element: element as ElementName,
    value: element === 'model' ? [make, text] : text,
    edited: OVERLAID,
  }));
}
