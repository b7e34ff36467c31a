import { lienholders } from '@northbind/contract/lienholders.ts';
import { findLienHolders, type ReferenceParts } from '../flows/reference-lists.ts';
import { ok, refused } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addLienholders(add: AddOperation, parts: ReferenceParts): void {
  add(lienholders, ({ query }) => {
    const found = findLienHolders(parts, query.search);
    return 'code' in found ? refused([found]) : ok({ lienHolders: [...found] });
  });
}
