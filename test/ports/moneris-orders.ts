/** What happened once under an order number. */
export interface StandInTransaction {
  readonly orderId: string;
  readonly transType: string;
  readonly transId: string;
  readonly referenceNum: string;
  readonly responseCode: string;
  /** The issuer's own code. */
  readonly iso: string;
  readonly authCode: string;
  readonly isApproved: boolean;
  readonly amount: string;
  readonly cardType: string;
  readonly date: string;
  readonly time: string;
  readonly maskedPan?: string;
  readonly dataKey?: string;
}

/** A checkout that its customer has finished. */
export interface StandInOrder {
  readonly orderNo: string;
  readonly custId: string;
  readonly ticket: string;
  readonly purpose: 'hold' | 'verify';
  readonly amount: string;
  readonly card: StandInCard;
  readonly dataKey: string;
  readonly first: StandInTransaction;
}

export interface StandInCard {
  readonly number: string;
  readonly type: string;
  /** Accepted at checkout, refused when it is charged later. */
  readonly refusesCharges?: boolean;
  /** The issuer's own code of the refusal; 05, do not honour, unless given. */
  readonly iso?: string;
}
