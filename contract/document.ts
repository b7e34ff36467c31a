import { defineOperation } from './operation.ts';
import { codes } from './schemas/annotations.ts';
import { Type } from './type.ts';

/** A malformed id gets the same answer as an unknown one: it must not show what exists. */
export const documentParams = Type.Object({
  downloadId: Type.String({
    format: 'uuid',
    maxLength: 36,
    description:
      'A documentDownloadId, financingLetterDownloadId or receiptDownloadId, or the downloadId of a disclosure or a wording.',
    examples: ['7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57'],
    ...codes('DocumentNotFound'),
  }),
});

export const document = defineOperation({
  id: 'document',
  publishedId: 'getDocument',
  route: 'GET /v1/document/{downloadId}',
  tag: 'Documents',
  summary: 'Download a document',
  description:
    'The file itself. It is there as soon as the bind has answered, stays there, and may be fetched more than once; each fetch is recorded as a reprint.',
  scopes: ['sell', 'read'],
  isForAllSellers: true,
  request: { params: documentParams },
  ok: { description: 'The file; its name is in Content-Disposition.', contentType: 'application/pdf' },
  refusals: ['DocumentNotFound', 'DocumentErased'],
  faults: ['DocumentErased'],
});
