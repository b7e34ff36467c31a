import type { Amendment } from '../domain/policy/amendment.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { coverBlock } from './cover-block.ts';
import type { DocumentContext } from './document-context.ts';
import { insuredGroup, saleGroup, vehicleGroup } from './parties.ts';
import { paymentGroup } from './payment-group.ts';
import { formNames, formNumber } from './policy-form.ts';
import type { Block, PriceTable } from './sheet.ts';
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
    {
      kind: 'figures',
      figures: [
        { label: words.policyPeriod, lines: [period] },
        ...(amendment === null ? [{ label: words.issuedOn, lines: [formats.date(policy.boundOn)] }] : []),
        ...(amendment === null ? [] : [amendmentFact(amendment, context)]),
        { label: words.totalWithTax, lines: [formats.money(policy.totalWithTaxCents)] },
      ],
    },
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
    columns: [words.coverage, words.coverageTerm, words.premium, words.tax, words.total],
    rows: policy.products.map((product) => ({
      name: product.productName[language],
      note: words.formNote(formNumber(policy, product, context), product.isOptional),
      cells: [
        words.years(product.coverageTermInYears),
        formats.money(product.premiumCents),
        formats.money(product.taxCents),
        formats.money(product.totalWithTaxCents),
      ],
    })),
    total: [
      words.total,
      '',
      formats.money(policy.premiumCents),
      formats.money(policy.taxCents),
      formats.money(policy.totalWithTaxCents),
    ],
    notes: taxNotes(policy.taxes ?? [], context),
  };
}

function amendmentFact(
  { number, madeOn, replacesOf }: Amendment,
  { words, formats }: DocumentContext,
): { readonly label: string; readonly lines: readonly string[] } {
  return {
    label: words.amendment,
    lines: [`${words.amendmentNumber(number)}, ${formats.date(madeOn)}`, words.replaces(formats.date(replacesOf))],
  };
}

function wordingBlock(policy: Policy, context: DocumentContext, amendment: Amendment | null): Block {
  const { words, issuer } = context;
  const option = policy.seller.province === 'QC' ? ` ${words.quebecOption[policy.coverageCategory]}` : '';
  return {
    kind: 'text',
    title: words.wording,
    items: [
      ...(amendment === null
        ? []
        : [
            {
              lead: words.amendedLead,
              text: words.amended(words.join(amendment.changed.map((fact) => words.amendedFacts[fact]))),
            },
          ]),
      { lead: '', text: `${words.wordingText(words.join(formNames(policy, context)))}${option}` },
      { lead: words.checkLead, text: words.checkText },
      { lead: words.contactLead, text: words.contactText(issuer) },
    ],
  };
}
