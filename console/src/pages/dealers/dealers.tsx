import { Link } from 'react-router';
import type { WireDealer } from '../../../../src/operator/wire/onboard.ts';
import { withQuery } from '../../kit/api.ts';
import { PlaceList } from '../../kit/place-list.tsx';
import { useWords } from '../../words/words.tsx';

export function Dealers() {
  const { onboard, licences, column } = useWords();
  const { dealers } = onboard;
  return (
    <PlaceList<WireDealer>
      path="/api/dealers"
      words={dealers}
      hasProvince
      columns={[
        column.count(dealers.sellers, (row) => row.sellerCount),
        column.text(licences.title, ({ id, name }) => (
          <Link to={withQuery('/licences', { dealerId: id })} aria-label={licences.of(name)}>
            {licences.title}
          </Link>
        )),
      ]}
    />
  );
}
