import type { WireDealer, WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api, withQuery } from '../../kit/api.ts';
import { ListPanel } from '../../kit/list.tsx';
import { Pick } from '../../kit/pick.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { Named } from '../places/places.tsx';

export function LinkedDealers({ seller }: { readonly seller: WireSeller }) {
  const { onboard, column } = useWords();
  const words = onboard.sellers;
  const path = `/api/sellers/${seller.id}/dealers`;
  const mayChange = useMay('support');
  const emptyText = seller.series.includes('Plus') ? words.noLinksText : words.noPlusText;
  return (
    <ListPanel<WireDealer>
      path={path}
      words={{ title: words.linked, caption: words.linkedCaption, empty: words.noLinks, emptyText }}
      aside={mayChange && <LinkButton path={path} />}
      columns={[
        column.name(onboard.place.name, (row) => <Named {...row} />),
        column.text(onboard.place.city, (row) => `${row.city} ${row.province}`),
      ]}
      rowActions={
        mayChange &&
        (({ id, name }) => (
          <ActButton
            {...actTexts(words, 'unlink', name)}
            look="row"
            isDanger
            send={(reason) => api.delete(withQuery(`${path}/${encodeURIComponent(id)}`, { reason }))}
          />
        ))
      }
    />
  );
}

function LinkButton({ path }: { readonly path: string }) {
  const { onboard, labels } = useWords();
  const words = onboard.sellers;
  return (
    <ActButton
      {...actTexts(words, 'link')}
      look="panel"
      reason="optional"
      initial={{ dealerId: null as string | null }}
      required={['dealerId']}
      send={(reason, { dealerId }) => api.put(withQuery(`${path}/${encodeURIComponent(dealerId!)}`, { reason }))}
    >
      {({ control }) => (
        <Pick<WireDealer>
          path="/api/dealers"
          labelOf={({ id, name, city, province }) => `${name}, ${city} ${province} (${id})`}
          nothingFoundMessage={words.linkNone}
          data-autofocus
          label={labels.dealer}
          description={words.linkPickHint}
          {...control('dealerId')}
        />
      )}
    </ActButton>
  );
}
