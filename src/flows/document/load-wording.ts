import { wordingFileName } from '../../documents/file-name.ts';
import { parseDate } from '../../domain/calendar.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Language } from '../../domain/language.ts';
import { isLanguage } from '../../domain/language.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { provinces as knownProvinces, type Province } from '../../domain/province.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { transact } from '../../store/database.ts';
import { insertWording, type NewWording } from '../../store/document/wording.ts';
import type { Parts } from '../parts.ts';
import { pdfFault } from './pdf-fault.ts';

export interface WordingAsked {
  readonly form: string;
  readonly version: string;
  readonly language: Language;
  /** Codes; none for every product. */
  readonly products: readonly string[];
  /** An empty list stands for all of them. */
  readonly provinces: readonly Province[];
  readonly from: string;
  readonly pdf: Buffer;
}

/** Adds a wording. Policies that are bound from its day on are sold on it. */
export async function loadWording(
  { database }: Parts<'database'>,
  asked: WordingAsked,
  { reason, actor }: { readonly reason: string; readonly actor: Actor },
): Promise<{ readonly id: DocumentId } | OperatorRefusal> {
  const wrong = wrongField(asked);
  if (wrong !== null) return refuseOperator('RequestInvalid', wrong);
  const fault = await pdfFault(asked.pdf);
  if (fault !== null) return refuseOperator('WordingFaulty', 'pdf', { fault });
  const wording = newWording(asked);
  const { form, version, language } = wording;
  return transact(database, async (tx) => {
    const id = await insertWording(tx, wording);
    if (id === null) return refuseOperator('WordingLoaded', 'version', { form, version, language });
    const subject = `${form} ${version} ${language}`;
    await recordAct(tx, { actor, action: 'load wording', subject, reason: reason.trim(), facts: { wordingId: id } });
    return { id };
  });
}

export function newWording({ pdf, form, version, products, provinces, ...given }: WordingAsked): NewWording {
  return {
    ...given,
    form: form.trim(),
    version: version.trim(),
    products: products.length === 0 ? null : products,
    provinces: provinces.length === 0 ? null : provinces,
    filename: wordingFileName({ form, version, language: given.language }),
    bytes: pdf,
  };
}

/** Printed as labels are: in letters that Noto Sans has, with at least one letter or digit. */
const textPattern = /^(?=.*[\p{L}\p{N}])[ -~\u00a0-\u017f\u2013\u2014\u2019]{1,60}$/u;

function wrongField({ form, version, language, products, provinces, from }: WordingAsked): string | null {
  if (!textPattern.test(form)) return 'form';
  if (!textPattern.test(version)) return 'version';
  if (!isLanguage(language)) return 'language';
  if (!products.every((code) => /^[A-Z][A-Z0-9]{1,11}$/.test(code))) return 'products';
  if (!provinces.every((code) => knownProvinces.includes(code))) return 'provinces';
  return parseDate(from) === from ? null : 'from';
}
