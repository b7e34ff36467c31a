import type { WireDealer } from '../../../../src/operator/wire/onboard.ts';
import { useColumns } from '../../kit/columns.tsx';
import { Named, PlaceList } from '../../kit/place-list.tsx';
import { useWords } from '../../words/words.tsx';

export function Dealers() {
  const { place, dealers } = useWords().onboard;
  const column = useColumns();
  return (
    <PlaceList<WireDealer>
      path="/api/dealers"
      words={dealers}
      hasProvince
      columns={[
        { header: place.name, isName: true, cell: (row) => <Named {...row} /> },
        {
          header: place.addressLine1,
          cell: (row) => `${row.addressLine1}, ${row.city} ${row.province} ${row.postalCode}`,
        },
        column.count(dealers.sellers, (row) => row.sellerCount),
      ]}
    />
  );
}
