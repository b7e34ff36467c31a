import { useEffect, useState } from 'react';
import type { SellerChanges, WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { useWords } from '../../words/words.tsx';
import { SellerFields, type SellerSetUp } from './seller-fields.tsx';

interface EditSellerProps {
  readonly seller: WireSeller;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function EditSeller({ seller, opened, onClose }: EditSellerProps) {
  const words = useWords().onboard.sellers;
  const [setUp, setSetUp] = useState<SellerSetUp>(seller);
  useEffect(() => {
    if (opened) setSetUp(seller);
  }, [opened, seller]);
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={words.editTitle(seller.name)}
      confirm={words.edit}
      reason="optional"
      mayConfirm={setUp.province !== null && setUp.name.trim() !== ''}
      done={words.changed}
      send={(reason) => {
        const changes: SellerChanges = {
          name: setUp.name.trim(),
          series: setUp.series,
          paymentMethods: setUp.paymentMethods,
          requiresProducerCode: setUp.requiresProducerCode,
          ...(setUp.province !== seller.province && { province: setUp.province! }),
          reason,
        };
        return api.patch(`/api/sellers/${seller.id}`, changes);
      }}
    >
      {(faultAt) => <SellerFields value={setUp} onChange={setSetUp} faultAt={faultAt} />}
    </ActModal>
  );
}
