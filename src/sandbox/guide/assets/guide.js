// Search, tabs, copying and the choice of light or dark. The page reads well without any of them; early.js runs before it.
import { excerptOf, indexesFor, search } from './search.js';

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

const input = document.querySelector('#search');
const results = document.querySelector('#results');
const found = document.querySelector('#found');
const { language, audience, none } = document.body.dataset;
const searched = indexesFor({ language, audience });
const loaded = new Map();

input.addEventListener('focus', () => load(searched[0]), { once: true });
input.addEventListener('input', show);
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
  show();
}

function load(name) {
  if (!loaded.has(name))
    loaded.set(
      name,
      fetch(`/docs/assets/search-${name}.json`).then((answer) => answer.json()),
    );
  return loaded.get(name);
}

function hide() {
  results.hidden = true;
}

async function show() {
  const typed = input.value;
  const hits = await search(typed, searched, load);
  if (typed !== input.value) return; // What was typed since is searched for already.
  const nothing = typed.trim() !== '' && hits.length === 0;
  results.replaceChildren(...(nothing ? [nothingItem()] : hits.map(itemOf)));
  found.textContent = nothing ? none : String(hits.length);
  results.hidden = typed.trim() === '';
}

function nothingItem() {
  const item = document.createElement('li');
  item.className = 'nothing';
  item.textContent = none;
  return item;
}

function itemOf({ page, heading, words }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = heading ? `${page.url}#${heading.id}` : page.url;
  if (page.language !== language) link.lang = page.language;
  const name = document.createElement('strong');
  name.textContent = heading ? `${page.title} › ${heading.text}` : page.title;
  const excerpt = document.createElement('span');
  excerpt.textContent = excerptOf(page, words);
  link.append(name, excerpt);
  item.append(link);
  return item;
}
