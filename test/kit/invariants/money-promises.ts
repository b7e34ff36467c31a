import type { LedgerAccountName } from '../../../src/domain/books/account.ts';
import type { EntryKind } from '../../../src/domain/books/ledger-entry.ts';
import type { MoneyStatus } from '../../../src/domain/policy/money-status.ts';
import type { Refund } from '../../../src/domain/policy/policy-view.ts';
import type { Books, EntryOnRecord, LoanOnRecord, Promised } from './books-on-record.ts';

/*
 * What must be true of a sale's money in the end, told from sides that know nothing of each other: what the processor
 * and the lender keep by their own ledgers, what people and banks have said, and what our books, our work and the
 * partner's answer say. Neither the account's function nor the refund plan is asked: they are what is judged. Nobody is
 * let off: what a person has recorded is held to the same as what a job did.
 */
export function moneyPromises(books: Books): readonly Promised[] {
  const { accounts, reversals, loans, policies } = books;
  const [policy] = policies;
  const truth = truthOf(books);
  const account = accountsOf(books);
  const sum = Object.values(accounts).reduce((total, cents) => total + cents, 0);
  const earned = -account('premium') - account('tax');
  const loansDue = policy?.method === 'PFF' && !truth.isInEffect ? 1 : 0;
  const active = loans.filter(({ isActive }) => isActive);
  const open = reversals.filter(({ state }) => state === 'idle' || state === 'begun');
  const status = policy === undefined ? undefined : statusOf(books, policy);
  return [
    [sum === 0, `books that are ${sum} cents off`],
    [earned === truth.keepCents, `${earned} cents of premium and tax in the books, ${truth.keepCents} earned`],
    same(account('processor'), truth.processorCents, 'of the processor’s'),
    same(account('outside'), truth.byHandCents, 'paid by hand'),
    ...customerPromises(books, truth),
    ...refundsOfPayments(books),
    ...chargePromises(books),
    [active.length === loansDue, `${active.length} active loans instead of ${loansDue}`],
    [active.every(({ policyNumber }) => policyNumber === policy?.number), 'a loan under another policy number'],
    ...loanPromises(books, truth),
    [open.every(({ payee }) => payee === 'Customer'), 'money that is still to be given back'],
    // A policy that is not cancelled may have a write-off, too, once its term is over.
    [account('write-off') >= 0 && account('write-off') <= truth.keepCents, `${account('write-off')} cents written off`],
    [policy?.moneyStatus === status, `a policy that is ${policy?.moneyStatus} instead of ${status}`],
  ];
}

const accountsOf =
  ({ accounts }: Books) =>
  (name: LedgerAccountName): number =>
    accounts[name] ?? 0;

function same(bookedCents: number, trueCents: number, what: string): Promised {
  return [bookedCents === trueCents, `${bookedCents} cents ${what} in the books, ${trueCents} in truth`];
}

interface Truth {
  /** What the price, or the days that were used, comes to. */
  readonly keepCents: number;
  readonly isInEffect: boolean;
  /** What the processor has of it by its own ledger, without what banks hold back. */
  readonly processorCents: number;
  /** What came by cheque and transfer, less what came back and what people gave back. */
  readonly byHandCents: number;
  /** What banks hold back and have not given or taken for good. */
  readonly heldBackCents: number;
}

function truthOf(books: Books): Truth {
  const { policies, cancellation, charges } = books;
  const isInEffect = cancellation?.isInEffect === true;
  const keptCents = charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
  return {
    keepCents: (policies[0]?.totalCents ?? 0) - (isInEffect ? cancellation.refundCents : 0),
    isInEffect,
    processorCents: keptCents - sumOf(books, 'dispute-opened') + wonCents(books) + sumOf(books, 'refund-returned'),
    byHandCents:
      sumOf(books, 'payment') -
      sumOf(books, 'payment-returned') -
      sumOf(books, 'refund', ({ recordedBy }) => recordedBy === 'operator'),
    heldBackCents: disputesOf(books)
      .filter(({ state }) => state === 'open')
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
}

/** What counts of what was said: what was said by mistake and taken back does not. */
function entriesOf({ entries }: Books, kind: EntryKind): readonly EntryOnRecord[] {
  return entries.filter((entry) => entry.kind === kind && !entry.isVoided);
}

function sumOf(books: Books, kind: EntryKind, isMeant: (entry: EntryOnRecord) => boolean = () => true): number {
  return entriesOf(books, kind)
    .filter(isMeant)
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

interface DisputeTold {
  readonly id: string;
  readonly turn: number;
  readonly paymentEntryId: string | null;
  readonly amountCents: number;
  readonly state: 'open' | 'won' | 'lost';
  /** The policy was cancelled and the charge refunded before: the state of the money stays as it was. */
  readonly isAfterRefund: boolean;
}

function disputesOf(books: Books): readonly DisputeTold[] {
  const endings = [...entriesOf(books, 'dispute-won'), ...entriesOf(books, 'dispute-lost')];
  return entriesOf(books, 'dispute-opened').map(({ id, turn, paymentEntryId, amountCents }) => {
    const ended = endings.filter(({ disputeId }) => disputeId === id).map((ending) => ending);
    const last = ended.sort((a, b) => a.turn - b.turn).at(-1);
    return {
      id,
      turn,
      paymentEntryId,
      amountCents,
      state: last === undefined ? 'open' : last.kind === 'dispute-won' ? 'won' : 'lost',
      isAfterRefund:
        sumOf(books, 'cancellation', (one) => one.turn < turn) !== 0 &&
        sumOf(books, 'refund', (one) => one.turn < turn && one.paymentEntryId === paymentEntryId) >
          sumOf(books, 'refund-returned', (one) => one.turn < turn && one.paymentEntryId === paymentEntryId),
    };
  });
}

function wonCents(books: Books): number {
  return disputesOf(books)
    .filter(({ state }) => state === 'won')
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** What the customer owes is charged or asked for, and what is owed to the customer is being given back. */
function customerPromises(books: Books, { heldBackCents }: Truth): readonly Promised[] {
  const { laterCharges, reversals, policies } = books;
  if (policies[0]?.method === 'PFF' || ['REF', 'FIN', 'PW'].includes(policies[0]?.method ?? '')) return [];
  const customerCents = accountsOf(books)('customer');
  const chargeCents = total(laterCharges.filter(({ state }) => ['due', 'charging', 'refused'].includes(state)));
  const refundCents = total(
    reversals.filter(({ state, payee }) => payee !== 'Lender' && (state === 'idle' || state === 'begun')),
  );
  const workCents = chargeCents - refundCents;
  // What a bank holds back can't be given back as well: until it has decided, it stays owed.
  const isHeldBack = heldBackCents > 0 && customerCents < workCents && workCents - customerCents <= heldBackCents;
  return [
    [
      customerCents === workCents || isHeldBack,
      `${customerCents} cents of the customer's in the books, ${chargeCents} to collect and ${refundCents} to give back`,
    ],
  ];
}

/**
 * Of no payment is more given back than was taken and has neither come back nor is held back by a bank; unless it came
 * back, or the bank came, after the refund: that is owed again.
 */
function refundsOfPayments(books: Books): readonly Promised[] {
  const payments = [...entriesOf(books, 'charge'), ...entriesOf(books, 'payment')];
  const disputes = disputesOf(books);
  return payments.flatMap(({ id, kind, amountCents, partyReference }): readonly Promised[] => {
    const about = ({ paymentEntryId }: { readonly paymentEntryId: string | null }): boolean => paymentEntryId === id;
    const refunds = entriesOf(books, 'refund').filter(about);
    const cameBack = entriesOf(books, 'refund-returned').filter(about);
    const givenCents = total(refunds) - total(cameBack);
    const held = disputes.filter((one) => about(one) && one.state !== 'won');
    const given = books.reversals.filter((one) => about(one) && one.state !== 'refused');
    // What a person has given is a fact that is said when it is known; what the service sends is not sent to a bank that has it.
    const begunLater = given.filter(
      (one) => one.payee !== 'Customer' && held.some((dispute) => dispute.turn < one.turn),
    );
    const returned = entriesOf(books, 'payment-returned').filter(about);
    const returnedCents = total(returned.filter((one) => given.some((refund) => one.turn < refund.turn)));
    const atParty = books.charges.find(({ reference }) => kind === 'charge' && reference === partyReference);
    const toCardCents = total(refunds.filter(({ recordedBy }) => recordedBy === 'processor'));
    return [
      [
        givenCents + returnedCents <= amountCents,
        `${givenCents} given back and ${returnedCents} returned of ${amountCents} cents`,
      ],
      [
        begunLater.length === 0 || givenCents + returnedCents + total(held) <= amountCents,
        `${givenCents} cents given back of ${amountCents}, of which banks hold back ${total(held)}`,
      ],
      [
        atParty === undefined || atParty.refundedCents === toCardCents,
        `${toCardCents} cents to the card in the books, ${atParty?.refundedCents} by the processor`,
      ],
    ];
  });
}

/** Every charge of the processor's is in the books, once. */
function chargePromises(books: Books): readonly Promised[] {
  const booked = entriesOf(books, 'charge').map(({ partyReference }) => partyReference);
  return books.charges.map(({ reference, cents }) => {
    const times = booked.filter((one) => one === reference).length;
    return [times === 1, `a charge of ${cents} cents that is ${times} times in the books`];
  });
}

interface LoanParts {
  readonly toLoanCents: number;
  readonly bySellerCents: number;
  readonly byOperatorCents: number;
}

/** To the loan first; of the rest the seller gives the down payment back, and the operator what is more. */
function loanParts({ policies, cancellation }: Books, loan: LoanOnRecord): LoanParts | null {
  if (policies.length === 0 || cancellation?.isInEffect !== true) return null;
  const toLoanCents = loan.refundedCents;
  const bySellerCents = Math.min(cancellation.refundCents - toLoanCents, loan.downPaymentCents);
  return { toLoanCents, bySellerCents, byOperatorCents: cancellation.refundCents - toLoanCents - bySellerCents };
}

function loanPromises(books: Books, { isInEffect }: Truth): readonly Promised[] {
  const { loans, policies, cancellation, reversals } = books;
  const loan = loans.find(({ policyNumber }) => policyNumber === policies[0]?.number);
  if (loan === undefined || policies[0]?.method !== 'PFF') return [];
  const account = accountsOf(books);
  const parts = loanParts(books, loan);
  const refundCents = isInEffect ? cancellation!.refundCents : 0;
  // From the start: until the day on which it is cancelled, installments were debited, and come back, too.
  const endsOn = isInEffect ? (cancellation!.kind === 'flat' ? cancellation!.madeOn : cancellation!.cancelledOn) : null;
  const toCustomerCents = total(reversals.filter(({ payee, isRefund }) => payee === 'Customer' && isRefund));
  return [
    [loan.cancelledOn === endsOn, `a loan that ran until ${loan.cancelledOn} instead of ${endsOn}`],
    [
      loan.refundedCents <= Math.min(refundCents, loan.advancedCents),
      `${loan.refundedCents} cents to a loan of ${loan.advancedCents}`,
    ],
    same(account('lender'), loan.advancedCents - loan.refundedCents, 'of the lender’s'),
    same(account('partner'), loan.downPaymentCents - (parts?.bySellerCents ?? 0), 'of the seller’s'),
    [
      toCustomerCents === (parts?.byOperatorCents ?? 0),
      `${toCustomerCents} cents from the operator instead of ${parts?.byOperatorCents ?? 0}`,
    ],
  ];
}

const total = (rows: readonly { readonly amountCents: number }[]): number =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);

/** What the partner must read, by the facts above. */
function statusOf(books: Books, policy: Books['policies'][number]): MoneyStatus {
  const { cancellation, laterCharges, reversals } = books;
  const account = accountsOf(books);
  const { heldBackCents, keepCents } = truthOf(books);
  if (['REF', 'FIN', 'PW'].includes(policy.method)) return 'CollectedByPartner';
  const back = cancellation?.isInEffect ? cancellation.refundCents : 0;
  const refunded = (): MoneyStatus => (back < policy.totalCents ? 'PartRefunded' : 'Refunded');
  if (heldBackCents > 0 && isHeldOfPayments(books)) return 'Disputed';
  if (reversals.some(({ isRefund, state }) => isRefund && (state === 'idle' || state === 'begun')))
    return 'RefundPending';
  if (policy.method === 'PFF') return back === 0 ? 'Financed' : refunded();
  const open = laterCharges.find(({ state }) => ['due', 'charging', 'refused'].includes(state));
  if (account('customer') > 0) return open?.tries === 1 && open.state === 'due' ? 'Scheduled' : 'Unpaid';
  if (account('write-off') > 0) return 'WrittenOff';
  const keptCents = keptOfCards(books) + keptByHand(books);
  const givenCents = Math.min(
    back + account('goodwill'),
    sumOf(books, 'refund', ({ isStray }) => !isStray) - sumOf(books, 'refund-returned') + lostOfCards(books),
  );
  if (givenCents > 0) return keptCents > 0 ? 'PartRefunded' : 'Refunded';
  return keptCents > 0 || keepCents < 0 ? 'Paid' : 'NothingOwed';
}

/**
 * What cards paid and neither we have given back, to the card or by hand, nor banks have taken: they may take what was
 * given back before, and then the processor has taken it twice.
 */
function keptOfCards(books: Books): number {
  const disputes = disputesOf(books).filter(
    ({ state, isAfterRefund }) => state === 'lost' || (state === 'open' && !isAfterRefund),
  );
  return books.charges.reduce((sum, { reference, cents, refundedCents }) => {
    const ids = entriesOf(books, 'charge').flatMap((one) => (one.partyReference === reference ? [one.id] : []));
    const takenCents = total(
      disputes.filter(({ paymentEntryId }) => paymentEntryId !== null && ids.includes(paymentEntryId)),
    );
    const cameBack = entriesOf(books, 'refund-returned').filter((one) => one.partyReference === reference);
    const leftCents = cents - refundedCents + total(cameBack) - givenByHand(books, ids);
    return sum + leftCents - Math.min(takenCents, Math.max(leftCents, 0));
  }, 0);
}

/** What banks have taken back for good of what cards paid, as far as it was not given back before. */
function lostOfCards(books: Books): number {
  const lost = disputesOf(books).filter(({ state }) => state === 'lost');
  return books.charges.reduce((sum, { reference, cents, refundedCents }) => {
    const ids = entriesOf(books, 'charge').flatMap((one) => (one.partyReference === reference ? [one.id] : []));
    const takenCents = total(
      lost.filter(({ paymentEntryId }) => paymentEntryId !== null && ids.includes(paymentEntryId)),
    );
    const cameBack = entriesOf(books, 'refund-returned').filter((one) => one.partyReference === reference);
    const leftCents = cents - refundedCents + total(cameBack) - givenByHand(books, ids);
    return sum + Math.min(takenCents, Math.max(leftCents, 0));
  }, 0);
}

/** What came by cheque and transfer and neither bounced nor was given back. */
function keptByHand(books: Books): number {
  const ids = entriesOf(books, 'payment').map(({ id }) => id);
  return sumOf(books, 'payment') - sumOf(books, 'payment-returned') - givenByHand(books, ids);
}

const givenByHand = (books: Books, paymentIds: readonly string[]): number =>
  sumOf(
    books,
    'refund',
    ({ recordedBy, paymentEntryId }) =>
      recordedBy === 'operator' && paymentEntryId !== null && paymentIds.includes(paymentEntryId),
  );

/** A bank that holds back what was given back before holds nothing of the customer's: the processor has taken it twice. */
function isHeldOfPayments(books: Books): boolean {
  const open = disputesOf(books).filter(({ state, isAfterRefund }) => state === 'open' && !isAfterRefund);
  return open.some(({ paymentEntryId }) => {
    const taken = books.entries.find(({ id }) => id === paymentEntryId)?.amountCents ?? 0;
    const gone = disputesOf(books).filter((one) => one.paymentEntryId === paymentEntryId && one.state === 'lost');
    const about = (one: EntryOnRecord): boolean => one.paymentEntryId === paymentEntryId;
    return taken - sumOf(books, 'refund', about) + sumOf(books, 'refund-returned', about) - total(gone) > 0;
  });
}

/** The partner reads this. */
export interface Answered {
  readonly moneyStatus: MoneyStatus;
  readonly amountDueCents: number;
  readonly refunds: readonly Refund[];
}

/** What is untrue in the partner's answer. */
export function wrongAnswers(books: Books, { moneyStatus, amountDueCents, refunds }: Answered): readonly string[] {
  const { charges, reversals, policies, loans, laterCharges } = books;
  const [policy] = policies;
  const told = (payer: Refund['payer'], payee: Refund['payee'], status: Refund['status']): number =>
    total(refunds.filter((one) => one.payer === payer && one.payee === payee && one.status === status));
  const open = (payee: string): number =>
    total(
      reversals.filter((one) => one.isRefund && one.payee === payee && (one.state === 'idle' || one.state === 'begun')),
    );
  const strayCents = sumOf(books, 'refund', ({ isStray, recordedBy }) => isStray && recordedBy === 'processor');
  const atCardsCents = charges.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  const toCardCents = atCardsCents - strayCents - sumOf(books, 'refund-returned');
  const byHandCents = sumOf(books, 'refund', ({ recordedBy, isStray }) => !isStray && recordedBy === 'operator');
  const isAhead = laterCharges.some(({ state, tries }) => state === 'due' && tries === 1);
  const owedCents = isAhead ? 0 : Math.max(accountsOf(books)('customer'), 0);
  const toLoanCents = loans.reduce((sum, { refundedCents }) => sum + refundedCents, 0);
  const isInEffect = books.cancellation?.isInEffect === true;
  const promises: readonly Promised[] = [
    [
      moneyStatus === policy?.moneyStatus,
      `the partner reads ${moneyStatus} of what is stored as ${policy?.moneyStatus}`,
    ],
    [
      policy?.method !== 'CC' || amountDueCents === owedCents,
      `the partner reads ${amountDueCents} cents due instead of ${owedCents}`,
    ],
    [
      told('Processor', 'Card', 'Done') === toCardCents,
      `the partner reads ${told('Processor', 'Card', 'Done')} cents given back to cards, and it was ${toCardCents}`,
    ],
    [
      told('Operator', 'Customer', 'Done') === byHandCents,
      `the partner reads ${told('Operator', 'Customer', 'Done')} cents given back by hand, and it was ${byHandCents}`,
    ],
    [
      !isInEffect || told('Processor', 'Card', 'Pending') === open('Card'),
      `the partner reads ${told('Processor', 'Card', 'Pending')} cents on their way to cards instead of ${open('Card')}`,
    ],
    [
      policy?.method !== 'PFF' || !isInEffect || told('Operator', 'Lender', 'Done') === toLoanCents,
      `the partner reads ${told('Operator', 'Lender', 'Done')} cents to the loan, and it was ${toLoanCents}`,
    ],
  ];
  return promises.filter(([isKept]) => !isKept).map(([, what]) => what);
}
