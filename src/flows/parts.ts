import type { DocumentPrinter } from '../documents/document-printer.ts';
import type { Issuer } from '../documents/issuer.ts';
import type { Clock } from '../domain/calendar.ts';
import type { DeclineLimits } from '../domain/card/declines.ts';
import type { Log } from '../domain/log.ts';
import type { RetentionPeriods } from '../domain/person/retention.ts';
import type { Samples } from '../domain/samples.ts';
import type { VehicleConfiguration } from '../domain/vehicle/vehicle.ts';
import type { CardProcessor } from '../ports/card-processor.ts';
import type { Lender } from '../ports/lender.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { Database, Tx } from '../store/database.ts';
import type { Reference } from '../store/reference/keeper.ts';
import type { Decoder } from '../vehicles/decoder.ts';
import type { ReadTerms } from './books/read-terms.ts';
import type { SecretBox } from './credential/secret-box.ts';
import type { SecretHasher } from './credential/secret-hash.ts';
import type { Failpoint } from './points.ts';
import type { VehicleIds } from './vehicle/vehicle-id.ts';

/** What a flow is given of the service: only the parts that it names, as in `Parts<'database' | 'clock'>`. */
export type Parts<Name extends keyof ServiceParts> = Pick<ServiceParts, Name>;

interface ServiceParts {
  readonly database: Database;
  /** Lists and reports, which may be a moment old, read here: from a replica, where there is one. */
  readonly reads: Tx;
  readonly log: Log;
  readonly clock: Clock;
  /** True in production, where real customers buy; false in the sandbox. */
  readonly isProduction: boolean;
  /** Recognises the sample prices and texts, which must not be sold by in production; null in the sandbox. */
  readonly samples: Samples | null;
  /** The moment at which the operator acts. */
  readonly now: Date;
  readonly reference: () => Reference;
  /** Loads every change of the reference data that was committed before the call. */
  readonly refreshReference: () => Promise<void>;
  /** The same, unless this was done in the last seconds. */
  readonly refreshOldReference: () => Promise<void> | null;
  readonly cards: CardProcessor;
  readonly lender: Lender;
  readonly mailer: Mailer;
  readonly webhooks: WebhookSender;
  readonly printer: DocumentPrinter;
  readonly decoder: Decoder;
  /** The vehicles that a VIN may be. */
  readonly decodeVin: (vin: string) => readonly VehicleConfiguration[];
  readonly hasher: SecretHasher;
  readonly vehicleIds: VehicleIds;
  readonly readTerms: ReadTerms;
  /** Named points of a bind, for the sandbox's faults and for tests that crash at each of them. */
  readonly failpoint: Failpoint;
  /** Encrypts the secrets of webhook endpoints. */
  readonly webhookBox: SecretBox;
  /** Encrypts the answers that are kept under partners' keys: one of them has a ticket. */
  readonly answerBox: SecretBox;
  /** Encrypts the secrets of payment links. */
  readonly linkBox: SecretBox;
  /** The sender named in mails, unless the integration has a brand of its own. */
  readonly issuer: Issuer;
  /** The service's own address, before `/pay/…`. */
  readonly publicUrl: string;
  readonly operatorEmail: string;
  /** How many mails are sent at once. A mail server accepts a few connections of one client, not hundreds. */
  readonly mailLanes: number;
  readonly retention: RetentionPeriods;
  readonly effectiveDateDays: number;
  readonly cardTicketMinutes: number;
  readonly declineLimits: DeclineLimits;
  /** How many days after the last refusal of a charge the customer is told; null: never. */
  readonly lapseNoticeDays: number | null;
}
