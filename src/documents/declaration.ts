import type { Amendment } from '../domain/policy/amendment.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { contactText } from './contact-text.ts';
import { coverBlock, priceWord } from './cover-block.ts';
import type { DocumentContext } from './document-context.ts';
import { insuredGroup, saleGroup, vehicleGroup } from './parties.ts';
import { paymentGroup } from './payment-group.ts';
import { formNames, formNumber } from './policy-form.ts';
import { type Block, figures, type PriceTable, prose } from './sheet.ts';
import { taxNotes } from './tax-notes.ts';

/**
 * The declaration: who is insured, what for, until when, at what price and how it is paid. An amended one says which it
 * replaces and what was corrected.
 */
export function composeDeclaration(
  policy: Policy,
  context: DocumentContext,
  amendment: Amendment | null = null,
): readonly Block[] {
  const { words, formats } = context;
  const period = words.period(formats.date(policy.effectiveDate), formats.date(policy.expiryDate));
  return [
    figures(
      [words.policyPeriodAt, period],
      amendment === null ? [words.issuedOn, formats.date(policy.boundOn)] : amendmentFact(amendment, context),
      [words.totalWithTax, formats.money(policy.totalWithTaxCents)],
    ),
    { kind: 'facts', groups: [insuredGroup(policy, context), vehicleGroup(policy.inputs, context)] },
    coverageTable(policy, context),
    ...coverBlock(policy, context),
    { kind: 'facts', groups: [paymentGroup(policy, context), saleGroup(policy, context)] },
    wordingBlock(policy, context, amendment),
  ];
}

export function coverageTable(policy: Policy, context: DocumentContext): PriceTable {
  const { words, formats, language } = context;
  return {
    kind: 'prices',
    title: words.coverages,
    columns: [words.coverage, words.coverageTerm, priceWord(policy, context), words.tax, words.total],
    rows: policy.products.map((product) => ({
      name: product.productName[language],
      note: words.formNote(formNumber(policy, product, context), product.isOptional),
      cells: [
        words.years(product.coverageTermInYears),
        ...[product.premiumCents, product.taxCents, product.totalWithTaxCents].map(formats.money),
      ],
    })),
    total: [words.total, '', ...[policy.premiumCents, policy.taxCents, policy.totalWithTaxCents].map(formats.money)],
    notes: taxNotes(policy.taxes, context),
  };
}

function amendmentFact({ number, madeOn }: Amendment, { words, formats }: DocumentContext) {
  return [words.amendment, words.amendmentNumber(number), formats.date(madeOn)] as const;
}

function corrections({ changed, replacesOf }: Amendment, { words, formats }: DocumentContext) {
  const facts = words.join(changed.map((fact) => words.amendedFacts[fact]));
  return [words.amendedLead, `${words.amended(facts)} ${words.replaces(formats.date(replacesOf))}`] as const;
}

function wordingBlock(policy: Policy, context: DocumentContext, amendment: Amendment | null): Block {
  const { words } = context;
  const forms = formNames(policy, context);
  const option = policy.seller.province === 'QC' ? ` ${words.quebecOption[policy.coverageCategory]}` : '';
  const block = prose(
    words.wording,
    ...(amendment === null ? [] : [corrections(amendment, context)]),
    ['', `${forms.length === 0 ? words.wordingTextUnnamed : words.wordingText(words.ofForms(forms))}${option}`],
    [words.checkLead, words.checkText],
    [words.contactLead, contactText(context)],
  );
  return { ...block, isClose: true, isWhole: true };
}
