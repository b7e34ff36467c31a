import { scopeMeanings } from '../contract/vocabulary.ts';
import { defaultScopes, scopes, scopesForAllSellers } from '../src/domain/credential/scope.ts';
import type { Language } from '../src/domain/language.ts';

interface Words {
  readonly columns: readonly [string, string];
  readonly oneSeller: string;
  readonly allSellers: (scopes: string) => string;
  readonly ownSignIn: (scopes: string) => string;
}

const wordsOf: Readonly<Record<Language, Words>> = {
  en: {
    columns: ['Scope', 'What a token with it may do'],
    oneSeller: 'acts for this seller; needed when the client may act for several',
    allSellers: (scopes) => `acts for all sellers of the client, with ${scopes} alone`,
    ownSignIn: (scopes) => `A token of [the contract’s own sign-in](#by-four-credentials) has ${scopes}.`,
  },
  fr: {
    columns: ['Portée', 'Ce que permet un jeton qui l’a'],
    oneSeller: 'agit pour ce vendeur; nécessaire quand le client peut agir pour plusieurs',
    allSellers: (scopes) => `agit pour tous les vendeurs du client, avec ${scopes} seulement`,
    ownSignIn: (scopes) => `Un jeton de [la connexion du contrat](#par-quatre-identifiants) a ${scopes}.`,
  },
};

/** The pages of the guide that have the table of scopes, or an example in which a client has them all. */
export const scopePages: readonly string[] = ['getting-started.md', 'sdk.md', 'sign-in.md', 'welcome.md'];

/** Fills the table of scopes, and lists all of them in the examples. */
export function fillScopes(page: string, language: Language): string {
  const { columns, oneSeller, allSellers, ownSignIn } = wordsOf[language];
  const rows = [
    columns,
    ['---', '---'],
    ...scopes.map((scope) => [`\`${scope}\``, scopeMeanings[scope][language]]),
    ['`seller:<username>`', oneSeller],
    ['`seller:*`', allSellers(listOf(scopesForAllSellers, language))],
  ];
  const made = [...rows.map((row) => `| ${row.join(' | ')} |`), '', ownSignIn(listOf(defaultScopes, language))].join(
    '\n',
  );
  return page
    .replace(/(<!-- scopes, generated -->\n)[\s\S]*?(<!-- end -->)/, `$1\n${made}\n\n$2`)
    .replaceAll(/("scope": ")sell [a-z ]+(seller:)/g, `$1${scopes.join(' ')} $2`)
    .replaceAll(/(scopes: \[)'sell', [^\]]+(\])/g, `$1${scopes.map((scope) => `'${scope}'`).join(', ')}$2`);
}

function listOf(names: readonly string[], language: Language): string {
  return new Intl.ListFormat(language).format(names.map((name) => `\`${name}\``));
}
