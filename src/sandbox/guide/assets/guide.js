// Search, tabs, copying and the choice of light or dark. The page reads well without any of them; early.js runs before it.
const root = document.documentElement;

const theme = document.querySelector('#theme');
theme.addEventListener('click', () => {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const shown = root.dataset.theme ?? (isDark ? 'dark' : 'light');
  root.dataset.theme = shown === 'dark' ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
});

for (const button of document.querySelectorAll('.copy')) {
  const word = button.textContent;
  button.addEventListener('click', async () => {
    const code = [...button.closest('.code').querySelectorAll('code')].find((one) => !one.closest('[hidden]'));
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = '✓';
    setTimeout(() => {
      button.textContent = word;
    }, 1500);
  });
}

// Tabs: one choice holds for all steps of the page, and for the next page.
const groups = [...document.querySelectorAll('.tabs')];
for (const group of groups) {
  const tabs = [...group.querySelectorAll('[role=tab]')];
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab.dataset.name, tab));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = tabs[(index + step + tabs.length) % tabs.length];
      choose(next.dataset.name, next);
      next.focus();
    });
  }
}

// What was clicked stays where it is on the screen, whatever becomes longer or shorter above it.
function choose(name, clicked = null) {
  const before = clicked?.getBoundingClientRect().top;
  if (clicked !== null) localStorage.setItem('tab', name);
  for (const group of groups) {
    const tabs = [...group.querySelectorAll('[role=tab]')];
    const chosen = tabs.find((tab) => tab.dataset.name === name) ?? tabs[0];
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
    }
  }
  if (clicked !== null) window.scrollBy(0, clicked.getBoundingClientRect().top - before);
}
choose(localStorage.getItem('tab') ?? '');

// Search: every word must occur, or else one of them; titles count most, then headings, then the text.
const input = document.querySelector('#search');
const results = document.querySelector('#results');
const found = document.querySelector('#found');
let index = null;

input.addEventListener('focus', load, { once: true });
input.addEventListener('input', async () => show(await load(), input.value));
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') results.querySelector('a')?.focus();
  if (event.key === 'Enter') results.querySelector('a')?.click();
  if (event.key === 'Escape') hide();
});
results.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === 'Escape') hide();
  if (step === undefined) return;
  event.preventDefault();
  const next = links.indexOf(document.activeElement) + step;
  if (next < 0) input.focus();
  else links[next]?.focus();
});
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement === document.body) {
    event.preventDefault();
    input.focus();
  }
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) hide();
});

// An address without a page comes with its words filled in.
if (input.defaultValue !== '') {
  input.focus();
  load().then((pages) => show(pages, input.defaultValue));
}

function load() {
  index ??= fetch(`/docs/assets/search-${document.body.dataset.language}.json`).then((answer) => answer.json());
  return index;
}

function hide() {
  results.hidden = true;
}

function show(pages, typed) {
  const words = mended(pages, plain(typed).split(/\s+/).filter(Boolean));
  if (words.length === 0) return hide();
  const byAll = rank(pages, words, words.length);
  const hits = byAll.length > 0 ? byAll : rank(pages, words, 1);
  results.replaceChildren(...hits.map(({ page }) => hitOf(page, words)));
  found.textContent = String(hits.length);
  results.hidden = hits.length === 0;
}

function rank(pages, words, foundMin) {
  return pages
    .map((page) => ({ page, score: scoreOf(page, words, foundMin) }))
    .filter(({ score }) => score > 0)
    .sort((one, two) => two.score - one.score)
    .slice(0, 8);
}

function scoreOf({ title, headings, text }, words, foundMin) {
  let score = 0;
  let found = 0;
  for (const word of words) {
    const inTitle = plain(title).includes(word) ? 20 : 0;
    const inHeadings = headings.some((heading) => plain(heading.text).includes(word)) ? 5 : 0;
    const times = Math.min(plain(text).split(word).length - 1, 9);
    const inText = times === 0 ? 0 : 1 + times / 10;
    if (inTitle + inHeadings + inText > 0) found += 1;
    score += inTitle + inHeadings + inText;
  }
  // Whole words that stand together are what was meant: a heading "Test cards" before a page that has both somewhere.
  const isMeant = [title, ...headings.map((one) => one.text)].some((one) => hasPhrase(one, words));
  return found < foundMin ? 0 : score + (isMeant ? 50 : 0);
}

// A word that no page has is taken for the most frequent one that is a letter off.
function mended(pages, words) {
  return words.map((word) => {
    if (word.length < 4 || pages.some(({ title, text }) => plain(`${title} ${text}`).includes(word))) return word;
    const near = [...vocabulary(pages)].filter(([known]) => isOneOff(word, known));
    return near.sort((one, two) => two[1] - one[1])[0]?.[0] ?? word;
  });
}

let known = null;
function vocabulary(pages) {
  if (known === null) {
    known = new Map();
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

function hasPhrase(text, words) {
  return ` ${plain(text)} `.includes(` ${words.join(' ')} `);
}

function hitOf({ url, title, headings, text }, words) {
  const heading =
    headings.find((one) => hasPhrase(one.text, words)) ??
    headings.find((one) => words.some((word) => plain(one.text).includes(word)));
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = heading ? `${url}#${heading.id}` : url;
  const name = document.createElement('strong');
  name.textContent = heading ? `${title} › ${heading.text}` : title;
  const excerpt = document.createElement('span');
  const at = Math.max(0, plain(text).indexOf(words[0]) - 40);
  excerpt.textContent = `…${text.slice(at, at + 120)}…`;
  link.append(name, excerpt);
  item.append(link);
  return item;
}

function plain(text) {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
}
