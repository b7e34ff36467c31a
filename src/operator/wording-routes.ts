import { refuseOperator } from '../domain/operator/operator-refusal.ts';
import { loadWording } from '../flows/document/load-wording.ts';
import type { Database } from '../store/database.ts';
import { listWordings, readWordingContent } from '../store/document/wording.ts';
import { accepted } from './kit/accepted.ts';
import { fileAnswer } from './kit/file-answer.ts';
import { type OperatorRoute, operatorRoute, sends } from './kit/operator-route.ts';
import { type Page, pageQuery } from './wire/parts.ts';
import * as wire from './wire/wordings.ts';

/** The full texts of forms: every role reads them, only an admin adds one. */
export function wordingRoutes({ database }: { readonly database: Database }): readonly OperatorRoute[] {
  return [
    operatorRoute('GET /api/wordings', 'viewer', {
      scope: 'visible',
      query: pageQuery,
      answer: sends<Page<wire.WordingRow>>(),
      handle: ({ query: { cursor = null, limit = limitDefault } }) => listWordings(database, { cursor, limit }),
    }),
    operatorRoute('GET /api/wordings/:id/content', 'viewer', {
      scope: 'visible',
      params: wire.byWording,
      handle: async ({ params, reply }) => {
        const content = await readWordingContent(database, { id: params.id });
        if (content === null) return refuseOperator('NotFound', 'id');
        return fileAnswer(reply, 'application/pdf', content.filename, content.bytes);
      },
    }),
    operatorRoute('POST /api/wordings', 'admin', {
      body: wire.newWording,
      answer: sends<Page<wire.WordingRow>>(),
      handle: async ({ body: { pdf, reason = '', products = [], provinces = [], ...given }, actor }) => {
        const asked = { ...given, products, provinces, pdf: Buffer.from(pdf, 'base64') };
        accepted(await loadWording({ database }, asked, { reason, actor }));
        return listWordings(database, { cursor: null, limit: limitDefault });
      },
    }),
  ];
}

const limitDefault = 50;
