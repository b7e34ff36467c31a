import type { DocumentId } from '../../domain/ids.ts';
import type { DocumentContent } from '../../store/document/document.ts';
import { readWordingContent } from '../../store/document/wording.ts';
import type { Parts } from '../parts.ts';

/** Reads wordings, which never change: nearly every mail of a policy brings the same few. Null if there is none. */
export function makeWordingReader({ database }: Parts<'database'>) {
  const kept = new Map<DocumentId, DocumentContent>();
  return async (id: DocumentId): Promise<DocumentContent | null> => {
    const found = kept.get(id) ?? (await readWordingContent(database, id));
    if (found !== null && found.bytes.length <= keptBytesMax) kept.set(id, found);
    const [oldest] = kept.keys();
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}

const keptMax = 16;
const keptBytesMax = 512 << 10;
