import { isDeepStrictEqual } from 'node:util';
import type { Acknowledgement, BindState, Disclosure, ErrorItem } from '@northbind/sdk';
import type { BoundPolicy, DisclosureView, DocumentKind, PaymentTerms, SaleView } from '../shop-api.ts';
import type { Form } from './read-form.ts';

/**
 * One sale, as the shop keeps it. It is `shopping` until the customer buys, then `binding` until the service has
 * settled the bind, then `bound`. A refused bind leads back to `shopping`. While it is `binding` nothing else may
 * happen to it: above all no new quote, which could make a second policy.
 */
export interface Sale extends Omit<SaleView, 'card' | 'progress'> {
  /** The cookie of the customer whose sale it is. */
  readonly session: string;
  /**
   * Counts the writes, so that two requests at once can't overwrite each other. Not every write makes an edition: a
   * page may repeat a request about an authorized card or a bind that has begun.
   */
  readonly revision: number;
  /** Set when the customer buys: the last day on which they may change their mind. */
  readonly rescindableUntil: string | null;
  /** A revised quote keeps its application. */
  readonly applicationId: string | null;
  readonly card: CardOfSale | null;
  /** What the customer was last given to read, and for which payment. */
  readonly disclosed: { readonly terms: PaymentTerms; readonly disclosures: readonly Disclosure[] } | null;
  readonly ticks: readonly Tick[];
  readonly progress: SaleProgress;
}

/**
 * The customer's tick on one paper. A download id is one text in one version with the figures of one choice, so a tick
 * counts again when the customer comes back to that choice, and never for another one.
 */
export interface Tick {
  readonly downloadId: string;
  readonly acknowledgedAt: string;
}

/** The payment of the selection, without its ticket, which is secret and stays in the page. */
export interface CardOfSale {
  readonly paymentId: string;
  readonly chargeDate: string;
  /** Set once confirm has said `Authorized`. */
  readonly authorized: { readonly number: string; readonly brand: string } | null;
}

export type SaleProgress =
  | { readonly state: 'shopping'; readonly errors: readonly ErrorItem[] }
  | {
      readonly state: 'binding';
      readonly bindState: BindState;
      readonly errors: readonly ErrorItem[];
    }
  | {
      readonly state: 'bound';
      readonly policy: Omit<BoundPolicy, 'documents' | 'disclosures'>;
      readonly downloadIds: Readonly<Partial<Record<DocumentKind, string>>>;
      /** When the latest event that was taken into it happened. */
      readonly heardAt: string | null;
    };

/** Drops the quote's form: after the bind the shop keeps only what it needs to serve the customer. */
export function asBound(sale: Sale, bound: Pick<BoundSale, 'policy' | 'downloadIds'>): Sale {
  return { ...sale, known: {}, applicant: null, vehicles: [], progress: { state: 'bound', ...bound, heardAt: null } };
}

type BoundSale = Extract<SaleProgress, { readonly state: 'bound' }>;

export function newSale(id: string, session: string): Sale {
  return {
    id,
    session,
    revision: 0,
    edition: 0,
    known: {},
    asked: null,
    vehicles: [],
    choice: null,
    applicant: null,
    applicationId: null,
    rescindableUntil: null,
    quote: null,
    selection: null,
    card: null,
    disclosed: null,
    ticks: [],
    progress: { state: 'shopping', errors: [] },
  };
}

/** Whether this is the sale, and the edition of it, that the customer's page shows. */
export function isShown({ id, edition }: Sale, shown: Form): boolean {
  return shown.id === id && shown.edition === edition;
}

/** What the customer's page gets. Ids of payments and documents, and the bind's state, stay here. */
export function viewOf(sale: Sale, isBindRunning: boolean): SaleView {
  const { id, edition, known, asked, vehicles, choice, applicant, quote, selection } = sale;
  const card = cardView(sale);
  const progress = progressView(sale, isBindRunning);
  return { id, edition, known, asked, vehicles, choice, applicant, quote, selection, card, progress };
}

function cardView({ card, progress }: Sale): SaleView['card'] {
  if (!card?.authorized || progress.state !== 'shopping') return null;
  const { authorized, chargeDate } = card;
  return { ...authorized, chargeDate };
}

/** What the customer was last given, with the ticks. */
export function disclosureViews({ disclosed, ticks }: Sale): readonly DisclosureView[] {
  return (disclosed?.disclosures ?? []).map(({ downloadId, title, isRequired }) => ({
    downloadId,
    title,
    isRequired,
    isAcknowledged: ticks.some((tick) => tick.downloadId === downloadId),
  }));
}

export function acknowledgedKinds({ disclosed, ticks }: Sale): readonly string[] {
  const given = disclosed?.disclosures ?? [];
  return given.filter(({ downloadId }) => ticks.some((tick) => tick.downloadId === downloadId)).map(({ kind }) => kind);
}

/** Returns null while something that must be ticked for this payment is not, or was never shown. */
export function acknowledgementsFor(
  { disclosed, ticks }: Sale,
  terms: PaymentTerms,
): readonly Acknowledgement[] | null {
  if (disclosed === null || !isDeepStrictEqual(disclosed.terms, terms)) return null;
  const given = disclosed.disclosures.map(({ kind, version, downloadId, isRequired }) => {
    const tick = ticks.find((one) => one.downloadId === downloadId);
    return { kind, version, downloadId, isRequired, acknowledgedAt: tick?.acknowledgedAt ?? null };
  });
  if (given.some(({ isRequired, acknowledgedAt }) => isRequired && acknowledgedAt === null)) return null;
  return given.flatMap(({ kind, version, downloadId, acknowledgedAt }) =>
    acknowledgedAt === null ? [] : [{ kind, version, downloadId, acknowledgedAt }],
  );
}

function progressView(sale: Sale, isBindRunning: boolean): SaleView['progress'] {
  const { progress } = sale;
  switch (progress.state) {
    case 'shopping':
      return progress;
    case 'binding': {
      const { financing, coverageCategory, paymentTermInYears, selectedProducts } = progress.bindState.request;
      // Bank details are not kept, so after a crash only the customer can give them.
      const needsBankAccount = Boolean(financing) && !isBindRunning;
      const selection = { coverageCategory, paymentTermInYears, selectedProducts };
      return { state: 'binding', selection, isFinanced: Boolean(financing), needsBankAccount, errors: progress.errors };
    }
    case 'bound': {
      const documents = Object.keys(progress.downloadIds) as DocumentKind[];
      return { state: 'bound', policy: { ...progress.policy, documents, disclosures: disclosureViews(sale) } };
    }
  }
}
