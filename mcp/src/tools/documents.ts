import type { Northbind } from '@northbind/sdk';
import * as z from 'zod';
import { ToolRefusal } from '../failure.ts';
import { defineTool, readOnly, type Tool, WithFile } from '../tool.ts';
import { id } from './inputs.ts';

/** Our own papers have some 50 kB; an insurer's wording may be a book, which is not for a conversation. */
const bytesMax = 3_000_000;

export function documentTools(northbind: Northbind): readonly Tool[] {
  return [
    defineTool({
      name: 'get_document',
      description:
        'A document of a policy or a paper of list_disclosures, as a file for the person who asked. Nothing in it has to be read to go on.',
      annotations: readOnly,
      input: { downloadId: id.describe('Of get_policy, bind or list_disclosures') },
      output: z.object({ filename: z.string(), contentType: z.string(), bytes: z.number() }),
      run: async ({ downloadId }) => {
        const document = await northbind.documents.fetch(downloadId);
        if ((document.size ?? 0) > bytesMax) {
          await document.stream.cancel();
          throw tooLarge;
        }
        const bytes = await document.toBytes();
        if (bytes.length > bytesMax) throw tooLarge;
        const { filename, contentType } = document;
        const uri = `northbind://document/${encodeURIComponent(downloadId)}/${encodeURIComponent(filename)}`;
        return new WithFile({ filename, contentType, bytes: bytes.length }, { uri, mimeType: contentType, bytes });
      },
    }),
  ];
}

const tooLarge = new ToolRefusal({
  code: 'DocumentTooLarge',
  message: 'The document is too large for a conversation.',
  whatToDo: 'It is mailed to the customer; the seller’s own software can download it by its downloadId.',
});
