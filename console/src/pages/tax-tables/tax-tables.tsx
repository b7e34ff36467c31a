import { Link } from 'react-router';
import { LoadedFiles } from '../../kit/loaded-files.tsx';
import { useWords } from '../../words/words.tsx';
import { TaxComparison } from './tax-comparison.tsx';

export function TaxTables() {
  return (
    <LoadedFiles
      path="/api/tax-tables"
      words={useWords().tariff.taxes}
      name={({ version }) => <Link to={`/tax-tables/${encodeURIComponent(version)}`}>{version}</Link>}
      reason="required"
      preview={(document) => <TaxComparison asked={{ document }} />}
    />
  );
}
