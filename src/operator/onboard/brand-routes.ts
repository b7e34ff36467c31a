import type { Clock } from '../../domain/calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { changeBrand } from '../../flows/brand/change-brand.ts';
import { type PreviewParts, previewDeclaration, previewMail } from '../../flows/brand/preview-brand.ts';
import { operatorDay } from '../../flows/tariff/operator-day.ts';
import { readBrand } from '../../store/brand/brand.ts';
import { accepted } from '../kit/accepted.ts';
import { mailPage } from '../kit/mail-page.ts';
import { namedById, type OperatorRoute, operatorRoute } from '../kit/operator-route.ts';
import * as wire from '../wire/brand.ts';

export interface BrandRoutesParts extends PreviewParts {
  readonly clock: Clock;
}

/** What customers of an integration see instead of the operator's brand. */
export function brandRoutes(parts: BrandRoutesParts): readonly OperatorRoute[] {
  const ofIntegration = namedById('integration');
  const answer = (brand: wire.BrandAnswer['brand']): wire.BrandAnswer => {
    const { lender: _lender, notice: _notice, taxNumbers: _taxNumbers, ...usual } = parts.printer.issuer;
    return { brand, usual };
  };
  return [
    operatorRoute('GET /api/integrations/:id/brand', 'viewer', {
      ...ofIntegration,
      handle: async ({ params }): Promise<wire.BrandAnswer | OperatorRefusal> => {
        const found = await readBrand(parts.database, { integrationId: params.id });
        return found === null ? refuseOperator('NotFound') : answer(found.brand);
      },
    }),
    operatorRoute('PATCH /api/integrations/:id/brand', 'admin', {
      ...ofIntegration,
      body: wire.brandChanges,
      handle: async ({ params, body: { reason = '', ...changes }, actor }) =>
        answer(accepted(await changeBrand(parts, params.id, changes, { actor, reason })).brand),
    }),
    operatorRoute('GET /api/integrations/:id/brand/preview', 'viewer', {
      ...ofIntegration,
      query: wire.previewQuery,
      handle: async ({ params, query: { part = 'html', language = 'en', kind = 'policy' }, reply }) => {
        const asked = { integrationId: params.id, language, today: operatorDay(parts.clock()) };
        if (part !== 'declaration') return mailPage(reply, part, accepted(await previewMail(parts, kind, asked))[part]);
        const pdf = accepted(await previewDeclaration(parts, asked));
        reply.type('application/pdf');
        return pdf;
      },
    }),
  ];
}
