import type { PolicyWording } from '../domain/document/wording.ts';
import type { Language } from '../domain/language.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { DocumentKind } from '../domain/policy/policy-view.ts';
import { type DisclosureRequest, type DocumentLanguages, languageList } from './print-request.ts';
import type { CancellationWords } from './words/cancellation-words.ts';
import type { Words } from './words/english.ts';

/**
 * `NB-1234567-declaration.pdf`: plain ASCII, so that no mail program or file system spoils it. Named in the first
 * language.
 */
export function fileNameOf(kind: NamedKind, policy: Pick<Policy, 'policyNumber'>, language: DocumentLanguages): string {
  const number = policy.policyNumber.replace(/[^A-Za-z0-9-]+/g, '-').replace(/^-+|-+$/g, '');
  return `${number}-${names[languageList(language)[0]][kind]}.pdf`;
}

/** A notice of rescission is a cancellation's document under a name of its own. */
export type NamedKind = DocumentKind | 'rescission';

/** `FactSheet-fr.pdf`. */
export function disclosureFileName({ text, language }: DisclosureRequest): string {
  return `${text.kind}-${languageList(language)[0]}.pdf`;
}

/** `F-P-Q-no-5-sample-1-fr.pdf`. */
export function wordingFileName(wording: Pick<PolicyWording, 'form' | 'version' | 'language'>): string {
  const plain = [wording.form, wording.version, wording.language].map((part) =>
    part
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  );
  return `${plain.join('-')}.pdf`;
}

/** What a mail calls the file, which is named in the first language; null if it is none of ours. */
export function titleOfFile(filename: string, words: Words, { titleOfRescission }: CancellationWords): string | null {
  const titles: Readonly<Record<string, string>> = { ...words.titles, rescission: titleOfRescission };
  const known = Object.values(names)
    .flatMap((ofKinds) => Object.entries(ofKinds))
    // The longest that fits: an amended declaration is no declaration.
    .toSorted(([, one], [, other]) => other.length - one.length)
    .find(([, name]) => filename.endsWith(`-${name}.pdf`));
  return known === undefined ? (words.mailedPapers[filename.replace(/-..\.pdf$/, '')] ?? null) : titles[known[0]]!;
}

const names: Readonly<Record<Language, Readonly<Record<NamedKind, string>>>> = {
  en: {
    declaration: 'declaration',
    'amended-declaration': 'amended-declaration',
    'financing-letter': 'financing-letter',
    receipt: 'receipt',
    'refund-receipt': 'refund-receipt',
    cancellation: 'cancellation',
    rescission: 'rescission',
  },
  fr: {
    declaration: 'conditions-particulieres',
    'amended-declaration': 'conditions-particulieres-modifiees',
    'financing-letter': 'avis-acceptation-du-pret',
    receipt: 'recu',
    'refund-receipt': 'recu-de-remboursement',
    cancellation: 'avis-de-resiliation',
    rescission: 'avis-de-resolution',
  },
};
