import { type Refusal, type RefusalCode, refusal } from '../refusal.ts';
import { isPrintable, nameOfSign, unprintableSign } from './printable.ts';

/** Refuses a text that a paper could not show as it came, and names the sign. */
export function faultsOfPrint(text: string, code: RefusalCode, field: string): readonly Refusal[] {
  const sign = unprintableSign(text);
  if (sign !== null) return [refusal(code, field, { sign: nameOfSign(sign) })];
  return isPrintable(text) ? [] : [refusal(code, field)];
}
