/** What the audit has of a sale. */
export const auditEvents = [
  'bind began',
  'bind step',
  'bind taken over',
  'bind unclear',
  'bind released',
  'bind failed after money moved',
  'policy issued',
  'policy amended',
  'policy cancelled',
  'cancellation requested',
  'cancellation declined',
  'request withdrawn',
  'cancellation withdrawn',
  'cancellation took effect',
  'scheduled card charged',
  'scheduled card refused',
  'scheduled card not charged',
  'scheduled card rescheduled',
  'payment recorded',
  'payment returned',
  'lapse noticed',
  'payment link made',
  'payment link revoked',
  'card replaced by link',
  'used days written off',
  'goodwill given',
  'money given back',
  'refund refused',
  'refund returned',
  'loan ended',
  'dispute opened',
  'dispute won',
  'dispute lost',
  'entry voided',
  'stray money found',
  'reversed',
  'reversal settled',
] as const;
export type AuditEvent = (typeof auditEvents)[number];

/** What became of the money of a card, as the books have it. */
type BookedEvent = 'captured' | 'reversed';

/** What the time line of a sale tells: the audit, and rows that have a time of their own. */
export type SaleEvent =
  | AuditEvent
  | BookedEvent
  | ('quoted' | 'revised')
  | ('payment started' | 'payment authorized' | 'payment declined' | 'payment cancelled' | 'payment lapsed')
  | ('document made' | 'document fetched' | 'mail sent' | 'reversal due');

/** What is told of an event. */
export type SaleFactName =
  | ('actorName' | 'agreed' | 'amountCents' | 'attempt' | 'by' | 'cancelledOn' | 'cause' | 'changed' | 'chargeDate')
  | ('chargeOn' | 'documentId' | 'dueOn' | 'effectiveDate' | 'expiresAt' | 'ground' | 'kind' | 'mailId' | 'nextDay')
  | (
      | 'number'
      | 'payee'
      | 'paymentId'
      | 'paymentMethod'
      | 'policyNumber'
      | 'reason'
      | 'refundCents'
      | 'requestId'
      | 'reversalId'
    )
  | ('entryId' | 'on' | 'revision' | 'route' | 'step' | 'to' | 'totalCents' | 'tries' | 'vin');
export type SaleFacts = Readonly<Partial<Record<SaleFactName, unknown>>>;
