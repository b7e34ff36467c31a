import { correctionRoles } from '../domain/operator/correction-roles.ts';
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

/** Records what happened to the money of a policy, as people know it. The jobs carry out what follows. */
export function moneyRoutes({ clock, ...others }: CorrectRoutesParts): readonly OperatorRoute[] {
  const parts = () => ({ ...others, now: clock() });
  const answer = sends<wire.AccountSummary>();
  return [
    operatorRoute('POST /api/policies/:policyNumber/money/preview', correctionRoles.recordMoney, {
      ...ofPolicy,
      body: wire.moneyQuestion,
      answer,
      handle: ({ params, body }) => previewMoney(parts(), params.policyNumber, body),
    }),
    operatorRoute('POST /api/policies/:policyNumber/money', correctionRoles.recordMoney, {
      ...ofPolicy,
      body: wire.moneyOrder,
      answer,
      handle: ({ params, body, actor }) => recordMoney(parts(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/policies/:policyNumber/goodwill', correctionRoles.giveGoodwill, {
      ...ofPolicy,
      body: wire.goodwillOrder,
      answer,
      handle: ({ params, body, actor }) => giveGoodwillTo(parts(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/policies/:policyNumber/reinstatement', correctionRoles.reinstate, {
      ...ofPolicy,
      body: reasoned,
      answer,
      handle: ({ params, body, actor }) => reinstatePolicy(parts(), actor, { ...params, ...body }),
    }),
    operatorRoute('POST /api/policies/:policyNumber/entries/:entryId/void', correctionRoles.voidEntry, {
      params: wire.byEntry,
      scope: ofPolicy.scope,
      body: reasoned,
      answer,
      handle: ({ params, body, actor }) => voidEntryOf(parts(), actor, { ...params, ...body }),
    }),
  ];
}
