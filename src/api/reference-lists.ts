import { dealers } from '@northbind/contract/dealers.ts';
import { lienholders } from '@northbind/contract/lienholders.ts';
import { findLienHolders, listDealers, type ReferenceParts } from '../flows/reference/reference-lists.ts';
import { ok, refused } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addReferenceLists(add: AddOperation, parts: ReferenceParts): void {
  add(dealers, ({ seller }) => ok({ dealers: [...listDealers(parts, seller)] }));
  add(lienholders, ({ query }) => {
    const found = findLienHolders(parts, query.search);
    return 'code' in found ? refused([found]) : ok({ lienHolders: [...found] });
  });
}
