import type { OwnBrand } from '../../domain/brand/brand.ts';
import { type BrandChanges, brandParts, judgeBrand } from '../../domain/brand/judge-brand.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct } from '../../store/audit/operator-act.ts';
import { readBrand, writeBrand } from '../../store/brand/brand.ts';
import { transact } from '../../store/database.ts';
import { lockRow } from '../../store/partner/lock-row.ts';
import type { ActorAndReason } from '../operator/actor-and-reason.ts';
import type { Parts } from '../parts.ts';
import { canPrintBrand } from './preview-brand.ts';

/**
 * Changes what customers of an integration see instead of the operator's brand. Returns the brand as it then is. What
 * was printed and mailed before stays as it is.
 */
export async function changeBrand(
  { database, printer }: Parts<'database' | 'printer'>,
  integrationId: string,
  changes: BrandChanges,
  { actor, reason }: ActorAndReason,
): Promise<{ readonly brand: OwnBrand | null } | OperatorRefusal> {
  const alone = judgeBrand(null, changes);
  if (isOperatorRefusal(alone)) return alone;
  // A logo that can't be printed would keep every document of the integration from being made.
  if (alone !== null && !(await canPrintBrand(printer, alone))) return refuseOperator('LogoInvalid', 'logo');
  return transact(database, async (tx) => {
    const before = (await lockRow(tx, 'integration', integrationId)) ? await readBrand(tx, { integrationId }) : null;
    if (before === null) return refuseOperator('NotFound');
    const brand = judgeBrand(before.brand, changes);
    if (isOperatorRefusal(brand)) return brand;
    const facts = changesOf(before.brand ?? {}, brand ?? {});
    if (Object.keys(facts).length === 0) return { brand };
    await writeBrand(tx, integrationId, brand);
    await recordAct(tx, { actor, reason, action: 'change brand', subject: before.clientId, facts });
    return { brand };
  });
}

/** Notes what differs, before and after. A picture is noted by its length. */
function changesOf(before: OwnBrand, after: OwnBrand): Readonly<Record<string, unknown>> {
  const shown = ({ logo, ...brand }: OwnBrand) => ({ ...brand, ...(logo && { logo: logoFacts(logo) }) });
  const [from, to] = [shown(before), shown(after)];
  return Object.fromEntries(
    brandParts
      .filter((part) => JSON.stringify(before[part]) !== JSON.stringify(after[part]))
      .map((part) => [part, { from: from[part] ?? null, to: to[part] ?? null }]),
  );
}

function logoFacts({ type, base64 }: NonNullable<OwnBrand['logo']>): string {
  return `${type}, ${Buffer.byteLength(base64, 'base64')} bytes`;
}
