import type { Policy } from '../domain/policy/policy.ts';
import type { PricedProduct } from '../domain/rating/quote-options.ts';
import type { Words } from './words/english.ts';

/**
 * The form whose wording governs a product. Quebec has one for replacement insurance, approved by the AMF, with both
 * the replacement and the indemnity option in it. All other form numbers are samples, for the operator to replace.
 */
export function formNumber(policy: Policy, product: PricedProduct, words: Words): string {
  return isQuebecForm(policy, product) ? words.quebecFormNumber : sampleNumber(policy, product);
}

/** For a sentence: each form once. */
export function formNames(policy: Policy, words: Words): readonly string[] {
  const names = policy.products.map((product) =>
    isQuebecForm(policy, product) ? words.quebecForm : words.sampleForm(sampleNumber(policy, product)),
  );
  return [...new Set(names)];
}

/** The product that can't be left out is the insurance itself; what can is an extra under a form of its own. */
function isQuebecForm(policy: Policy, product: PricedProduct): boolean {
  return policy.seller.province === 'QC' && !product.isOptional;
}

function sampleNumber(policy: Policy, product: PricedProduct): string {
  return `NB-${product.productType}-${policy.seller.province}`;
}
