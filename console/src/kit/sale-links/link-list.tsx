import type { ReactNode } from 'react';
import type { SaleLinkMethod } from '../../../../src/domain/sale-link/sale-link.ts';
import type { WireSaleLink } from '../../../../src/operator/wire/sale-links.ts';
import { useWords } from '../../words/words.tsx';
import { ActButton, actTexts } from '../act-modal.tsx';
import { api, withQuery } from '../api.ts';
import { Below } from '../data-table.tsx';
import { ListPanel } from '../list.tsx';
import { StateBadge } from '../state-badge.tsx';
import { MakeLink } from './make-link.tsx';

const tones = { Open: 'busy', Bound: 'good', Expired: 'past', Withdrawn: 'past' } as const;
const progressTones = { Made: 'past', Opened: 'busy', Priced: 'busy', Paid: 'waits', Bound: 'good' } as const;
const mailTones = { sending: 'busy', sent: 'past', failed: 'bad' } as const;

interface LinkListProps {
  /** Where they are listed and made. */
  readonly path: string;
  /** Where one is mailed and withdrawn, by its id. */
  readonly onePath: string;
  /** How customers of the seller can pay by a link; empty: it sells by none. */
  readonly methods: readonly SaleLinkMethod[];
  readonly mayAct: boolean;
  /** An operator acts for somebody else, and says why. */
  readonly asksReason: boolean;
  readonly noneOff: string;
  readonly policyLink: (link: WireSaleLink) => ReactNode;
}

/** A seller's links with their customers, and how far these have come. */
export function LinkList({ path, onePath, methods, mayAct, asksReason, noneOff, policyLink }: LinkListProps) {
  const { links: words, labels, kit, format, column } = useWords();
  const reason = asksReason ? 'required' : 'none';
  const nameOf = ({ customerName, partnerReference, id }: WireSaleLink): string =>
    customerName || (partnerReference ?? id);
  return (
    <ListPanel<WireSaleLink>
      path={path}
      words={{
        title: words.title,
        caption: words.caption,
        empty: words.none,
        emptyText: methods.length > 0 ? words.noneText : noneOff,
      }}
      aside={mayAct && methods.length > 0 && <MakeLink path={path} methods={methods} asksReason={asksReason} />}
      columns={[
        column.name(labels.customer, ({ customerName, partnerReference }) => (
          <>
            {customerName || (partnerReference ?? words.unnamed)}
            {customerName !== '' && partnerReference !== null && <Below>{partnerReference}</Below>}
          </>
        )),
        column.text(labels.vehicle, ({ vehicle }) => (vehicle === '' ? kit.none : format.vehicle(vehicle))),
        column.text(words.progress, ({ status, progress }) => (
          <>
            {status === 'Open' || progress === 'Bound' ? (
              <StateBadge tone={progressTones[progress]}>{words.progresses[progress]}</StateBadge>
            ) : (
              <>
                <StateBadge tone={tones[status]}>{words.statuses[status]}</StateBadge>
                <Below>{words.progresses[progress]}</Below>
              </>
            )}
          </>
        )),
        column.text(words.mail, ({ mail }) =>
          mail === null ? kit.none : <StateBadge tone={mailTones[mail]}>{words.mails[mail]}</StateBadge>,
        ),
        column.date(words.until, (row) => row.validUntil),
        column.text(labels.downPayment, (row) =>
          row.downPaymentCents === 0 ? kit.none : format.money(row.downPaymentCents),
        ),
        column.text(labels.policy, (row) => policyLink(row)),
      ]}
      rowActions={
        mayAct &&
        ((row) =>
          row.status === 'Open' && (
            <>
              {row.hasEmailAddress && (
                <ActButton
                  {...actTexts(words, 'sendMail', nameOf(row))}
                  look="row"
                  reason={reason}
                  send={(why) => api.post(`${onePath}/${row.id}/mail`, asksReason ? { reason: why } : {})}
                />
              )}
              <ActButton
                {...actTexts(words, 'withdraw', nameOf(row))}
                look="row"
                isDanger
                reason={reason}
                send={(why) =>
                  api.delete(asksReason ? withQuery(`${onePath}/${row.id}`, { reason: why }) : `${onePath}/${row.id}`)
                }
              />
            </>
          ))
      }
    />
  );
}
