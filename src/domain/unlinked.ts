/**
 * A text that a customer or partner typed, for a mail or a document: no reader's program makes a link of it, and
 * nothing in it is invisible or turns the direction of what follows. A non-joiner (U+200C), which shows nothing, takes
 * every address apart: `www.example.ca` looks the same and is none. The two joiners stay: names are spelled with them.
 */
export function unlinked(text: string): string {
  return text.replace(unseen, '').replace(joint, '$&\u200c');
}

// Direction marks, zero-width spaces, soft hyphens, tags and the like.
const unseen = /(?![\u200c\u200d])\p{Cf}/gu;
// What holds an address together: the colon before its slashes, a dot before a word, an at sign. Not a slash alone, so
// that a reference such as `INV 77/26` can be searched.
const joint = /(?<=\S):(?=\/)|(?<=[\p{L}\p{N}-])[.\u3002\uff0e\uff61](?=\p{L}{2})|(?<=\S)@(?=[\p{L}\p{N}])/gu;
