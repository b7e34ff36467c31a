import { document } from '@northbind/contract/document.ts';
import { type DocumentId, parseId } from '../domain/ids.ts';
import { type DocumentParts, downloadDocument } from '../flows/document/fetch-document.ts';
import { refused } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addDocument(add: AddOperation, parts: DocumentParts): void {
  add(document, async ({ reach, params, requestId, fault }) => {
    const id = parseId<DocumentId>(params.downloadId);
    const content = fault === 'DocumentErased' ? 'erased' : id && (await downloadDocument(parts, reach, id, requestId));
    if (content === null) return refused([{ code: 'DocumentNotFound', field: 'downloadId' }]);
    if (content === 'erased') return refused([{ code: 'DocumentErased', field: 'downloadId' }]);
    return { kind: 'file', contentType: document.ok.contentType, ...content };
  });
}
