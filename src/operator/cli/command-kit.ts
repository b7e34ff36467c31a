import { readFile } from 'node:fs/promises';
import type { Clock } from '../../domain/calendar.ts';
import type { DatabaseMode, Mode } from '../../domain/mode.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import type { RetentionPeriods } from '../../domain/person/retention.ts';
import type { Samples } from '../../domain/samples.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import type { SecretBox } from '../../flows/credential/secret-box.ts';
import type { DocumentParts } from '../../flows/document/fetch-document.ts';
import type { WebhookEndpointParts } from '../../flows/event/webhook-endpoints.ts';
import type { Parts } from '../../flows/parts.ts';
import type { Database } from '../../store/database.ts';
import type { Shown } from './table.ts';

/** What commands work with. Opened when a command runs, not for its help. */
export interface CommandLine {
  readonly database: Database;
  readonly databaseMode: DatabaseMode;
  readonly mode: Mode;
  readonly clock: Clock;
  /** The address under which partners and customers reach the service. */
  readonly publicUrl: string;
  /** The person at this terminal, by the name of the system's user. */
  readonly actor: Actor;
  readonly decodeVin: (vin: string) => readonly VehicleConfiguration[];
  readonly hash: (secret: string, beside?: string) => Promise<string>;
  /** What webhook endpoints are made with; needs the service's `SECRET_KEY`. */
  readonly openWebhooks: () => Promise<Pick<WebhookEndpointParts, 'webhooks' | 'webhookBox'>>;
  /** What payment links are made with; likewise. */
  readonly openLinkBox: () => Promise<SecretBox>;
  /** Says whether a loan is in default; needs all settings of the service. */
  readonly openLender: () => Promise<Pick<Parts<'lender'>['lender'], 'find'>>;
  readonly retention: RetentionPeriods;
  /** What production must not sell by. */
  readonly readSamples: () => Samples;
  /** Prints in the issuer's name, so it needs all settings of the service. */
  readonly openPrinter: () => Promise<DocumentParts['printer']>;
}

/** What a request says, by the names of its properties: `reason`, and within an object `changes.vin`. */
export type Values = Readonly<Record<string, unknown>>;

/** Calls a route of the operator's API in this process, and returns what it sends. A refusal is thrown. */
export type CallRoute = <Sent = unknown>(endpoint: string, values?: Values) => Promise<Sent>;

export interface Prompts {
  /** Throws unless the operator says yes or gave `--yes`, which a script must. */
  readonly confirm: (question: Shown) => Promise<void>;
  /** A bar or, without a total (0), a count, when there is a terminal. */
  readonly progress: (done: number, total: number) => void;
}

export interface OpenLine extends CommandLine, Prompts {
  readonly call: CallRoute;
}

/** What was typed, beside what goes into the request. */
export interface Given {
  readonly words: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
  readonly texts: Readonly<Record<string, string | undefined>>;
}

export interface Answer {
  /** What the operator's API returns: `--json` prints it. */
  readonly json: unknown;
  readonly text: Shown;
  /** Not 0 for a file with faults or a check that failed. */
  readonly exitCode?: number;
}

/** An answer that is a file, for scripts and people alike. */
export interface FileAnswer {
  readonly lines: AsyncIterable<string | Uint8Array>;
}

export const exitCodes = { ok: 0, fault: 1, usage: 2, refused: 3, notFound: 4 } as const;

/** A fault that the operator can fix, in one sentence. */
export class CommandFault extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number = exitCodes.fault) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

export function misuse(sentence: string): never {
  throw new CommandFault(sentence, exitCodes.usage);
}

export async function readGivenFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    return misuse(`${path} can't be read: ${(error as Error).message}`);
  }
}

export async function readJsonFile(path: string): Promise<unknown> {
  const text = (await readGivenFile(path)).toString();
  try {
    return JSON.parse(text);
  } catch (error) {
    return misuse(`${path} is not JSON: ${(error as Error).message}`);
  }
}
