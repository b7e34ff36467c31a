import type { FastifyReply } from 'fastify';
import { builtInRulesFile } from '../domain/cancellation/rescission-rules.ts';
import { refuseOperator } from '../domain/operator/operator-refusal.ts';
import { previewRescissionRules } from '../flows/cancellation/preview-rescission.ts';
import { builtIn } from '../flows/customer-text/built-in-texts.ts';
import { type PreviewTextsParts, previewTexts } from '../flows/customer-text/preview-texts.ts';
import { type PreviewParts, previewDisclosures } from '../flows/disclosure/preview-disclosures.ts';
import type { Parts } from '../flows/parts.ts';
import { activateBook, type DecideParts, restorePreviousBook } from '../flows/tariff/activate-rate-book.ts';
import { compareRateBooks } from '../flows/tariff/compare-rate-books.ts';
import { examineFile, examineRateBook } from '../flows/tariff/examine-tariff.ts';
import { loadBook } from '../flows/tariff/load-rate-book.ts';
import { operatorDay } from '../flows/tariff/operator-day.ts';
import {
  customerTexts,
  disclosureTexts,
  type FileKind,
  loadFile,
  rescissionRules,
  taxTables,
} from '../flows/tariff/operator-files.ts';
import { priceVehicle } from '../flows/tariff/price-vehicle.ts';
import { compareTaxFiles } from '../flows/tax/compare-tax-files.ts';
import { confirmTaxTable } from '../flows/tax/confirm-tax-table.ts';
import { findFile } from '../store/tariff/operator-file.ts';
import { accepted } from './kit/accepted.ts';
import { fileAnswer } from './kit/file-answer.ts';
import { type OperatorRoute, operatorRoute, sends } from './kit/operator-route.ts';
import {
  checkAnswer,
  comparisonAnswer,
  rateBookAnswer,
  rateBookPage,
  tariffFilePage,
  taxTableAnswer,
} from './tariff-answers.ts';
import type { Page } from './wire/parts.ts';
import * as wire from './wire/tariff.ts';

/** Rate books, tax tables, texts and rules of rescission: every role reads them, only an admin changes them. */
export function tariffRoutes(
  parts: DecideParts & PreviewParts & PreviewTextsParts & Parts<'decodeVin'>,
): readonly OperatorRoute[] {
  return [
    ...rateBookReads(parts),
    ...rateBookWrites(parts),
    ...fileRoutes('/api/tax-tables', taxTables, parts),
    ...taxTableReads(parts),
    confirmRoute(parts),
    ...fileRoutes('/api/disclosure-texts', disclosureTexts, parts),
    previewRoute(parts),
    ...fileRoutes('/api/customer-texts', customerTexts, parts),
    ...textRoutes(parts),
    ...fileRoutes('/api/rescission-rules', rescissionRules, parts),
    ...rescissionRoutes(parts),
  ];
}

function rateBookReads(parts: DecideParts & Parts<'decodeVin'>): readonly OperatorRoute[] {
  const { database, clock } = parts;
  let comparing = 0;
  return [
    operatorRoute('GET /api/rate-books', 'viewer', {
      scope: 'visible',
      query: wire.pageQuery,
      answer: sends<wire.RateBookPage>(),
      handle: ({ query }) => rateBookPage(database, operatorDay(clock()), query),
    }),
    operatorRoute('GET /api/rate-books/:version', 'viewer', {
      scope: 'visible',
      params: wire.byVersion,
      answer: sends<wire.RateBookAnswer>(),
      handle: async ({ params }) =>
        (await rateBookAnswer(database, operatorDay(clock()), params.version)) ?? refuseOperator('NotFound', 'version'),
    }),
    operatorRoute('POST /api/rate-books/:version/price', 'viewer', {
      scope: 'visible',
      params: wire.byVersion,
      body: wire.priceOrder,
      answer: sends<wire.VehiclePrice>(),
      handle: ({ params, body }) => priceVehicle(parts, { ...params, ...body }),
    }),
    operatorRoute('POST /api/rate-books/check', 'support', {
      scope: 'visible',
      body: wire.checkOrder,
      handle: async ({ body }) => checkAnswer(await examineRateBook(database, body.document)),
    }),
    operatorRoute('POST /api/rate-books/compare', 'support', {
      scope: 'visible',
      body: wire.comparisonOrder,
      handle: async ({ body }) => {
        if (comparing >= comparingMax) return refuseOperator('Busy');
        comparing += 1;
        try {
          return comparisonAnswer(accepted(await compareRateBooks(parts, body)));
        } finally {
          comparing -= 1;
        }
      },
    }),
  ];
}

// Each takes a quarter of a second of CPU, on the event loop that also serves partners.
const comparingMax = 2;

function rateBookWrites(parts: DecideParts): readonly OperatorRoute[] {
  const { database, clock } = parts;
  const all = () => rateBookPage(database, operatorDay(clock()));
  return [
    operatorRoute('POST /api/rate-books', 'admin', {
      body: wire.newRateBook,
      answer: sends<wire.RateBookPage>(),
      handle: async ({ body, actor }) => {
        accepted(await loadBook(parts, { ...body, reason: body.reason ?? '', actor }));
        return all();
      },
    }),
    operatorRoute('POST /api/rate-books/:version/activate', 'admin', {
      params: wire.byVersion,
      body: wire.activation,
      answer: sends<wire.RateBookPage>(),
      handle: async ({ params, body, actor }) => {
        accepted(await activateBook(parts, { ...params, ...body, actor }));
        return all();
      },
    }),
    operatorRoute('POST /api/rate-books/go-back', 'admin', {
      body: wire.restoreOrder,
      answer: sends<wire.RateBookPage>(),
      handle: async ({ body, actor }) => {
        accepted(await restorePreviousBook(parts, { ...body, actor }));
        return all();
      },
    }),
  ];
}

/** The routes of a kind of file that is in force as soon as it is loaded. */
function fileRoutes(path: `/api/${string}`, kind: FileKind, { database }: DecideParts): readonly OperatorRoute[] {
  return [
    operatorRoute(`GET ${path}`, 'viewer', {
      scope: 'visible',
      query: wire.pageQuery,
      answer: sends<Page<wire.FileRow>>(),
      handle: ({ query }) => tariffFilePage(database, kind, query),
    }),
    operatorRoute(`POST ${path}/check`, 'support', {
      scope: 'visible',
      body: wire.checkOrder,
      handle: async ({ body }) => checkAnswer(await examineFile(database, kind, body.document)),
    }),
    operatorRoute(`POST ${path}`, 'admin', {
      body: wire.newFile,
      answer: sends<Page<wire.FileRow>>(),
      handle: async ({ body, actor }) => {
        accepted(await loadFile({ database }, kind, { ...body, reason: body.reason ?? '', actor }));
        return tariffFilePage(database, kind);
      },
    }),
  ];
}

function taxTableReads({ database }: DecideParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/tax-tables/:version', 'viewer', {
      scope: 'visible',
      params: wire.byVersion,
      answer: sends<wire.TaxTableAnswer>(),
      handle: async ({ params: { version } }) => {
        const document = await findFile(database, 'tax_table', version);
        return document === null ? refuseOperator('NotFound', 'version') : taxTableAnswer(document);
      },
    }),
    operatorRoute('POST /api/tax-tables/compare', 'viewer', {
      scope: 'visible',
      body: wire.taxComparisonOrder,
      answer: sends<wire.TaxComparison>(),
      handle: ({ body }) => compareTaxFiles(database, body),
    }),
  ];
}

function confirmRoute(parts: DecideParts): OperatorRoute {
  return operatorRoute('POST /api/tax-tables/:version/confirm', 'admin', {
    params: wire.byVersion,
    body: wire.confirmation,
    answer: sends<wire.Confirmed>(),
    handle: async ({ params, body, actor }) => accepted(await confirmTaxTable(parts, { ...params, ...body, actor })),
  });
}

function previewRoute(parts: PreviewParts): OperatorRoute {
  return operatorRoute('POST /api/disclosure-texts/preview', 'support', {
    scope: 'visible',
    body: wire.previewOrder,
    handle: async ({ body }): Promise<wire.PreviewAnswer> => {
      const printed = accepted(await previewDisclosures(parts, body));
      return { papers: printed.map(({ bytes, ...paper }) => ({ ...paper, pdf: bytes.toString('base64') })) };
    },
  });
}

function textRoutes(parts: PreviewTextsParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/customer-texts/built-in', 'viewer', {
      scope: 'visible',
      handle: async ({ reply }) => {
        return jsonFile(reply, 'customer-texts.json', { version: 'built-in', texts: builtIn });
      },
    }),
    operatorRoute('POST /api/customer-texts/preview', 'support', {
      scope: 'visible',
      body: wire.textsPreviewOrder,
      handle: async ({ body }): Promise<wire.TextsPreview> => {
        const { papers, messages } = accepted(await previewTexts(parts, body));
        return { papers: papers.map(({ bytes, ...paper }) => ({ ...paper, pdf: bytes.toString('base64') })), messages };
      },
    }),
  ];
}

function rescissionRoutes({ database }: Parts<'database'>): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/rescission-rules/built-in', 'viewer', {
      scope: 'visible',
      handle: async ({ reply }) => jsonFile(reply, 'rescission-rules.json', builtInRulesFile),
    }),
    operatorRoute('POST /api/rescission-rules/preview', 'support', {
      scope: 'visible',
      body: wire.rescissionPreviewOrder,
      handle: async ({ body }): Promise<wire.RescissionPreview> => ({
        rows: accepted(await previewRescissionRules({ database }, body)),
      }),
    }),
  ];
}

function jsonFile(reply: FastifyReply, filename: string, file: unknown): Buffer {
  return fileAnswer(reply, 'application/json', filename, Buffer.from(`${JSON.stringify(file, null, 2)}\n`));
}
