import { TextInput } from '@mantine/core';
import type {
  CreatedSeller,
  NewSeller,
  SellerChanges,
  WireIntegration,
  WireSeller,
} from '../../../../src/operator/wire/onboard.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { addButton } from '../../kit/icons.tsx';
import { Pick } from '../../kit/pick.tsx';
import { ShownOnce } from '../../kit/shown-once.tsx';
import { useWords } from '../../words/words.tsx';
import { emptySetUp, SellerFields, type SellerSetUp } from './seller-fields.tsx';

/** Given on the page of an integration, else selected. */
export function AddSeller({ integrationId: given = null }: { readonly integrationId?: string | null }) {
  const { onboard } = useWords();
  const words = onboard.sellers;
  return (
    <ActButton
      label={words.add}
      button={given === null ? addButton : { variant: 'light', size: 'xs' }}
      title={words.addTitle}
      lead={words.addLead}
      confirm={words.create}
      reason="optional"
      initial={{ ...emptySetUp, integrationId: given, username: '' }}
      mayConfirm={({ integrationId, province, name }) =>
        integrationId !== null && province !== null && name.trim() !== ''
      }
      done={words.created}
      send={(reason, { integrationId, province, username, ...others }) => {
        const wanted: NewSeller = {
          ...others,
          integrationId: integrationId!,
          province: province!,
          ...(username.trim() !== '' && { username: username.trim() }),
          reason,
        };
        return api.post<CreatedSeller>('/api/sellers', wanted);
      }}
      result={({ seller, password }, close) => (
        <ShownOnce
          onClose={close}
          values={[
            { label: onboard.integrations.clientId, value: seller.integration.clientId },
            { label: words.username, value: seller.username },
            { label: words.password, value: password },
          ]}
        />
      )}
    >
      {(form) => (
        <>
          {given === null && (
            <Pick<WireIntegration>
              path="/api/integrations"
              label={words.integration}
              description={words.integrationHint}
              withAsterisk
              {...form.control('integrationId')}
            />
          )}
          <SellerFields form={form} />
          <TextInput
            label={words.username}
            description={words.usernameHint}
            maxLength={64}
            {...form.text('username')}
          />
        </>
      )}
    </ActButton>
  );
}

export function ChangeSeller({ seller }: { readonly seller: WireSeller }) {
  const { onboard, kit } = useWords();
  const { name, province, series, paymentMethods, requiresProducerCode, requiresAcknowledgements } = seller;
  return (
    <ActButton<SellerSetUp, unknown>
      label={kit.edit}
      button={{ variant: 'default' }}
      title={kit.editTitle(name)}
      confirm={kit.edit}
      reason="optional"
      initial={{ name, province, series, paymentMethods, requiresProducerCode, requiresAcknowledgements }}
      mayConfirm={(setUp) => setUp.province !== null && setUp.name.trim() !== ''}
      done={onboard.sellers.changed}
      send={(reason, { province, ...setUp }) => {
        const moved = province !== seller.province && { province: province! };
        const changes: SellerChanges = { ...setUp, name: setUp.name.trim(), ...moved, reason };
        return api.patch(`/api/sellers/${seller.id}`, changes);
      }}
    >
      {(form) => <SellerFields form={form} />}
    </ActButton>
  );
}
