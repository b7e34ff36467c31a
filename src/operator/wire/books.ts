import { Type } from '@northbind/contract/type.ts';
import { accounts } from '../../domain/books/account.ts';
import { payoutParties } from '../../domain/books/payout-line.ts';
import type { StatementLine, StatementTotals } from '../../domain/books/reports.ts';
import type { listDifferences } from '../../store/books/payout-file.ts';
import { choice, day, flag, limit, uuid } from './parts.ts';

/** The books in the operator's API: reports as files, and payout files. */
const month = Type.String({ maxLength: 7, pattern: '^2[0-9]{3}-(0[1-9]|1[0-2])$' });

/** `GET /api/books/statements/:sellerId/:month`: `text/csv`, a PDF, or as JSON what the screen shows of it. */
export const byStatement = Type.Object({ sellerId: uuid, month });
export const statementQuery = Type.Object({ as: Type.Optional(choice(['csv', 'pdf', 'json'])) });

/** `GET /api/books/insurers`: those that a rate book has ever named, for a bordereau. */
export interface Insurers {
  readonly rows: readonly { readonly code: string; readonly name: string }[];
}

/** `GET /api/books/bordereaux/:month`: `text/csv`, of one insurer or of all. */
export const byMonth = Type.Object({ month });
export const bordereauQuery = Type.Object({
  insurer: Type.Optional(Type.String({ maxLength: 12, pattern: '^[A-Z0-9]*$' })),
});

/** `GET /api/books/taxes`: `text/csv`. */
export const taxesQuery = Type.Object({ from: day, to: day });

const ofDays = { from: day, to: day, sellerId: Type.Optional(uuid) };

/** `GET /api/books/balances`: by account. */
export const balancesQuery = Type.Object(ofDays);

/** `GET /api/books/lines`: the lines of an account, latest first. */
export const linesQuery = Type.Object({
  ...ofDays,
  account: choice(accounts),
  cursor: Type.Optional(Type.String({ maxLength: 400 })),
  limit,
});

const columnName = Type.String({ minLength: 1, maxLength: 100 });

/** `POST /api/books/settlements` (admin): the file as `text/csv`, and how to read it. */
export const payoutFileQuery = Type.Object({
  party: choice(payoutParties),
  fileName: Type.String({ minLength: 1, maxLength: 200 }),
  from: day,
  to: day,
  reference: columnName,
  amount: columnName,
  kind: Type.Optional(columnName),
  refundWord: Type.Optional(Type.String({ maxLength: 100 })),
  words: Type.Optional(Type.String({ maxLength: 500 })),
  /** Only says what it would come to. */
  dryRun: Type.Optional(flag),
});

/** The call above is answered by this. */
export type { PayoutFileResult } from '../../flows/books/reconcile-file.ts';
/** `GET /api/books/settlements`: the last 100, latest first. */
export type { PayoutFileRow } from '../../store/books/payout-file.ts';
/** `GET /api/books/settlements/:id/differences`: open ones first. `POST …/withdraw` (admin) takes a reason. */
export type FileDifference = Awaited<ReturnType<typeof listDifferences>>[number];

export type { AccountBalance, BookLine } from '../../domain/books/reports.ts';

/** A statement on the screen: its first lines, and what all of them come to. */
export interface Statement {
  readonly lines: readonly StatementLine[];
  readonly isCut: boolean;
  readonly totals: StatementTotals;
}
