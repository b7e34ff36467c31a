import type { Northbind } from '@northbind/sdk';
import type { ShopBrand, TaxName } from '../shop-api.ts';
import { clock } from './clock.ts';
import type { Settings } from './settings.ts';
import type { ShopTerms } from './shop.ts';

/** The terms of the shop as a partner's own. Another partner writes another brand here. */
export function ownTerms({ isSandbox, timeZone, producerCode }: Settings, northbind: Northbind): ShopTerms {
  return {
    isSandbox,
    brand,
    payee,
    taxes,
    producerCode,
    partnerReference: null,
    clock,
    // The sandbox's clock can be moved; in production it is the date in the seller's province, never the server's own.
    today: async () => (isSandbox ? (await northbind.sandbox.clock()).today : dateIn(timeZone)),
    rescindableUntil: ({ boughtOn }) => addDays(boughtOn, rescissionDays),
    paymentMethods: ['CC', 'PFF'],
    downPayment: null,
    validUntil: null,
    mayStartOver: true,
    writesInAnyCase: false,
  };
}

const brand: ShopBrand = {
  name: 'Maple Motors Protection',
  tagline: { en: 'Vehicle protection, made simple.', fr: 'La protection automobile, en toute simplicité.' },
  phoneNumber: '1-800-555-0142',
  emailAddress: 'help@maplemotors.example',
  website: 'https://maplemotors.example',
  logo: '/mark.svg',
  colours: null,
  languages: ['en', 'fr'],
};

const payee = {
  name: 'Maple Motors',
  how: {
    en: 'at our counter, or by Interac e-Transfer to payments@maplemotors.example',
    fr: 'à notre comptoir, ou par Virement Interac à payments@maplemotors.example',
  },
};

/** What the taxes are called in Ontario and in Quebec, whose tax on premiums changes with the year 2027. */
const taxes: readonly TaxName[] = [
  { partsPerMillion: 80_000, name: { en: 'RST 8%', fr: 'TVD 8\u00a0%' } },
  { partsPerMillion: 130_000, name: { en: 'HST 13%', fr: 'TVH 13\u00a0%' } },
  { partsPerMillion: 90_000, name: { en: 'Tax on premiums 9%', fr: 'Taxe sur les primes 9\u00a0%' } },
  { partsPerMillion: 99_750, name: { en: 'Tax on premiums 9.975%', fr: 'Taxe sur les primes 9,975\u00a0%' } },
  { partsPerMillion: 149_750, name: { en: 'GST and QST 14.975%', fr: 'TPS et TVQ 14,975\u00a0%' } },
];

// What the service's operator gives; in Quebec it is the law.
const rescissionDays = 10;

function addDays(date: string, days: number): string {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

function dateIn(timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(clock());
}
