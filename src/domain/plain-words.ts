/**
 * The words of a name without regard to case, accents and punctuation: what two spellings of one name have in common.
 * `L'Île-Perrot` gives `lile`, `perrot`. Any text is safe to hand in; text without a letter or digit gives no words.
 */
export function plainWords(text: string): string[] {
  if (plainPattern.test(text)) return [text.toLowerCase()];
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(droppedPattern, '')
    .replace(unfoldedPattern, (letter) => unfoldedLetters[letter] ?? letter)
    .split(separatorPattern)
    .filter((word) => word !== '');
}

// Most names of makes, models and people: one word, with nothing to take off.
const plainPattern = /^[A-Za-z0-9]+$/;
// Combining marks and apostrophes vanish (`John's` is `johns`); every other non-letter separates.
const droppedPattern = /[\p{M}'’‘ʼ`´]/gu;
const separatorPattern = /[^\p{L}\p{N}]+/u;

// Letters that Unicode does not take apart into a base letter and a mark.
const unfoldedPattern = /[œæøłđßı]/g;
const unfoldedLetters: Readonly<Record<string, string>> = {
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  ı: 'i',
};
