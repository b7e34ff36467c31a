// Search, tabs, copying and the choice of light or dark. The page reads well without any of them.
const root = document.documentElement;

const theme = document.querySelector('#theme');
const remembered = localStorage.getItem('theme');
if (remembered) root.dataset.theme = remembered;
theme.addEventListener('click', () => {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const shown = root.dataset.theme ?? (isDark ? 'dark' : 'light');
  root.dataset.theme = shown === 'dark' ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
});

// On a narrow screen the menu starts closed.
if (window.matchMedia('(max-width: 899px)').matches) document.querySelector('.menu').removeAttribute('open');

for (const button of document.querySelectorAll('.copy')) {
  const word = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.parentElement.querySelector('code').textContent);
    button.textContent = '✓';
    setTimeout(() => {
      button.textContent = word;
    }, 1500);
  });
}

// Tabs: one choice holds for all steps of the page, and for the next page.
const groups = [...document.querySelectorAll('.tabs')];
for (const [place, group] of groups.entries()) {
  const panels = [...group.querySelectorAll('.tab')];
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  panels.forEach((panel, index) => {
    panel.id = `panel-${place}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${place}-${index}`);
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${place}-${index}`;
    tab.textContent = panel.dataset.name;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', panel.id);
    tab.addEventListener('click', () => choose(tab.textContent));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      const next = list.children[(index + step + panels.length) % panels.length];
      choose(next.textContent);
      next.focus();
    });
    list.append(tab);
  });
  group.prepend(list);
}

function choose(name) {
  localStorage.setItem('tab', name);
  for (const group of groups) {
    const tabs = [...group.querySelectorAll('[role=tab]')];
    const chosen = tabs.find((tab) => tab.textContent === name) ?? tabs[0];
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = tab !== chosen;
    }
  }
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
  const words = plain(typed).split(/\s+/).filter(Boolean);
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
    const inText = plain(text).includes(word) ? 1 : 0;
    if (inTitle + inHeadings + inText > 0) found += 1;
    score += inTitle + inHeadings + inText;
  }
  // Whole words that stand together are what was meant: a heading "Test cards" before a page that has both somewhere.
  const isMeant = [title, ...headings.map((one) => one.text)].some((one) => hasPhrase(one, words));
  return found < foundMin ? 0 : score + (isMeant ? 50 : 0);
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
