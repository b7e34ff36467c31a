import type { Policy } from '../domain/policy/policy.ts';
import type { PricedProduct } from '../domain/quote/quote-options.ts';
import type { DocumentContext } from './document-context.ts';

/**
 * The form whose wording governs a product: the one that the policy was bound on. Where the operator has loaded none,
 * it is Quebec's for replacement insurance, approved by the AMF, with both the replacement and the indemnity option in
 * it. All other form numbers are samples, which only a sample document names: in production it is null.
 */
export function formNumber(policy: Policy, product: PricedProduct, context: DocumentContext): string | null {
  const { words } = context;
  const form = boundForm(policy, product, context);
  if (form !== null) return form;
  if (isQuebecForm(policy, product)) return words.quebecFormNumber;
  return isSampleDocument(context) ? sampleNumber(policy, product) : null;
}

/** Names each form once, for a sentence. */
export function formNames(policy: Policy, context: DocumentContext): readonly string[] {
  const { words } = context;
  const names = policy.products.flatMap((product): readonly string[] => {
    const form = boundForm(policy, product, context);
    if (form !== null) return [words.boundForm(form)];
    if (isQuebecForm(policy, product)) return [words.quebecForm];
    return isSampleDocument(context) ? [words.sampleForm(sampleNumber(policy, product))] : [];
  });
  return [...new Set(names)];
}

/** The form with its version. A sample's version would call a document in production a sample. */
function boundForm(policy: Policy, product: PricedProduct, context: DocumentContext): string | null {
  const wording = wordingOf(policy, product, context);
  if (wording === null) return null;
  const isNamed = isSampleDocument(context) || !/^sample/i.test(wording.version);
  return isNamed ? context.words.formVersion(wording.form, wording.version) : wording.form;
}

/** The sandbox's documents say on every page that they are samples; production's do not. */
function isSampleDocument({ issuer }: DocumentContext): boolean {
  return issuer.notice !== null;
}

function wordingOf({ wordings }: Policy, { productType }: PricedProduct, { language }: DocumentContext) {
  return wordings.find((one) => one.language === language && one.products.includes(productType)) ?? null;
}

/** The product that can't be left out is the insurance itself; what can is an extra under a form of its own. */
function isQuebecForm(policy: Policy, product: PricedProduct): boolean {
  return policy.seller.province === 'QC' && !product.isOptional;
}

function sampleNumber(policy: Policy, product: PricedProduct): string {
  return `NB-${product.productType}-${policy.seller.province}`;
}
