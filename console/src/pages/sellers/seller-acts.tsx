import type { Province } from '../../../../src/domain/province.ts';
import type * as wire from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { patch, post } from '../../kit/api.ts';
import type { FieldsOf } from '../../kit/fields.tsx';
import { CheckMany } from '../../kit/inputs.tsx';
import { Pick } from '../../kit/pick.tsx';
import { useWords } from '../../words/words.tsx';

type SetUp = Omit<Required<wire.SellerChanges>, 'province' | 'isDisabled' | 'reason'> & {
  readonly province: Province | null;
};

const emptySetUp: SetUp = {
  name: '',
  province: null,
  series: ['Prime'],
  paymentMethods: ['REF'],
  requiresProducerCode: false,
  requiresAcknowledgements: false,
  sellsByLink: false,
};

/** Given on the page of an integration, else selected. */
export function AddSeller({ integrationId: given = null }: { readonly integrationId?: string | null }) {
  const { onboard } = useWords();
  const words = onboard.sellers;
  const setUp = useSetUpFields();
  return (
    <ActButton<SetUp & { readonly integrationId: string | null; readonly username: string }, wire.CreatedSeller>
      {...actTexts(words, 'add')}
      look={given === null ? 'add' : 'panel'}
      reason="optional"
      initial={{ ...emptySetUp, integrationId: given, username: '' }}
      required={['integrationId', 'province', 'name']}
      to={post<wire.NewSeller>('/api/sellers')}
      shown={({ seller, password }) => ({
        [onboard.integrations.clientId]: seller.integration.clientId,
        [words.username]: seller.username,
        [words.password]: password,
      })}
      texts={words}
      fields={{
        integrationId:
          given === null && ((input) => <Pick<wire.WireIntegration> path="/api/integrations" {...input} />),
        ...(setUp as object),
        username: 64,
      }}
    />
  );
}

export function ChangeSeller({ seller }: { readonly seller: wire.WireSeller }) {
  const { onboard, kit } = useWords();
  const { name, province, series, paymentMethods, requiresProducerCode, requiresAcknowledgements, sellsByLink } =
    seller;
  return (
    <ActButton<SetUp, unknown>
      {...actTexts({ ...kit, ...onboard.sellers }, 'edit', name)}
      look="page"
      reason="optional"
      initial={{ name, province, series, paymentMethods, requiresProducerCode, requiresAcknowledgements, sellsByLink }}
      required={['name', 'province']}
      to={patch<wire.SellerChanges>(`/api/sellers/${seller.id}`)}
      texts={onboard.sellers}
      fields={useSetUpFields()}
    />
  );
}

function useSetUpFields(): FieldsOf<SetUp> {
  const words = useWords().onboard.sellers;
  return {
    name: 120,
    province: 'province',
    series: (input) => <CheckMany names={words.seriesNames} isRow withAsterisk {...input} />,
    paymentMethods: (input) => <CheckMany names={words.methodWords} withAsterisk {...input} />,
    requiresProducerCode: 'switch',
    requiresAcknowledgements: 'switch',
    sellsByLink: 'switch',
  };
}
