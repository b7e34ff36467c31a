import {
  giveGoodwillTo,
  previewMoney,
  recordMoney,
  reinstatePolicy,
  voidEntryOf,
} from '../flows/account/correct-account.ts';
import type { CorrectRoutesParts } from './correct-routes.ts';
import { type OperatorRoute, operatorRoute, sends } from './kit/operator-route.ts';
import * as wire from './wire/money.ts';
import { ofPolicy, reasoned } from './wire/parts.ts';

/**
 * What happened to the money of a policy, as people know it: an admin says it, because nothing can check it. The jobs
 * carry out what follows.
 */
export function moneyRoutes({ clock, ...others }: CorrectRoutesParts): readonly OperatorRoute[] {
  const parts = () => ({ ...others, now: clock() });
  const answer = sends<wire.AccountSummary>();
  return [
    operatorRoute('POST /api/policies/:policyNumber/money/preview', 'admin', {
      ...ofPolicy,
      body: wire.moneyQuestion,
      answer,
      handle: ({ params, body }) => previewMoney(parts(), params.policyNumber, body),
    }),
    operatorRoute('POST /api/policies/:policyNumber/money', 'admin', {
      ...ofPolicy,
      body: wire.moneyOrder,
      answer,
      handle: ({ params, body, actor }) => recordMoney(parts(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/policies/:policyNumber/goodwill', 'admin', {
      ...ofPolicy,
      body: wire.goodwillOrder,
      answer,
      handle: ({ params, body, actor }) => giveGoodwillTo(parts(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/policies/:policyNumber/reinstatement', 'admin', {
      ...ofPolicy,
      body: reasoned,
      answer,
      handle: ({ params, body, actor }) => reinstatePolicy(parts(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/policies/:policyNumber/entries/:entryId/void', 'admin', {
      params: wire.byEntry,
      scope: ofPolicy.scope,
      body: reasoned,
      answer,
      handle: ({ params, body, actor }) => voidEntryOf(parts(), actor, { ...params, ...body }),
    }),
  ];
}
