import type { WireDealer } from '../../../../src/operator/wire/onboard.ts';
import { useFormat } from '../../kit/format.ts';
import { Named, PlaceList } from '../../kit/place-list.tsx';
import { useWords } from '../../words/words.tsx';

export function Dealers() {
  const { onboard } = useWords();
  const format = useFormat();
  const { place, dealers } = onboard;
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
        { header: dealers.sellers, isNumber: true, cell: (row) => format.number(row.sellerCount) },
      ]}
    />
  );
}
