import type { Policy } from '../domain/policy/policy.ts';
import type { PricedProduct } from '../domain/quote/quote-options.ts';
import type { DocumentContext } from './document-context.ts';

/**
 * The form whose wording governs a product: the one that the policy was bound on. Where the operator has loaded none,
 * it is Quebec's for replacement insurance, approved by the AMF, with both the replacement and the indemnity option in
 * it; all other form numbers are samples.
 */
export function formNumber(policy: Policy, product: PricedProduct, context: DocumentContext): string {
  const { words } = context;
  const wording = wordingOf(policy, product, context);
  if (wording !== null) return words.formVersion(wording.form, wording.version);
  return isQuebecForm(policy, product) ? words.quebecFormNumber : sampleNumber(policy, product);
}

/** For a sentence: each form once. */
export function formNames(policy: Policy, context: DocumentContext): readonly string[] {
  const { words } = context;
  const names = policy.products.map((product) => {
    const wording = wordingOf(policy, product, context);
    if (wording !== null) return words.boundForm(words.formVersion(wording.form, wording.version));
    return isQuebecForm(policy, product) ? words.quebecForm : words.sampleForm(sampleNumber(policy, product));
  });
  return [...new Set(names)];
}

function wordingOf({ wordings = [] }: Policy, { productType }: PricedProduct, { language }: DocumentContext) {
  return wordings.find((one) => one.language === language && one.products.includes(productType)) ?? null;
}

/** The product that can't be left out is the insurance itself; what can is an extra under a form of its own. */
function isQuebecForm(policy: Policy, product: PricedProduct): boolean {
  return policy.seller.province === 'QC' && !product.isOptional;
}

function sampleNumber(policy: Policy, product: PricedProduct): string {
  return `NB-${product.productType}-${policy.seller.province}`;
}
