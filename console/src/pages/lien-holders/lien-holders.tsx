import { PlaceList } from '../../kit/place-list.tsx';
import { useWords } from '../../words/words.tsx';

export function LienHolders() {
  return <PlaceList path="/api/lien-holders" words={useWords().onboard.lienHolders} hasProvince={false} />;
}
