import { dealers } from '@northbind/contract/dealers.ts';
import { listDealers, type ReferenceParts } from '../flows/reference-lists.ts';
import { ok } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addDealers(add: AddOperation, parts: ReferenceParts): void {
  add(dealers, ({ seller }) => ok({ dealers: [...listDealers(parts, seller)] }));
}
