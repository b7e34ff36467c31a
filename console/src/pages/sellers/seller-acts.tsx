import { Switch, TextInput } from '@mantine/core';
import type { Province } from '../../../../src/domain/province.ts';
import type {
  CreatedSeller,
  NewSeller,
  SellerChanges,
  WireIntegration,
  WireSeller,
} from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { CheckMany } from '../../kit/check-many.tsx';
import type { Form } from '../../kit/form.ts';
import { Pick } from '../../kit/pick.tsx';
import { PickProvince } from '../../kit/pick-province.tsx';
import { useWords } from '../../words/words.tsx';

type SetUp = Omit<Required<SellerChanges>, 'province' | 'isDisabled' | 'reason'> & {
  readonly province: Province | null;
};

const emptySetUp: SetUp = {
  name: '',
  province: null,
  series: ['Prime'],
  paymentMethods: ['REF'],
  requiresProducerCode: false,
  requiresAcknowledgements: false,
};

/** Given on the page of an integration, else selected. */
export function AddSeller({ integrationId: given = null }: { readonly integrationId?: string | null }) {
  const { onboard } = useWords();
  const words = onboard.sellers;
  return (
    <ActButton
      {...actTexts(words, 'add')}
      look={given === null ? 'add' : 'panel'}
      reason="optional"
      initial={{ ...emptySetUp, integrationId: given, username: '' }}
      required={['integrationId', 'province', 'name']}
      send={(reason, { integrationId, province, username, ...others }) => {
        const chosen = { integrationId: integrationId!, province: province!, ...(username && { username }) };
        return api.post<CreatedSeller>('/api/sellers', { ...others, ...chosen, reason } satisfies NewSeller);
      }}
      shown={({ seller, password }) => ({
        [onboard.integrations.clientId]: seller.integration.clientId,
        [words.username]: seller.username,
        [words.password]: password,
      })}
    >
      {(form) => (
        <>
          {given === null && (
            <Pick<WireIntegration> path="/api/integrations" {...form.control('integrationId', words)} />
          )}
          <SellerFields form={form} />
          <TextInput maxLength={64} {...form.text('username', words)} />
        </>
      )}
    </ActButton>
  );
}

export function ChangeSeller({ seller }: { readonly seller: WireSeller }) {
  const { onboard, kit } = useWords();
  const { name, province, series, paymentMethods, requiresProducerCode, requiresAcknowledgements } = seller;
  return (
    <ActButton<SetUp, unknown>
      {...actTexts({ ...kit, ...onboard.sellers }, 'edit', name)}
      look="page"
      reason="optional"
      initial={{ name, province, series, paymentMethods, requiresProducerCode, requiresAcknowledgements }}
      required={['name', 'province']}
      send={(reason, { province, ...setUp }) => {
        const moved = province !== seller.province && { province: province! };
        return api.patch(`/api/sellers/${seller.id}`, { ...setUp, ...moved, reason } satisfies SellerChanges);
      }}
    >
      {(form) => <SellerFields form={form} />}
    </ActButton>
  );
}

function SellerFields({ form: { text, control, toggle } }: { readonly form: Form<SetUp> }) {
  const words = useWords().onboard.sellers;
  return (
    <>
      <TextInput maxLength={120} {...text('name', words)} />
      <PickProvince {...control('province', words)} />
      <CheckMany names={words.seriesNames} isRow withAsterisk {...control('series', words)} />
      <CheckMany names={words.methodNames} withAsterisk {...control('paymentMethods', words)} />
      <Switch label={words.producerCodeAsk} {...toggle('requiresProducerCode')} />
      <Switch label={words.acknowledgementsAsk} {...toggle('requiresAcknowledgements')} />
    </>
  );
}
