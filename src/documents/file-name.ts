import type { Policy } from '../domain/policy/policy.ts';
import type { DocumentKind } from '../domain/policy/policy-view.ts';
import { type DisclosureRequest, type DocumentLanguages, type Language, languageList } from './print-request.ts';

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
