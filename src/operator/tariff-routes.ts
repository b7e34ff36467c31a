import { Type } from 'typebox';
import { isOperatorRefusal, refuseOperator } from '../domain/operator/refusal.ts';
import { activateBook, type DecideParts, goBack } from '../flows/tariff/activate-rate-book.ts';
import { compareRateBooks } from '../flows/tariff/compare-rate-books.ts';
import { examineRateBook, examineTaxTable } from '../flows/tariff/examine-tariff.ts';
import { loadBook } from '../flows/tariff/load-rate-book.ts';
import { loadTable } from '../flows/tariff/load-tax-table.ts';
import { operatorDay } from '../flows/tariff/operator-day.ts';
import { type OperatorRoute, operatorRoute } from './kit/operator-route.ts';
import { checkAnswer, comparisonAnswer, rateBookAnswer, rateBookPage, taxTablePage } from './tariff-answers.ts';

const version = Type.String({ minLength: 1, maxLength: 200 });
const day = Type.String({ format: 'date', maxLength: 10 });
const reason = Type.String({ maxLength: 500 });
// A file of the operator's, judged by its own reader; the door bounds its size.
const document = Type.Unknown();
const page = Type.Object({
  cursor: Type.Optional(version),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
const byVersion = Type.Object({ version });

/** Rate books and tax tables: everyone may look, only an admin changes prices. */
export function tariffRoutes(parts: DecideParts): readonly OperatorRoute[] {
  return [...rateBookReads(parts), ...rateBookWrites(parts), ...taxTableRoutes(parts)];
}

function rateBookReads(parts: DecideParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  let comparing = 0;
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/rate-books',
      access: 'viewer',
      query: page,
      handle: ({ query }) => rateBookPage(database, operatorDay(clock()), query),
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/rate-books/:version',
      access: 'viewer',
      params: byVersion,
      handle: async ({ params }) =>
        (await rateBookAnswer(database, operatorDay(clock()), params.version)) ?? refuseOperator('NotFound', 'version'),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/rate-books/check',
      access: 'support',
      body: Type.Object({ document }),
      handle: async ({ body }) => checkAnswer(await examineRateBook(database, body.document)),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/rate-books/compare',
      access: 'support',
      body: Type.Object({
        document: Type.Optional(document),
        version: Type.Optional(version),
        against: Type.Optional(version),
      }),
      handle: async ({ body }) => {
        if (comparing >= comparingMax) return refuseOperator('Busy');
        comparing += 1;
        try {
          const compared = await compareRateBooks(parts, body);
          return isOperatorRefusal(compared) ? compared : comparisonAnswer(compared);
        } finally {
          comparing -= 1;
        }
      },
    }),
  ];
}

// Each takes a quarter of a second of the one core that also sells.
const comparingMax = 2;

function rateBookWrites(parts: DecideParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  const all = () => rateBookPage(database, operatorDay(clock()));
  return [
    operatorRoute({
      method: 'POST',
      path: '/api/rate-books',
      access: 'admin',
      body: Type.Object({ document, activeFrom: Type.Optional(day), reason: Type.Optional(reason) }),
      handle: async ({ body, actor }) => {
        const loaded = await loadBook(parts, { ...body, reason: body.reason ?? '', actor });
        return isOperatorRefusal(loaded) ? loaded : all();
      },
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/rate-books/:version/activate',
      access: 'admin',
      params: byVersion,
      body: Type.Object({ activeFrom: day, reason }),
      handle: async ({ params, body, actor }) => {
        const decided = await activateBook(parts, { ...params, ...body, actor });
        return isOperatorRefusal(decided) ? decided : all();
      },
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/rate-books/go-back',
      access: 'admin',
      body: Type.Object({ to: Type.Optional(version), reason }),
      handle: async ({ body, actor }) => {
        const decided = await goBack(parts, { ...body, actor });
        return isOperatorRefusal(decided) ? decided : all();
      },
    }),
  ];
}

function taxTableRoutes({ database }: DecideParts): readonly OperatorRoute[] {
  return [
    operatorRoute({
      method: 'GET',
      path: '/api/tax-tables',
      access: 'viewer',
      query: page,
      handle: ({ query }) => taxTablePage(database, query),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/tax-tables/check',
      access: 'support',
      body: Type.Object({ document }),
      handle: async ({ body }) => checkAnswer(await examineTaxTable(database, body.document)),
    }),
    operatorRoute({
      method: 'POST',
      path: '/api/tax-tables',
      access: 'admin',
      body: Type.Object({ document, reason: Type.Optional(reason) }),
      handle: async ({ body, actor }) => {
        const loaded = await loadTable({ database }, { ...body, reason: body.reason ?? '', actor });
        return isOperatorRefusal(loaded) ? loaded : taxTablePage(database);
      },
    }),
  ];
}
