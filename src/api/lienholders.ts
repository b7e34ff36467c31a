import type { lienholders as operation } from '@northbind/contract/lienholders.ts';
import { findLienHolders, type ReferenceParts } from '../flows/reference-lists.ts';
import { ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export function handleLienholders(parts: ReferenceParts): Handle<typeof operation> {
  return ({ query }) => {
    const found = findLienHolders(parts, query.search);
    return 'code' in found ? refused([found]) : ok({ lienHolders: [...found] });
  };
}
