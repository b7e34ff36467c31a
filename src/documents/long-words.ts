/**
 * Returns the pieces of a text between which a line may break. A line breaks only between words, so a very long one may
 * break after a sign, or else anywhere but before a mark or within a letter made of several. A name that is parted so
 * has soft hyphens: they are seen only where a line ends. An address of e-mail has none, which would be read as its own.
 */
export function breakLongWords(text: string): readonly string[] {
  if (!mayHaveLongWord(text)) return [text];
  return text
    .replace(longWord, (word) => {
      const broken = word.replace(/[@._\-/](?=.)/g, `$&${breakMark}`).replace(longPiece, `$&${breakMark}`);
      return name.test(word) ? broken.replaceAll(afterHyphen, '-').replaceAll(breakMark, '\u00ad') : broken;
    })
    .split(breakMark);
}

const name = /^(?=.*\p{Lu})[\p{Script=Latin}\p{M}’'-]+$/u;

/** A word longer than this may not fit a column. It is the length of a long German compound or an e-mail address. */
const wordLengthMax = 24;

/** No printed text has it. */
const breakMark = '\u200b';
const afterHyphen = `-${breakMark}`;

/** Nearly no text has one, and the pattern would take longer than everything else in this file. */
function mayHaveLongWord(text: string): boolean {
  let length = 0;
  for (let index = 0; index < text.length && length <= wordLengthMax; index += 1) {
    length = text.charCodeAt(index) === space ? 0 : length + 1;
  }
  return length > wordLengthMax;
}

const space = 0x20;
const longWord = new RegExp(`[^\\s\\u00a0]{${wordLengthMax + 1},}`, 'gu');
// Not after a sign that joins the next consonant to the one before it (a virama), either.
const longPiece =
  /[^\s\u00a0\u200b]{12}(?<![\p{Mn}--\p{Script=Inherited}]\u200d?)(?=[^\s\u00a0\u200b\u200c\u200d\p{M}][^\s\u00a0\u200b]{3})/gv;
