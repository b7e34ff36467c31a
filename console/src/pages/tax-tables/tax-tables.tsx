import { LoadedFiles } from '../../kit/loaded-files.tsx';
import { useWords } from '../../words/words.tsx';

export function TaxTables() {
  return <LoadedFiles path="/api/tax-tables" words={useWords().tariff.taxes} />;
}
