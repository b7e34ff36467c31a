import { duplicateOrderMessage, duplicatePreload, gatewayReceipt, preloaded } from './moneris-messages.ts';
import type { StandInCard, StandInOrder, StandInTransaction } from './moneris-orders.ts';

export const holdProfile = 'chktHOLD00001';
export const verifyProfile = 'chktVERI00001';

interface OpenTicket {
  readonly orderNo: string;
  readonly custId: string;
  readonly checkoutId: string;
  readonly amount: string;
}

/**
 * The stand-in's memory and its rules: an order number is used once, a hold is completed once, refunds can't exceed
 * their charge. A second refund of a part is made: the vendor promises nothing else.
 */
export class MonerisBooks {
  readonly transactions: StandInTransaction[] = [];
  readonly #tickets = new Map<string, OpenTicket>();
  readonly #finished = new Map<string, StandInOrder>();
  readonly #vault = new Map<string, StandInCard>();
  readonly #customers = new Map<string, string>();
  readonly #closedAccounts = new Map<string, string>();
  readonly #heldCards = new Map<string, StandInCard>();
  #count = 0;

  preload(fields: Readonly<Record<string, string>>): string {
    const { order_no: orderNo, cust_id: custId, checkout_id: checkoutId, txn_total: amount } = fields;
    if (this.#customers.has(orderNo!)) return duplicatePreload;
    this.#customers.set(orderNo!, custId!);
    const ticket = `1725949780VuxB${String(++this.#count).padStart(24, '0')}dT`;
    this.#tickets.set(ticket, { orderNo: orderNo!, custId: custId!, checkoutId: checkoutId!, amount: amount! });
    return preloaded(ticket);
  }

  /** `amount`: what is held instead of what was asked. */
  finish(ticket: string, card: StandInCard, isApproved: boolean, amount?: string): void {
    const open = this.#tickets.get(ticket);
    if (open === undefined) throw new Error('no such ticket');
    const purpose = open.checkoutId === verifyProfile ? 'verify' : 'hold';
    const first = this.#record({
      orderId: purpose === 'verify' ? `${open.orderNo}_veri` : open.orderNo,
      transType: purpose === 'verify' ? '06' : '01',
      amount: amount ?? open.amount,
      cardType: card.type,
      isApproved,
    });
    this.#heldCards.set(first.transId, card);
    const dataKey = `ot-${this.#count}vaultKey`;
    if (isApproved && purpose === 'verify') this.#vault.set(dataKey, card);
    this.#finished.set(ticket, { ...open, ticket, purpose, card, dataKey, first });
  }

  /** Asked with the other profile's id, a ticket is as unknown as any. */
  finishedOrder(ticket: string, checkoutId: string): StandInOrder | null {
    const isOwn = this.#tickets.get(ticket)?.checkoutId === checkoutId;
    return isOwn ? (this.#finished.get(ticket) ?? null) : null;
  }

  /** A sentence is a refusal of the gateway itself, with all fields null. */
  transact(type: string, fields: Readonly<Record<string, string>>): StandInTransaction | string {
    switch (type) {
      case 'completion':
        return this.#complete(fields);
      case 'res_purchase_cc':
        return this.#purchase(fields);
      case 'refund':
      case 'purchasecorrection':
        return this.#giveBack(type, fields);
      default:
        return 'Invalid transaction type';
    }
  }

  checkStatus(type: string, orderId: string): string {
    const found = this.transactions.findLast((done) => done.orderId === orderId && done.transType === transTypes[type]);
    return found === undefined ? gatewayReceipt('null', 'Not Found') : gatewayReceipt(found, 'Found');
  }

  /** The approved ones of a kind under an order: for the tests' own questions. */
  approved(orderId: string, transType: string): readonly StandInTransaction[] {
    return this.transactions.filter((one) => one.orderId === orderId && one.transType === transType && one.isApproved);
  }

  /** Money taken for a customer, and how much of it was given back. */
  charges(custId: string): readonly { readonly key: string; readonly amount: string; readonly refunded: string }[] {
    return this.transactions
      .filter(
        ({ transType, isApproved, amount }) => isApproved && ['00', '02'].includes(transType) && Number(amount) > 0,
      )
      .filter(({ orderId }) => this.#customers.get(orderId) === custId)
      .map(({ orderId: key, amount }) => ({ key, amount, refunded: this.#givenBack(key).toFixed(2) }));
  }

  /** The card of a finished checkout, and its key in the Vault: which a look-up of Moneris does not return. */
  cardOf(orderNo: string): StandInOrder | undefined {
    return Array.from(this.#finished.values()).find((order) => order.orderNo === orderNo);
  }

  /** From now on the issuer refuses the refund of an order by its own code. */
  closeAccount(orderId: string, iso: string): void {
    this.#closedAccounts.set(orderId, iso);
  }

  #givenBack(orderId: string): number {
    const backs = [...this.approved(orderId, '04'), ...this.approved(orderId, '11')];
    return backs.reduce((sum, { amount }) => sum + Number(amount), 0);
  }

  #complete(fields: Readonly<Record<string, string>>): StandInTransaction | string {
    const { order_id: orderId, txn_number: transId, comp_amount: amount } = fields;
    const hold = this.approved(orderId!, '01').find((one) => one.transId === transId);
    if (hold === undefined) return 'Invalid transaction number';
    const isFirst = this.approved(orderId!, '02').length === 0;
    const isRefused = Number(amount) > 0 && this.#heldCards.get(transId!)?.refusesCharges === true;
    const isApproved = isFirst && !isRefused && Number(amount) <= Number(hold.amount);
    const completion = { orderId: orderId!, transType: '02', amount: amount!, cardType: hold.cardType, isApproved };
    // A refused completion leaves the one before it on record.
    return isApproved ? this.#record(completion) : this.#make(completion, '476');
  }

  #purchase(fields: Readonly<Record<string, string>>): StandInTransaction | string {
    const { order_id: orderId, data_key: dataKey, amount } = fields;
    if (this.#isUsed(orderId!)) return duplicateOrderMessage;
    const card = this.#vault.get(dataKey!);
    if (card === undefined) return 'Invalid data key';
    this.#customers.set(orderId!, fields.cust_id!);
    return this.#record({
      orderId: orderId!,
      transType: '00',
      amount: amount!,
      cardType: card.type,
      isApproved: card.refusesCharges !== true,
      ...(card.iso !== undefined && { refusedBy: card.iso }),
      maskedPan: `${card.number.slice(0, 4)}***${card.number.slice(-4)}`,
      dataKey: dataKey!,
    });
  }

  #giveBack(type: string, fields: Readonly<Record<string, string>>): StandInTransaction | string {
    const { order_id: orderId, txn_number: transId } = fields;
    const charge = [...this.approved(orderId!, '00'), ...this.approved(orderId!, '02')].find(
      (one) => one.transId === transId,
    );
    if (charge === undefined) return 'Invalid transaction number';
    const amount = fields.amount ?? charge.amount;
    const iso = type === 'refund' ? this.#closedAccounts.get(orderId!) : undefined;
    const isApproved = iso === undefined && this.#givenBack(orderId!) + Number(amount) <= Number(charge.amount);
    const back = { orderId: orderId!, transType: transTypes[type]!, amount, cardType: charge.cardType, isApproved };
    if (iso !== undefined) return this.#record({ ...back, refusedBy: iso });
    return isApproved ? this.#record(back) : this.#make(back, '476');
  }

  #isUsed(orderId: string): boolean {
    return this.transactions.some((one) => one.orderId === orderId);
  }

  #record(one: NewTransaction): StandInTransaction {
    const transaction = this.#make(one, one.isApproved ? '027' : '481');
    this.transactions.push(transaction);
    return transaction;
  }

  #make({ refusedBy = '05', ...one }: NewTransaction, responseCode: string): StandInTransaction {
    const serial = ++this.#count;
    return {
      ...one,
      transId: `${69_000 + serial}-0_10`,
      referenceNum: `6601140800185${String(serial).padStart(5, '0')}`,
      responseCode,
      iso: one.isApproved ? '01' : refusedBy,
      authCode: String(378_000 + serial),
      date: '2026-11-16',
      time: '10:33:55',
    };
  }
}

type NewTransaction = Pick<
  StandInTransaction,
  'orderId' | 'transType' | 'amount' | 'cardType' | 'isApproved' | 'maskedPan' | 'dataKey'
> & { readonly refusedBy?: string };

const transTypes: Readonly<Record<string, string>> = {
  preauth: '01',
  completion: '02',
  res_purchase_cc: '00',
  card_verification: '06',
  refund: '04',
  purchasecorrection: '11',
};
