import assert from 'node:assert/strict';
import test from 'node:test';
import { falseStatementsIn, type GivenOnRecord, noticeText } from '../../test/kit/invariants/notice-truth.ts';
import {
  collectedByCard,
  collectedByHand,
  notCollected,
  sampleCancellation,
  sampleCharged,
  sampleFinanced,
  samplePolicy,
} from '../../test/kit/sale/sample-policy.ts';
import type { Payment } from '../domain/account/payments.ts';
import type { PlainDate } from '../domain/calendar.ts';
import type { Cancellation } from '../domain/cancellation/cancellation.ts';
import type { CancellationAsked } from '../domain/cancellation/cancellation-asked.ts';
import { cancellationGrounds } from '../domain/cancellation/cancellation-cause.ts';
import { usedDaysChoices } from '../domain/cancellation/used-days.ts';
import { collectedOnLoan } from '../domain/financing/owed-on-loan.ts';
import type { Language } from '../domain/language.ts';
import { sumCents } from '../domain/money.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Collected } from '../domain/refund/collected.ts';
import { refundRoutes } from '../domain/refund/refund-plan.ts';
import { composeCancellationNotice } from './cancellation-notice.ts';
import { documentContext } from './document-context.ts';
import { sampleIssuer } from './issuer.ts';
import { mayStillPay, refundText, unpaidPriceCents } from './refund-text.ts';

// Bound a month before it begins, so that it can be cancelled before.
const term = { boundOn: '2026-11-15', effectiveDate: '2026-12-15', expiryDate: '2030-12-15' } as const;
const byCard = sampleCharged(term);
const byLoan = sampleFinanced(term);
const bySeller = samplePolicy(term);

const advanced = byLoan.totalWithTaxCents - byLoan.payment.loan.downPaymentCents;
const downPaymentCents = byLoan.payment.loan.downPaymentCents;

const total = byCard.totalWithTaxCents;

/** What was paid is not there any more: a cheque came back, or a bank has the charge. */
function gone(paid: Collected & { readonly by: 'customer' }, change: Partial<Payment>): Collected {
  return { ...paid, payments: paid.payments.map((one) => ({ ...one, leftCents: 0, ...change })) };
}

const ways: readonly (readonly [Policy, Collected])[] = [
  [bySeller, { by: 'seller' }],
  [byCard, collectedByCard(byCard.totalWithTaxCents)],
  [byCard, { ...notCollected, by: 'card to come', on: '2026-12-01', chargeCents: total }],
  [byCard, { ...collectedByHand(total - 30_000), by: 'card to come', on: '2026-12-01', chargeCents: 30_000 }],
  [byCard, collectedByHand(byCard.totalWithTaxCents)],
  [byCard, { ...notCollected, by: 'unknown', chargeCents: total }],
  [byCard, { ...collectedByHand(total), by: 'unknown', chargeCents: total }],
  [byCard, notCollected],
  [byCard, gone(collectedByHand(total), { returnedCents: total })],
  [byCard, gone(collectedByCard(total), { openDisputeCents: total })],
  [byCard, gone(collectedByCard(total), { lostDisputeCents: total })],
  // More and less than the used days of some of the cancellations cost, and just as much as those of one.
  [byCard, collectedByCard(100_000)],
  [byCard, collectedByCard(48_913)],
  // A part was given back before, as goodwill.
  [byCard, { ...collectedByCard(total - 7_000), goodwillCents: 7_000 }],
  // The loan is not repaid at all, in part, nearly, and entirely.
  ...[advanced, 80_000, 137, 0].map(
    (owedCents) => [byLoan, { by: 'lender', owedCents, byLenderCents: 0, downPaymentCents }] as const,
  ),
  // Of a rescinded one the lender gives back interest and fee.
  [byLoan, { by: 'lender', owedCents: 80_000, byLenderCents: 1_234, downPaymentCents }],
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

interface Notice extends Case {
  readonly language: Language;
  readonly whole: string;
  readonly items: readonly string[];
  readonly money: string;
}

// Composed once: each rule is checked against all of them.
const notices: readonly Notice[] = languages.flatMap((language) =>
  cases.map((one) => {
    const context = documentContext(language, sampleIssuer);
    const whole = textOf(composeCancellationNotice(one.policy, one.cancellation, context));
    const items = refundText(one.policy, one.cancellation, context).map(({ text }) => text);
    const money = items.join(' ');
    return { ...one, language, whole, items, money, name: `${language} ${one.name}: ${money}` };
  }),
);

function eachNotice(check: (said: Notice) => void): void {
  for (const notice of notices) {
    for (const item of notice.items) assert.ok(notice.whole.includes(item), notice.name);
    check(notice);
  }
}

test('every route of a refund is among the cases', () => {
  assert.deepEqual(new Set(cases.map(({ cancellation }) => cancellation.plan.route)), new Set(refundRoutes));
});

test('a notice names each amount of its plan, and how it is given back or to be paid', () => {
  eachNotice(({ cancellation: { plan }, language, money, name }) => {
    const said = amountsIn(money, language);
    for (const { amountCents } of plan.owed) assert.ok(said.includes(amountCents), name);
    for (const cents of [plan.writtenOffCents, plan.stillOwedCents, plan.goodwillCents])
      assert.ok(cents === 0 || said.includes(cents), name);
  });
});

test('a notice names no other amount: of the money text those of the plan, besides the price and the table’s', () => {
  eachNotice(({ policy, cancellation, language, whole, money, name }) => {
    const { plan, lines } = cancellation;
    const owed = [...plan.owed.map(({ amountCents }) => amountCents), plan.goodwillCents];
    const taken =
      cancellation.kind === 'flat' && plan.route === 'loan'
        ? [collectedOnLoan(byLoan.payment.loan, cancellation.madeOn)]
        : [];
    const planned = [...owed, ...taken, plan.writtenOffCents, plan.stillOwedCents, plan.partPaidCents ?? 0];
    const isPriceTold = plan.chargedFirstOn !== null || plan.charge === 'runs' || mayStillPay(cancellation);
    const first = plan.chargedFirstCents === undefined ? [] : [plan.chargedFirstCents];
    const price = isPriceTold
      ? [...first, policy.totalWithTaxCents, unpaidPriceCents(plan, policy.totalWithTaxCents)]
      : [];
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
      ...price,
      policy.totalWithTaxCents,
      sumCents(plan.owed.filter(({ payer }) => payer !== 'Lender').map(({ amountCents }) => amountCents)),
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
    const depends = plan.route !== 'not charged' || plan.charge === 'runs' || plan.charge === 'disputed';
    if (plan.owed.length > 0 || depends) return;
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
    decides: /lender itself (says|has taken)/,
  },
  fr: {
    asking: /vérifions encore/,
    refund: /Si elle l’a été, nous remboursons/,
    runs: /Le prêt court/,
    decides: /prêteur lui-même (déclare|a prélevé)/,
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

test('a loan’s notice says that it runs until the day, unless it falls with its policy, and whose figure decides', () => {
  eachNotice(({ cancellation, language, money, name }) => {
    const { plan } = cancellation;
    const isGiven = plan.route === 'loan' && plan.owed.length > 0;
    const runs = isGiven && !plan.isDue && cancellation.kind !== 'flat';
    assert.equal(words[language].runs.test(money), runs, name);
    assert.equal(words[language].decides.test(money), isGiven, name);
  });
});

test('of a loan in default a notice says what withdraws it, as long as anything can', () => {
  const withdraws = {
    en: /no longer behind with the loan, this cancellation is/,
    fr: /n’est plus en défaut de paiement/,
  };
  eachNotice(({ cancellation: { plan, ground }, language, money, name }) => {
    const isLoan = plan.route === 'loan' && plan.owed.length > 0;
    assert.equal(withdraws[language].test(money), isLoan && ground === 'NonPayment' && !plan.isDue, name);
  });
});

test('of the loan of a policy that never was, the notice leaves nothing between customer and lender', () => {
  const left = { en: /between you and the lender/, fr: /entre vous et lui/ };
  const nothing = { en: /you owe nothing under it/, fr: /vous n’y devez plus rien/ };
  eachNotice(({ cancellation, language, money, name }) => {
    const { plan } = cancellation;
    const isGiven = plan.route === 'loan' && plan.owed.length > 0;
    assert.equal(nothing[language].test(money), isGiven && cancellation.kind === 'flat', name);
    assert.equal(left[language].test(money), isGiven && cancellation.kind !== 'flat', name);
  });
});

const payable = {
  en: /(The price of \$1,919\.96|Of the price of \$1,919\.96, \$[\d,.]+) has not been paid\. You may pay it until (November\s14, 2027|December\s14, 20\d\d):/,
  fr: /(Le prix de 1\s919,96\s\$ n’a pas été payé|Sur le prix de 1\s919,96\s\$, [\d\s,]+\$ n’ont pas été payés)\. Vous pouvez le payer jusqu’au 14\s(novembre\s2027|décembre\s20\d\d)\s:/,
};

test('one who is cancelled for non-payment is told until which day it can be paid; nobody else is', () => {
  let toldCount = 0;
  eachNotice(({ cancellation: { plan, ground }, language, money, name }) => {
    const isUnpaid = plan.route === 'not charged' || plan.partPaidCents !== null;
    const isPayable = ground === 'NonPayment' && isUnpaid && !plan.isDue;
    assert.equal(payable[language].test(money), isPayable, name);
    toldCount += Number(isPayable);
  });
  assert.ok(toldCount > 0);
});

const noCharge = { en: /(was not charged|will not be charged)/, fr: /(n’a pas été|ne sera pas) débitée/ };

test('a card is said not to be charged only where the plan charges none', () => {
  eachNotice(({ cancellation, language, money, name }) => {
    const { route, charge, partPaidCents } = cancellation.plan;
    const isWithout = partPaidCents === null || charge === 'waits';
    const isOver = route === 'not charged' && charge !== 'runs' && isWithout && !mayStillPay(cancellation);
    assert.equal(noCharge[language].test(money.replace(/If it was not, it will not be charged/, '')), isOver, name);
  });
});

const partly = {
  en: { part: /You have paid \$/, more: /They cost \$[\d,.]+ more/, back: /Your payment came back/ },
  fr: { part: /Vous avez payé [\d\s]+,/, more: /Ils ont coûté [\d\s,]+\$ de plus/, back: /nous a été retourné/ },
};

test('what was paid in part, and what came back, is told as it was once the cover has ended', () => {
  eachNotice(({ cancellation: { plan }, language, money, name }) => {
    const isOfBank = plan.charge === 'disputed' || plan.charge === 'taken back';
    const isTold = plan.route === 'not charged' && plan.isDue && plan.partPaidCents !== null && !isOfBank;
    assert.equal(partly[language].part.test(money), isTold && plan.partPaidCents! > 0, name);
    assert.equal(partly[language].more.test(money), isTold && plan.partPaidCents! > 0, name);
    assert.equal(partly[language].back.test(money), isTold && plan.partPaidCents === 0, name);
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

test('the judge of notices finds each that promises money that nobody gives, whatever else came or was given', () => {
  const asked = { kind: 'pro-rata', cancelledOn: '2027-11-15', madeOn: '2027-11-15' } as const;
  const terms = sampleCancellation(byCard, { ...asked, collected: collectedByCard(total) });
  const promisedCents = terms.plan.owed[0]!.amountCents;
  const nothingGiven: GivenOnRecord = {
    isOvertaken: false,
    tooMuchCents: 0,
    paidLaterCents: 0,
    goodwillCents: 0,
    cardTakenCents: total,
    lostCents: 0,
    toCardCents: 0,
    toLoanCents: 0,
    byLenderCents: 0,
    byOperatorCents: 0,
    bySellerCents: 0,
    writtenOffCents: 0,
    usedDaysCents: 0,
  };
  const untruths = (given: Partial<GivenOnRecord>) =>
    falseStatementsIn(noticeText({ policy: byCard, terms }), { ...nothingGiven, ...given }).length;
  assert.equal(untruths({ toCardCents: promisedCents }), 0);
  assert.equal(untruths({}), 1);
  for (const beside of ['tooMuchCents', 'paidLaterCents', 'goodwillCents'] as const) {
    assert.equal(untruths({ [beside]: total }), 1, `${beside} explains no money that never came`);
    assert.equal(untruths({ [beside]: total, toCardCents: promisedCents - 1 }), 1, `nor a cent too little: ${beside}`);
    assert.equal(untruths({ [beside]: 500, toCardCents: promisedCents + 501 }), 1, `nor more than it: ${beside}`);
  }
});
