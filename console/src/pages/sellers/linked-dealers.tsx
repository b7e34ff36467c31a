import type { WireDealer, WireSeller } from '../../../../src/operator/wire/onboard.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api, withQuery } from '../../kit/api.ts';
import { List } from '../../kit/list.tsx';
import { Panel } from '../../kit/page.tsx';
import { Pick } from '../../kit/pick.tsx';
import { Named } from '../../kit/place-list.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

/** The dealers through which a seller may sell Plus. */
export function LinkedDealers({ seller }: { readonly seller: WireSeller }) {
  const { onboard, kit } = useWords();
  const words = onboard.sellers;
  const path = `/api/sellers/${seller.id}/dealers`;
  const mayChange = useMay('support');
  const emptyText = seller.series.includes('Plus') ? words.noLinksText : words.noPlusText;
  return (
    <Panel title={words.linked} isFlush aside={mayChange && <LinkButton path={path} />}>
      <List<WireDealer>
        path={path}
        words={{ caption: words.linkedCaption, empty: words.noLinks, emptyText }}
        keyOf={(row) => row.id}
        columns={[
          { header: onboard.place.name, isName: true, cell: (row) => <Named {...row} /> },
          { header: onboard.place.city, cell: (row) => `${row.city} ${row.province}` },
          {
            header: kit.actions,
            isBare: true,
            cell: ({ id, name }) =>
              mayChange && (
                <ActButton
                  label={words.unlink}
                  button={{
                    variant: 'subtle',
                    color: 'gray',
                    size: 'compact-xs',
                    'aria-label': words.unlinkTitle(name),
                  }}
                  title={words.unlinkTitle(name)}
                  lead={words.unlinkLead}
                  confirm={words.unlink}
                  isDanger
                  done={words.unlinkDone}
                  send={(reason) => api.delete(withQuery(`${path}/${encodeURIComponent(id)}`, { reason }))}
                />
              ),
          },
        ]}
      />
    </Panel>
  );
}

const none: { readonly dealerId: string | null } = { dealerId: null };

function LinkButton({ path }: { readonly path: string }) {
  const { onboard, labels } = useWords();
  const words = onboard.sellers;
  return (
    <ActButton
      label={words.link}
      button={{ variant: 'light', size: 'xs' }}
      title={words.link}
      lead={words.linkLead}
      confirm={words.linkDo}
      reason="optional"
      initial={none}
      mayConfirm={({ dealerId }) => dealerId !== null}
      done={words.linkDone}
      send={(reason, { dealerId }) => api.put(withQuery(`${path}/${encodeURIComponent(dealerId!)}`, { reason }))}
    >
      {({ control }) => (
        <Pick<WireDealer>
          path="/api/dealers"
          labelOf={({ id, name, city, province }) => `${name}, ${city} ${province} (${id})`}
          label={labels.dealer}
          description={words.linkPickHint}
          nothingFoundMessage={words.linkNone}
          withAsterisk
          data-autofocus
          {...control('dealerId')}
        />
      )}
    </ActButton>
  );
}
