import assert from 'node:assert/strict';
import test from 'node:test';
import { sampleCancellation, sampleCharged, sampleFinanced, samplePolicy } from '../../test/kit/sample-policy.ts';
import type { PlainDate } from '../domain/calendar.ts';
import type { Cancellation } from '../domain/cancellation/cancellation.ts';
import type { CancellationAsked } from '../domain/cancellation/cancellation-asked.ts';
import { cancellationGrounds } from '../domain/cancellation/cancellation-cause.ts';
import type { Language } from '../domain/language.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Collected } from '../domain/refund/collected.ts';
import { refundRoutes, usedDaysChoices } from '../domain/refund/refund-plan.ts';
import { composeCancellationNotice } from './cancellation-notice.ts';
import { documentContext } from './document-context.ts';
import { sampleIssuer } from './issuer.ts';
import { mayStillPay, refundText } from './refund-text.ts';

// Bound a month before it begins, so that it can be cancelled before.
const term = { boundOn: '2026-11-15', effectiveDate: '2026-12-15', expiryDate: '2030-12-15' } as const;
const byCard = sampleCharged(term);
const byLoan = sampleFinanced(term);
const bySeller = samplePolicy(term);

const advanced = byLoan.totalWithTaxCents - byLoan.payment.loan.downPaymentCents;
const downPaymentCents = byLoan.payment.loan.downPaymentCents;

const ways: readonly (readonly [Policy, Collected])[] = [
  [bySeller, { by: 'seller' }],
  [byCard, { by: 'processor', toComeOn: null }],
  [byCard, { by: 'processor', toComeOn: '2026-12-01' }],
  [byCard, { by: 'operator' }],
  [byCard, { by: 'unknown' }],
  [byCard, { by: 'nobody' }],
  [byCard, { by: 'used days' }],
  // Nothing of the loan repaid, a part, nearly all, and all.
  ...[advanced, 80_000, 137, 0].map((owedCents) => [byLoan, { by: 'lender', owedCents, downPaymentCents }] as const),
];

const asked: readonly CancellationAsked[] = [
  { kind: 'flat', cancelledOn: term.effectiveDate },
  // All days, some and none are left.
  ...[term.effectiveDate, '2027-11-15', term.expiryDate].map(
    (cancelledOn) => ({ kind: 'pro-rata', cancelledOn }) as const,
  ),
];

const todays: readonly PlainDate[] = ['2026-11-20', '2026-12-14', '2026-12-15', '2027-11-15', '2030-12-15'];

interface Case {
  readonly policy: Policy;
  readonly cancellation: Cancellation;
  readonly name: string;
}

const cases: readonly Case[] = ways.flatMap(([policy, collected]) =>
  asked.flatMap((one) =>
    todays.flatMap((madeOn) =>
      usedDaysChoices.flatMap((usedDays) =>
        cancellationGrounds.map((ground): Case => {
          const cancellation = sampleCancellation(policy, { ...one, collected, madeOn, usedDays, ground });
          return { policy, cancellation, name: JSON.stringify({ collected, ...one, madeOn, usedDays, ground }) };
        }),
      ),
    ),
  ),
);

const languages: readonly Language[] = ['en', 'fr'];

function eachNotice(
  check: (said: Case & { readonly language: Language; readonly whole: string; readonly money: string }) => void,
) {
  for (const language of languages)
    for (const one of cases) {
      const context = documentContext(language, sampleIssuer);
      const whole = textOf(composeCancellationNotice(one.policy, one.cancellation, context));
      const money = refundText(one.policy, one.cancellation, context);
      assert.ok(whole.includes(money), one.name);
      check({ ...one, language, whole, money, name: `${language} ${one.name}: ${money}` });
    }
}

test('every route of a refund is among the cases', () => {
  assert.deepEqual(new Set(cases.map(({ cancellation }) => cancellation.plan.route)), new Set(refundRoutes));
});

test('a notice names each amount of its plan, and how it is given back or to be paid', () => {
  eachNotice(({ cancellation: { plan }, language, money, name }) => {
    const said = amountsIn(money, language);
    for (const { amountCents } of plan.owed) assert.ok(said.includes(amountCents), name);
    for (const cents of [plan.writtenOffCents, plan.stillOwedCents])
      assert.ok(cents === 0 || said.includes(cents), name);
  });
});

test('a notice names no other amount: of the money text those of the plan, besides the price and the table’s', () => {
  eachNotice(({ policy, cancellation, language, whole, money, name }) => {
    const { plan, lines } = cancellation;
    const owed = plan.owed.map(({ amountCents }) => amountCents);
    const planned = [...owed, plan.writtenOffCents, plan.stillOwedCents];
    const isPriceTold = plan.chargedFirstOn !== null || plan.charge === 'runs' || mayStillPay(cancellation);
    const price = isPriceTold ? [policy.totalWithTaxCents] : [];
    assert.deepEqual(
      amountsIn(money, language).filter((cents) => !planned.includes(cents) && !price.includes(cents)),
      [],
      name,
    );
    const { premiumBackCents, taxBackCents, refundCents } = cancellation;
    const table = [
      ...lines.flatMap((line) => [line.premiumCents, line.taxCents, line.premiumBackCents, line.taxBackCents]),
      ...lines.map((line) => line.premiumBackCents + line.taxBackCents),
      premiumBackCents,
      taxBackCents,
      refundCents,
    ];
    const allowed = new Set([
      ...planned,
      policy.totalWithTaxCents,
      owed.reduce((sum, cents) => sum + cents, 0),
      ...(owed.length > 0 ? table : []),
    ]);
    assert.deepEqual(
      amountsIn(whole, language).filter((cents) => !allowed.has(cents)),
      [],
      name,
    );
  });
});

const tableTitles = { en: 'What is given back', fr: 'Ce qui est remboursé' };
const givesBack = { en: /(give|gives|given) .*back/i, fr: /rembours/i };

test('a notice that gives nothing back has no table, and speaks of giving back only where it is denied or depends', () => {
  eachNotice(({ cancellation: { plan }, language, whole, name }) => {
    assert.equal(whole.includes(tableTitles[language]), plan.owed.length > 0, name);
    if (plan.owed.length > 0 || plan.route !== 'not charged' || plan.charge === 'runs') return;
    const said = whole.replace(/^(Refund|Remboursement)$/gm, '');
    const products = /Remboursement de la franchise|Deductible reimbursement/g;
    assert.doesNotMatch(said.replace(products, ''), givesBack[language], name);
  });
});

const laterDay = { en: /from \w+\s\d+, \d{4} on/, fr: /à compter du \d+/ };

test('what is given back later says from which day on, and what is due does not', () => {
  eachNotice(({ cancellation: { plan }, language, money, name }) => {
    if (plan.owed.length === 0 || plan.route === 'loan') return;
    assert.equal(laterDay[language].test(money), !plan.isDue, name);
  });
});

const words = {
  en: {
    asking: /still asking the card processor/,
    refund: /If it was, we give/,
    runs: /The loan runs until/,
    decides: /lender itself says/,
  },
  fr: {
    asking: /vérifions encore/,
    refund: /Si elle l’a été, nous remboursons/,
    runs: /Le prêt court/,
    decides: /prêteur lui-même déclare/,
  },
};

test('while it is not known whether the card was charged, nothing is said without an if', () => {
  eachNotice(({ cancellation: { plan }, language, whole, money, name }) => {
    assert.equal(words[language].asking.test(money), plan.route === 'ask first', name);
    if (plan.route !== 'ask first') return;
    assert.equal(words[language].refund.test(money), plan.owed.length > 0, name);
    assert.doesNotMatch(whole, language === 'en' ? /(days|price).* is given back/ : /est remboursé(e)?\./, name);
  });
});

test('a loan’s notice says that it runs until the day, and whose figure decides', () => {
  eachNotice(({ cancellation: { plan }, language, money, name }) => {
    const isGiven = plan.route === 'loan' && plan.owed.length > 0;
    assert.equal(words[language].runs.test(money), isGiven && !plan.isDue, name);
    assert.equal(words[language].decides.test(money), isGiven, name);
  });
});

const payable = {
  en: /The price of \$1,919\.96 has not been paid\. You may pay it until (November\s14, 2027|December\s14, 20\d\d):/,
  fr: /Le prix de 1\s919,96\s\$ n’a pas été payé\. Vous pouvez le payer jusqu’au 14\s(novembre\s2027|décembre\s20\d\d)\s:/,
};

test('one who is cancelled for non-payment is told until which day it can be paid; nobody else is', () => {
  let toldCount = 0;
  eachNotice(({ cancellation: { plan, ground }, language, money, name }) => {
    const isPayable = ground === 'NonPayment' && plan.route === 'not charged' && !plan.isDue;
    assert.equal(payable[language].test(money), isPayable, name);
    toldCount += Number(isPayable);
  });
  assert.ok(toldCount > 0);
});

const noCharge = { en: /(was not charged|will not be charged)/, fr: /(n’a pas été|ne sera pas) débitée/ };

test('a card is said not to be charged only where the plan charges none', () => {
  eachNotice(({ cancellation, language, money, name }) => {
    const { route, charge } = cancellation.plan;
    const isOver = route === 'not charged' && charge !== 'runs' && !mayStillPay(cancellation);
    assert.equal(noCharge[language].test(money.replace(/If it was not, it will not be charged/, '')), isOver, name);
  });
});

function amountsIn(text: string, language: Language): readonly number[] {
  const written = language === 'en' ? /\$[\d,]+\.\d\d/g : /\d[\d\u00a0]*,\d\d\u00a0\$/g;
  return Array.from(text.matchAll(written), ([amount]) => Number(amount.replaceAll(/\D/g, '')));
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textOf).join('\n');
}
