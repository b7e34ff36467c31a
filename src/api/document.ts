import type { document as operation } from '@northbind/contract/document.ts';
import { type DocumentId, parseId } from '../domain/ids.ts';
import { type DocumentParts, downloadDocument } from '../flows/fetch-document.ts';
import { refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';

export function handleDocument(parts: DocumentParts): Handle<typeof operation> {
  return async ({ seller, params, requestId, fault }) => {
    const id = parseId<DocumentId>(params.downloadId);
    const erased = () => refused([{ code: 'DocumentErased', field: 'downloadId' }]);
    if (fault === 'DocumentErased') return erased();
    const content = id && (await downloadDocument(parts, seller.id, id, requestId));
    if (content === null) return refused([{ code: 'DocumentNotFound', field: 'downloadId' }]);
    if (content === 'erased') return erased();
    return { kind: 'file', contentType: operationContentType, ...content };
  };
}

const operationContentType: (typeof operation)['ok']['contentType'] = 'application/pdf';
