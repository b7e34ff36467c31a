import type { dealers as operation } from '@northbind/contract/dealers.ts';
import { listDealers, type ReferenceParts } from '../flows/reference-lists.ts';
import { ok } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export function handleDealers(parts: ReferenceParts): Handle<typeof operation> {
  return ({ seller }) => ok({ dealers: [...listDealers(parts, seller)] });
}
