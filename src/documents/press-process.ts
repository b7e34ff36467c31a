import type { Issuer } from './issuer.ts';
import { type Care, openPress, type Press } from './press.ts';
import type { PrintRequest } from './print-request.ts';

/**
 * The process in which documents are set: one after the other, as the printer sends them. It ends with the service that
 * started it.
 */
export type ToPress =
  | { readonly kind: 'open'; readonly issuer: Issuer }
  | { readonly kind: 'print'; readonly request: PrintRequest; readonly care: Care };

export type FromPress =
  | { readonly kind: 'open' }
  | { readonly kind: 'printed'; readonly pdf: Uint8Array }
  | { readonly kind: 'failed'; readonly fault: string };

let press: Press | null = null;

process.on('message', (message: ToPress) => process.send?.(answer(message)));
process.on('disconnect', () => process.exit(0));

function answer(message: ToPress): FromPress {
  if (message.kind === 'open') {
    press = openPress(message.issuer);
    return { kind: 'open' };
  }
  if (press === null) throw new Error('a document was sent to a press that is not open');
  try {
    return { kind: 'printed', pdf: press.print(message.request, message.care) };
  } catch (error) {
    return { kind: 'failed', fault: withoutQuotes(String(error)) };
  }
}

/** The typesetter quotes the text it stumbles over. That may be a customer's name, which no log may hold. */
function withoutQuotes(fault: string): string {
  return fault.replace(/"(?:\\.|[^"\\])*"/g, '"…"').slice(0, 400);
}
