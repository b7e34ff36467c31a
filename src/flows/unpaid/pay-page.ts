import { type ShownBrand, wholePhone } from '../../domain/brand/brand.ts';
import type { TextsByName } from '../../domain/customer-text/customer-texts.ts';
import { replaceWords } from '../../domain/customer-text/replace-words.ts';
import { escaped } from '../../domain/html-text.ts';
import type { Language } from '../../domain/language.ts';
import { plainPage } from './page-parts.ts';
import type { LinkCheckout, LinkView } from './pay-by-link.ts';
import { type PayWords, payPlaces, payWords } from './pay-words.ts';

export type PayAnswer =
  | LinkCheckout
  | { readonly kind: 'unknown' | 'busy' | 'unreachable' }
  /** The processor could not be asked about the card that was typed. */
  | { readonly kind: 'unread'; readonly view: LinkView; readonly ticket: string };

export interface PayPageParts {
  readonly brand: ShownBrand;
  /** The operator's own words in place of built-in ones; null: it has none. */
  readonly texts: TextsByName | null;
  /** The card processor's port says where its checkout is. */
  readonly checkout: { readonly checkoutJsUrl: string; readonly checkoutGlobal: string; readonly environment: string };
  readonly secret: string;
  /** The path from the page's address to the folder of our files: empty, or a step up. */
  readonly root: string;
  /** What was asked for; null: the customer's own. */
  readonly language: Language | null;
}

export interface PayPage {
  readonly status: number;
  readonly html: string;
  /** The hash of the brand's colours, as a content security policy names it: no other style in the page counts. */
  readonly styleHash: string;
}

/**
 * Writes the page of a payment link in one of its states. Everything that came from outside is escaped. What has come of
 * a card has the focus, so that it is on the screen and read out.
 */
export function payPage(answer: PayAnswer, parts: PayPageParts): PayPage {
  const view = 'view' in answer ? answer.view : null;
  const language = view?.language ?? parts.language ?? 'en';
  const words = replaceWords(payWords[language], payPlaces, language, parts.texts);
  const { status, said, form = '', isRefreshed = false } = contentOf(answer, words, parts);
  const [title = '', ...paragraphs] = said;
  const { brand } = parts;
  const isDeclined = view?.wasRefused === true && (answer.kind === 'opened' || view.state === 'open');
  const main = `<h1 tabindex="-1"${isDeclined ? '' : ' autofocus'}>${escaped(title)}</h1>
${isDeclined ? `<p class="notice" role="alert" tabindex="-1" autofocus>${escaped(words.declined)}</p>\n` : ''}${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${view === null ? '' : facts(view, words)}${form}`;
  const page = plainPage({
    language,
    brand,
    title,
    assets: `${parts.root}assets/`,
    head: `${isRefreshed ? '<meta http-equiv="refresh" content="3">\n' : ''}${answer.kind === 'opened' ? scripts(parts) : ''}`,
    languages: `\n${languageSwitch(language, parts)}`,
    main,
    contact: contactIn(words),
  });
  return { status, ...page };
}

/** The same without its form: a title, then paragraphs. */
export function payPageText(answer: PayAnswer, parts: PayPageParts, language: Language): readonly string[] {
  const words = replaceWords(payWords[language], payPlaces, language, parts.texts);
  const { brand } = parts;
  return [...contentOf(answer, words, parts).said, contactIn(words)({ ...brand, phoneNumber: wholePhone(brand) })];
}

function languageSwitch(language: Language, parts: PayPageParts): string {
  const other = language === 'en' ? 'fr' : 'en';
  if (!parts.brand.languages.includes(other)) return '';
  return `<a lang="${other}" hreflang="${other}" href="${here(parts)}?lang=${other}">${payWords[other].ownName}</a>`;
}

interface Content {
  readonly status: number;
  /** A title, then paragraphs. */
  readonly said: readonly string[];
  readonly form?: string;
  readonly isRefreshed?: boolean;
}

function contentOf(answer: PayAnswer, words: PayWords, parts: PayPageParts): Content {
  switch (answer.kind) {
    case 'unknown':
      return { status: 404, said: words.unknown };
    case 'busy':
    case 'wait':
      return { status: 429, said: words.busy };
    case 'unreachable':
      return { status: 503, said: words.unreachable, form: 'view' in answer ? payForm(answer.view, words, parts) : '' };
    case 'unread': {
      const form = confirmForm(words.askAgain, answer.ticket, parts, answer.view);
      return { status: 503, said: words.unread, form };
    }
    case 'opened':
      return { status: 200, said: cardSaid(answer.view, words), form: cardForm(answer, words, parts) };
    case 'closed':
      return stateContent(answer.view, words, parts);
  }
}

function stateContent(view: LinkView, words: PayWords, parts: PayPageParts): Content {
  const { state } = view;
  switch (state) {
    case 'open':
      return { status: 200, said: openSaid(view, words), form: payForm(view, words, parts) };
    case 'running':
      return { status: 200, said: words.running, isRefreshed: true };
    case 'scheduled':
      return { status: 200, said: [words.scheduledTitle, words.scheduled(view.chargeDay ?? words.chargeDate)] };
    case 'paid':
      return { status: 200, said: words.paid, form: receiptLink(words, parts) };
    case 'held':
      return { status: 200, said: words.held };
    case 'settled':
      return { status: 200, said: words.settled };
    case 'over':
      return { status: 410, said: words.unknown };
    case 'cancelled':
    case 'expired':
    case 'used up':
      return { status: 410, said: words[state] };
  }
}

function contactIn(words: PayWords) {
  return ({ name, phoneNumber, emailAddress }: ShownBrand) => words.contact(name, phoneNumber, emailAddress);
}

function openSaid({ chargeDay, wasRefused, isUnpaidByRefusal, lastDigits }: LinkView, words: PayWords) {
  const card = lastDigits === null ? '' : words.endingIn(lastDigits);
  return [
    chargeDay === null ? words.payTitle : words.otherCardTitle,
    ...(wasRefused ? [] : [isUnpaidByRefusal ? words.unpaidByRefusal(card) : words.unpaid]),
    ...(chargeDay === null ? [] : [words.chargedLater(chargeDay)]),
  ];
}

function cardSaid({ amount, chargeDay }: LinkView, words: PayWords) {
  return [words.cardTitle, chargeDay === null ? words.chargedNow(amount) : words.chargedOn(amount, chargeDay)];
}

function facts({ policyNumber, vehicle, amount, state }: LinkView, words: PayWords): string {
  if (state === 'over') return '';
  const rows = [
    [words.labels.policy, policyNumber],
    [words.labels.vehicle, vehicle],
    [state === 'open' ? words.labels.due : words.labels.amount, amount],
  ] as const;
  return `<dl>${rows.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>\n`;
}

function receiptLink(words: PayWords, parts: PayPageParts): string {
  return `<p><a href="${here(parts)}/receipt">${escaped(words.receipt)}</a></p>\n`;
}

function payForm(view: LinkView, words: PayWords, parts: PayPageParts): string {
  return `<form method="post" action="${here(parts)}/checkout">
<input type="hidden" name="lang" value="${view.language}">
<button>${escaped(view.chargeDay === null ? words.pay(view.amount) : words.enterCard)}</button>
</form>
`;
}

/** The ticket is handed to the processor's script, and comes back with the form. */
function cardForm(
  { ticket, view }: Extract<PayAnswer, { kind: 'opened' }>,
  words: PayWords,
  parts: PayPageParts,
): string {
  const { checkoutGlobal, environment } = parts.checkout;
  return `<noscript><p class="notice">${escaped(words.needsScript)}</p></noscript>
<p id="failed" class="notice" role="alert" tabindex="-1" hidden>${escaped(words.notLoaded)} <a href="${here(parts)}">${escaped(words.tryAgain)}</a></p>
<p id="offline" class="notice" role="alert" tabindex="-1" hidden>${escaped(words.offline)}</p>
<div id="card-form" data-checkout-global="${escaped(checkoutGlobal)}" data-environment="${escaped(environment)}" data-ticket="${escaped(ticket)}"><p class="waiting">${escaped(words.opening)}</p></div>
${confirmForm(words.done, ticket, parts, view, 'hidden ')}`;
}

/** `look` hides the button until there is something that was submitted. */
function confirmForm(
  label: string,
  ticket: string,
  parts: PayPageParts,
  { language }: LinkView,
  look: 'hidden ' | '' = '',
): string {
  return `<form id="confirm" method="post" action="${here(parts)}/confirm">
<input type="hidden" name="lang" value="${language}">
<input type="hidden" name="ticket" value="${escaped(ticket)}">
<button ${look}class="plain">${escaped(label)}</button>
</form>
`;
}

function scripts({ checkout, root }: PayPageParts): string {
  return `<script src="${escaped(checkout.checkoutJsUrl)}" defer></script>
<script src="${root}assets/pay.js" defer></script>
`;
}

/** The page's own address, from the page or from one of its forms. */
function here({ root, secret }: PayPageParts): string {
  return `${root}${escaped(encodeURIComponent(secret))}`;
}
