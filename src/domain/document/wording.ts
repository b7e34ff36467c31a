import type { PlainDate } from '../calendar.ts';
import type { DocumentId } from '../ids.ts';
import type { Language } from '../language.ts';
import type { Province } from '../province.ts';

/** The full text of a form, which the operator has uploaded as a PDF. Null matches everything. */
export interface Wording {
  readonly id: DocumentId;
  /** The name on the declaration: `Q.P.F. No. 5`. */
  readonly form: string;
  readonly version: string;
  readonly language: Language;
  readonly products: readonly string[] | null;
  readonly provinces: readonly Province[] | null;
  /** The first day on which policies are bound with it. */
  readonly from: PlainDate;
  /** The digest identifies the PDF. */
  readonly digest: string;
}

/** A wording that a policy was bound with, and the policy's products that it is of. */
export interface PolicyWording extends Pick<Wording, 'id' | 'form' | 'version' | 'language'> {
  readonly products: readonly string[];
}

export interface WordedSale {
  readonly province: Province;
  readonly products: readonly { readonly productType: string }[];
  readonly languages: readonly Language[];
  /** The day of the bind. */
  readonly day: PlainDate;
}

/** Returns the wordings of a sale, each once: by language, then by product. `known` has the latest first. */
export function wordingsFor(known: readonly Wording[], sale: WordedSale): readonly PolicyWording[] {
  const found = new Map<DocumentId, PolicyWording>();
  for (const language of sale.languages) {
    for (const { productType } of sale.products) {
      const wording = closest(known, { ...sale, language, productType });
      if (wording === null) continue;
      const { id, form, version } = wording;
      const products = [...(found.get(id)?.products ?? []), productType];
      found.set(id, { id, form, version, language, products });
    }
  }
  return [...found.values()];
}

/** One that names the product counts before one for all, then one that names the province, then the latest. */
function closest(
  known: readonly Wording[],
  sold: Pick<WordedSale, 'province' | 'day'> & { readonly language: Language; readonly productType: string },
): Wording | null {
  const fitting = known.filter(
    ({ language, from, products, provinces }) =>
      language === sold.language &&
      from <= sold.day &&
      (products?.includes(sold.productType) ?? true) &&
      (provinces?.includes(sold.province) ?? true),
  );
  const closeness = ({ products, provinces }: Wording) => (products === null ? 0 : 2) + (provinces === null ? 0 : 1);
  return fitting.toSorted((a, b) => closeness(b) - closeness(a))[0] ?? null;
}
