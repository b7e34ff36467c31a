import type { OwnBrand } from '../domain/brand/brand.ts';
import type { Issuer } from './issuer.ts';
import type { PrintRequest } from './print-request.ts';
import { openTypesetter, type Typesetter } from './typesetter.ts';

/**
 * The child process that typesets documents, in the order of the requests. It exits with the service that started it.
 */
export type TypesetterRequest =
  | { readonly kind: 'open'; readonly issuer: Issuer }
  | {
      readonly kind: 'print';
      readonly request: PrintRequest;
      readonly own: OwnBrand | null;
    };

export type TypesetterReply =
  | { readonly kind: 'open' }
  | { readonly kind: 'printed'; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly fault: string };

let typesetter: Typesetter | null = null;

process.on('message', async (message: TypesetterRequest) => {
  process.send?.(await answer(message), () => {
    // It has no state to lose: the service starts another.
    if ((typesetter?.memoryBytes() ?? 0) > memoryBytesMax) process.exit(0);
    typesetter?.tidy();
  });
});
process.on('disconnect', () => process.exit(0));

/** A document that needs more than the room that is set aside leaves the compiler with more memory than it can use. */
const memoryBytesMax = 256 << 20;

async function answer(message: TypesetterRequest): Promise<TypesetterReply> {
  if (message.kind === 'open') {
    typesetter = await openTypesetter(message.issuer);
    return { kind: 'open' };
  }
  if (typesetter === null) throw new Error('a document was sent to a typesetter that is not open');
  try {
    return { kind: 'printed', pdf: typesetter.print(message.request, message.own) };
  } catch (error) {
    // Where the compiler itself fails, nothing is known of its memory any more.
    if (error instanceof Error && error.name === 'RuntimeError') process.abort();
    if (isOutOfMemory(error)) throw error; // Not a fault of the text: this process ends.
    return { kind: 'failed', fault: withoutQuotes(String(error)) };
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && /allocation failed|could not allocate/i.test(error.message);
}

/** Typst quotes the text that it fails on. That may be a customer's name, which must not be logged. */
function withoutQuotes(fault: string): string {
  return fault.replace(/"(?:\\.|[^"\\])*"/g, '"…"').slice(0, 400);
}
