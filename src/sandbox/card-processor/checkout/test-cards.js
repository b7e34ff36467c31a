import { fillIn } from './fields.js';
import { sandboxCards } from './sandbox-cards.js';

/** Shows the sandbox's cards, each to copy or to fill into the form with one click. */
export function showTestCards(words) {
  document.getElementById('test-cards').replaceChildren(...sandboxCards.map((card) => rowOf(card, words)));
}

function rowOf({ number, brand, outcome }, words) {
  const icon = document.createElement('img');
  icon.src = `assets/icon-${brand}.svg`;
  icon.alt = '';
  icon.width = 38;
  icon.height = 24;

  const code = document.createElement('code');
  code.textContent = number;
  const what = document.createElement('div');
  what.append(code, words[outcome]);

  const use = document.createElement('button');
  use.type = 'button';
  use.textContent = words.use;
  use.setAttribute('aria-label', words.useCard(number));
  use.addEventListener('click', () =>
    fillIn({ number: number.replaceAll(' ', ''), expiry: nextDecember(), cvv: '123' }),
  );

  const row = document.createElement('li');
  row.append(icon, what, use);
  return row;
}

/** Not expired for a test clock that is less than three years ahead. */
function nextDecember() {
  return `12 / ${String((new Date().getFullYear() + 3) % 100).padStart(2, '0')}`;
}
