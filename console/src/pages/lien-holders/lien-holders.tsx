import type { WireLienHolder } from '../../../../src/operator/wire/onboard.ts';
import { Named, PlaceList } from '../../kit/place-list.tsx';
import { useWords } from '../../words/words.tsx';

export function LienHolders() {
  const { place, lienHolders } = useWords().onboard;
  return (
    <PlaceList<WireLienHolder>
      path="/api/lien-holders"
      words={lienHolders}
      hasProvince={false}
      columns={[
        { header: place.name, isName: true, cell: (row) => <Named {...row} /> },
        { header: place.addressLine1, cell: (row) => `${row.addressLine1}, ${row.city} ${row.postalCode}` },
      ]}
    />
  );
}
