import type { WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { ListPage } from '../../kit/list.tsx';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { AddSeller } from './seller-acts.tsx';
import { useSellerColumns } from './seller-columns.tsx';

export function Sellers() {
  const { onboard } = useWords();
  const [search] = useFilter('search');
  return (
    <ListPage<WireSeller>
      path="/api/sellers"
      filters={{ search }}
      words={onboard.sellers}
      actions={useMay('admin') && <AddSeller />}
      toolbar={<SearchBox label={onboard.search} placeholder={onboard.searchSeller} />}
      keyOf={(row) => row.id}
      columns={useSellerColumns({ withIntegration: true })}
    />
  );
}
