import { Readable } from 'node:stream';
import type { ErasureVerdict } from '../domain/person/judge-erasure.ts';
import { countedMax, previewRetention, runRetention } from '../flows/person/apply-retention.ts';
import { erasePerson } from '../flows/person/erase-person.ts';
import { exportPerson } from '../flows/person/export-person.ts';
import { findPerson, type PersonParts } from '../flows/person/find-person.ts';
import { listErasures } from '../store/person/erasure.ts';
import { accepted } from './kit/accepted.ts';
import { fileAnswer } from './kit/file-answer.ts';
import { type OperatorRoute, operatorRoute, sends } from './kit/operator-route.ts';
import { type Page, pageQuery, reasoned } from './wire/parts.ts';
import * as wire from './wire/personal-data.ts';

/** What the law gives a person, and what goes by itself. By admins, since nothing of it can be undone. */
export function personalDataRoutes(parts: PersonParts): readonly OperatorRoute[] {
  return [...personRoutes(parts), ...retentionRoutes(parts)];
}

function personRoutes(parts: PersonParts): readonly OperatorRoute[] {
  return [
    operatorRoute('POST /api/people/search', 'admin', {
      body: wire.personSearch,
      answer: sends<wire.FoundPerson>(),
      handle: async ({ body, actor }) => {
        const found = accepted(await findPerson(parts, actor, body.search));
        const sales = found.sales.map(({ verdict, ...sale }) => ({ ...sale, ...wireVerdict(verdict) }));
        return { sales, links: found.links };
      },
    }),
    operatorRoute('POST /api/people/export', 'admin', {
      body: wire.personOrder,
      handle: async ({ body, actor, reply }) => {
        const lines = Readable.from(accepted(await exportPerson(parts, actor, body)));
        return fileAnswer(reply, 'application/json; charset=utf-8', 'personal-data.json', lines);
      },
    }),
    operatorRoute('POST /api/people/erase', 'admin', {
      body: wire.personOrder,
      answer: sends<wire.ErasedPerson>(),
      handle: ({ body, actor }) => erasePerson(parts, actor, body),
    }),
  ];
}

function retentionRoutes(parts: PersonParts): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/retention', 'admin', {
      answer: sends<wire.RetentionPreviewAnswer>(),
      handle: async () => {
        const rows = await previewRetention(parts);
        return { rows: rows.map((row) => ({ ...row, isMore: row.over === countedMax })) };
      },
    }),
    operatorRoute('POST /api/retention/run', 'admin', {
      body: reasoned,
      answer: sends<{ counts: Readonly<Record<string, number>> }>(),
      handle: ({ body, actor }) => runRetention(parts, actor, body.reason),
    }),
    operatorRoute('GET /api/erasures', 'admin', {
      query: pageQuery,
      answer: sends<Page<wire.ErasureRow>>(),
      handle: async ({ query: { cursor = null, limit: rowsMax = 50 } }) => {
        const found = await listErasures(parts.database, { cursor, limit: rowsMax + 1 });
        const rows = found.slice(0, rowsMax).map(({ report, ...row }) => ({ ...row, counts: report.counts }));
        return { rows, nextCursor: found.length > rowsMax ? rows.at(-1)!.id : null };
      },
    }),
  ];
}

function wireVerdict(verdict: ErasureVerdict) {
  switch (verdict.scope) {
    case 'person':
      return { scope: verdict.scope, why: null, until: null };
    case 'contact':
      return { scope: verdict.scope, why: 'BooksNeedPolicy', until: verdict.until };
    case 'nothing':
      return { scope: verdict.scope, why: verdict.why, until: verdict.until ?? null };
  }
}
