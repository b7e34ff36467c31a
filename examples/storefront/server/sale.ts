import type { Applicant, BindState, ErrorItem, Quote, Vehicle } from '@northbind/sdk';
import type { Asked, BoundPolicy, Choice, DocumentKind, SaleView, Selection } from '../shop-api.ts';
import type { Form } from './read-form.ts';

/**
 * One sale, as the shop keeps it. It is `shopping` until the customer buys, then `binding` until the service has
 * settled the bind, then `bound`. A refused bind leads back to `shopping`. While it is `binding` nothing else may
 * happen to it: above all no new quote, which could make a second policy.
 */
export interface Sale {
  readonly id: string;
  /** The cookie of the customer whose sale it is. */
  readonly session: string;
  /** Counts the writes, so that two requests at once can't overwrite each other. */
  readonly revision: number;
  /**
   * Counts the changes of what is bought, so that a window can't act on something that it does not show. Not every
   * write counts: a page may repeat a request about an authorized card or a bind that has begun.
   */
  readonly edition: number;
  readonly asked: Asked | null;
  readonly vehicles: readonly Vehicle[];
  readonly choice: Choice | null;
  readonly applicant: Applicant | null;
  /** A revised quote keeps its application. */
  readonly applicationId: string | null;
  readonly quote: Quote | null;
  /** What the customer has chosen from the quote, and pays for. */
  readonly selection: Selection | null;
  readonly card: CardOfSale | null;
  readonly progress: SaleProgress;
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
  | { readonly state: 'binding'; readonly bindState: BindState; readonly errors: readonly ErrorItem[] }
  | {
      readonly state: 'bound';
      readonly policy: Omit<BoundPolicy, 'documents'>;
      readonly downloadIds: Readonly<Partial<Record<DocumentKind, string>>>;
      /** When the latest event that was taken into it happened. */
      readonly heardAt: string | null;
    };

export function newSale(id: string, session: string): Sale {
  return {
    id,
    session,
    revision: 0,
    edition: 0,
    asked: null,
    vehicles: [],
    choice: null,
    applicant: null,
    applicationId: null,
    quote: null,
    selection: null,
    card: null,
    progress: { state: 'shopping', errors: [] },
  };
}

/** Whether this is the sale, and the edition of it, that the customer's page shows. */
export function isShown({ id, edition }: Sale, shown: Form): boolean {
  return shown.id === id && shown.edition === edition;
}

/** What the customer's page gets. Ids of payments and documents, and the bind's state, stay here. */
export function viewOf(sale: Sale, isBindRunning: boolean): SaleView {
  const { id, edition, asked, vehicles, choice, applicant, quote, selection } = sale;
  const card = cardView(sale);
  const progress = progressView(sale.progress, isBindRunning);
  return { id, edition, asked, vehicles, choice, applicant, quote, selection, card, progress };
}

function cardView({ card, progress }: Sale): SaleView['card'] {
  if (!card?.authorized || progress.state !== 'shopping') return null;
  const { authorized, chargeDate } = card;
  return { ...authorized, chargeDate };
}

function progressView(progress: SaleProgress, isBindRunning: boolean): SaleView['progress'] {
  switch (progress.state) {
    case 'shopping':
      return progress;
    case 'binding': {
      const { financing, coverageCategory, paymentTermInYears, selectedProducts } = progress.bindState.request;
      // Bank details are not kept, so after a crash only the customer can give them.
      const needsBankAccount = Boolean(financing) && !isBindRunning;
      const selection = { coverageCategory, paymentTermInYears, selectedProducts };
      return { state: 'binding', selection, needsBankAccount, errors: progress.errors };
    }
    case 'bound': {
      const documents = Object.keys(progress.downloadIds) as DocumentKind[];
      return { state: 'bound', policy: { ...progress.policy, documents } };
    }
  }
}
