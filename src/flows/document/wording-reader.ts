import type { DocumentId } from '../../domain/ids.ts';
import type { DocumentContent } from '../../store/document/document.ts';
import { readWordingContent } from '../../store/document/wording.ts';
import type { Parts } from '../parts.ts';

/** Reads wordings, which never change: nearly every mail of a policy brings the same few. Null if there is none. */
export function makeWordingReader({ database }: Parts<'database'>) {
  const kept = new Map<DocumentId, DocumentContent>();
  return async (id: DocumentId): Promise<DocumentContent | null> => {
    const known = kept.get(id);
    if (known !== undefined) return known;
    const found = await readWordingContent(database, { id });
    if (found === null || found.bytes.length > keptBytesMax) return found;
    if (kept.size >= keptMax) kept.clear();
    kept.set(id, found);
    return found;
  };
}

const keptMax = 16;
const keptBytesMax = 512 << 10;
