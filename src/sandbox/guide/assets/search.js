// The search of the guide. A reader finds the pages of the guide that is read, in its language; where it has nothing for
// what was typed, those of the other language and of the other guide.

const hitsMax = 8;

/** Where a reader's own guide is searched first; each entry names an index under /docs/assets. */
export function indexesFor({ language, audience }) {
  const [otherLanguage, otherAudience] = [
    language === 'en' ? 'fr' : 'en',
    audience === 'partner' ? 'operator' : 'partner',
  ];
  return [`${audience}-${language}`, `${audience}-${otherLanguage}`, `${otherAudience}-${language}`];
}

/** Returns the pages for what was typed, the best first. An index is loaded only when those before it have no page. */
export async function search(typed, indexes, load) {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  for (const name of indexes) {
    const hits = rank(await load(name), words, words.length);
    if (hits.length > 0) return hits;
  }
  const own = await load(indexes[0]);
  return rank(own, mended(own, words), 1);
}

// Titles count most, then headings, then the text; a page that has only some of the words counts less.
function rank(pages, words, foundMin) {
  return pages
    .map((page) => ({ page, words, heading: headingFor(page, words), score: scoreOf(page, words, foundMin) }))
    .filter(({ score }) => score > 0)
    .sort((one, two) => two.score - one.score)
    .slice(0, hitsMax);
}

function scoreOf({ url, title, headings, text }, words, foundMin) {
  const page = plain(text);
  let score = 0;
  let found = 0;
  for (const word of words.map(stem)) {
    const inTitle = plain(title).includes(word) ? 20 : 0;
    const inHeadings = headings.some((heading) => plain(heading.text).includes(word)) ? 5 : 0;
    const times = Math.min(page.split(word).length - 1, 9);
    const inText = times === 0 ? 0 : 1 + times / 10;
    if (inTitle + inHeadings + inText > 0) found += 1;
    score += inTitle + inHeadings + inText;
  }
  if (found < foundMin) return 0;
  // Whole words that stand together are what was meant: a heading "Test cards" before a page that has both somewhere.
  const isMeant = [title, ...headings.map((one) => one.text)].some((one) => hasPhrase(one, words));
  // What is told as a story comes before a list of fields or codes that has the same words.
  const weight = /^\/docs\/(reference|errors)\//.test(url) ? 0.8 : 1;
  return (score + (isMeant ? 50 : 0)) * weight * (found / words.length);
}

/** The heading under which it stands; none when the page itself is what was asked for. */
function headingFor({ headings }, words) {
  const stems = words.map(stem);
  const isAllOf = (text) => stems.every((word) => plain(text).includes(word));
  return (
    headings.find((one) => hasPhrase(one.text, words)) ??
    headings.find((one) => isAllOf(one.text)) ??
    headings.find((one) => stems.some((word) => plain(one.text).includes(word)))
  );
}

/** The words around the first that was found. */
export function excerptOf({ text }, words) {
  const at = plain(text).indexOf(stem(words[0]));
  const start = at <= 40 ? 0 : text.indexOf(' ', at - 40) + 1;
  return `${start > 0 ? '…' : ''}${text.slice(start, start + 120)}…`;
}

// A word that no page has is taken for the most frequent one that is a letter off.
function mended(pages, words) {
  return words.map((word) => {
    if (word.length < 4 || pages.some(({ title, text }) => plain(`${title} ${text}`).includes(stem(word)))) return word;
    const near = [...vocabularyOf(pages)].filter(([known]) => isOneOff(word, known));
    return near.sort((one, two) => two[1] - one[1])[0]?.[0] ?? word;
  });
}

const vocabularies = new WeakMap();
function vocabularyOf(pages) {
  const known = vocabularies.get(pages) ?? new Map();
  if (!vocabularies.has(pages)) {
    vocabularies.set(pages, known);
    for (const { title, text } of pages)
      for (const word of plain(`${title} ${text}`).match(/[a-z0-9]{3,}/g) ?? [])
        known.set(word, (known.get(word) ?? 0) + 1);
  }
  return known;
}

// One letter changed, missing, too many, or two that changed places.
function isOneOff(typed, word) {
  if (Math.abs(typed.length - word.length) > 1) return false;
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  const [left, right] = [typed.slice(at), word.slice(at)];
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}

/** Whether the words stand in the text together, each as it was typed or in the plural. */
function hasPhrase(text, words) {
  const typed = words.map((word) => `${word.replaceAll(/[^\p{L}\p{N}]/gu, '.')}s?`).join(' ');
  return new RegExp(`(?<![\\p{L}\\p{N}])${typed}(?![\\p{L}\\p{N}])`, 'u').test(plain(text));
}

/** What "retry", "retries" and "retried" have in common, or "refund" and "refunds". */
function stem(word) {
  return word.length > 4 ? word.replace(/(ies|y|s)$/, '') : word;
}

function plain(text) {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
