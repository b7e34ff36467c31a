import type { PlainDate } from '../../domain/calendar.ts';
import { lastDayToRescind } from '../../domain/cancellation/rescission.ts';
import { parseRescissionRules } from '../../domain/cancellation/rescission-rules.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { type Province, provinces } from '../../domain/province.ts';
import { findFile } from '../../store/tariff/operator-file.ts';
import type { Parts } from '../parts.ts';
import { faultDetails } from '../tariff/load-rate-book.ts';
import { rescissionRules } from '../tariff/operator-files.ts';

export interface PreviewRescissionAsked {
  /** Rules that are not loaded, or a loaded version. */
  readonly document?: unknown;
  readonly version?: string;
  readonly boundOn: PlainDate;
  /** The codes of the products; empty: a product that no rule names. */
  readonly products?: readonly string[];
}

/** What holds for a policy of these products that is bound on this day in a province. */
export interface PreviewedRescission {
  readonly province: Province;
  readonly lastDay: PlainDate;
  /** The last day where the customer has acknowledged none of the papers that the rules name. */
  readonly lastDayWithoutNotice: PlainDate;
}

/** Says the last day to rescind in every province. Writes nothing. */
export async function previewRescissionRules(
  { database }: Parts<'database'>,
  { document, version = '', boundOn, products = [] }: PreviewRescissionAsked,
): Promise<readonly PreviewedRescission[] | OperatorRefusal> {
  const source = document ?? (await findFile(database, rescissionRules.table, version));
  if (source === null) return refuseOperator('NotFound', 'version', { version });
  const parsed = parseRescissionRules(source);
  if (!parsed.ok) return refuseOperator(rescissionRules.faulty, 'document', faultDetails(parsed.faults));
  const { rules } = parsed;
  const sold = (products.length === 0 ? ['-'] : products).map((productType) => ({ productType }));
  const noticed = rules.rules.flatMap(({ withoutNotice }) => (withoutNotice === null ? [] : [withoutNotice]));
  return provinces.map((province) => {
    const asked = { boundOn, seller: { province }, products: sold };
    return {
      province,
      lastDay: lastDayToRescind({ ...asked, acknowledgements: noticed }, rules),
      lastDayWithoutNotice: lastDayToRescind({ ...asked, acknowledgements: [] }, rules),
    };
  });
}
