import { type Given, judgeLienHolder, type LienHolderEntry } from '../../domain/partner/judge-entry.ts';
import { lienHolderStaging } from '../../store/import/stage-lien-holders.ts';
import type { ImportKind } from './import-file.ts';

export const lienHolderImport: ImportKind<LienHolderEntry> = {
  what: 'lienholders',
  columns: [{ name: 'id' }, { name: 'name' }, { name: 'addressLine1' }, { name: 'city' }, { name: 'postalCode' }],
  makeJudge: async () => (cells) => judgeLienHolder(cells as Given<LienHolderEntry>),
  staging: lienHolderStaging,
};
