import type { ELEMENT } from '../format.ts';

export type ElementName = keyof typeof ELEMENT;

/** One element of a pattern of the source. */
export interface Row {
  readonly keys: string;
  readonly element: ElementName;
  /** A text, or for a model its make and name. */
  readonly value: string | readonly [make: string, model: string];
  readonly edited: number;
}

export interface Link {
  readonly schema: number;
  readonly yearFrom: number;
  readonly yearTo: number;
}

/** The data before they are laid out in the compact file. */
export interface Draft {
  readonly makers: Map<string, { readonly vehicleType: string; readonly links: Link[] }>;
  readonly schemas: Map<number, Row[]>;
}
