import { Group } from '@mantine/core';
import { Link } from 'react-router';
import { addDays } from '../../../../src/domain/calendar.ts';
import type { Act, ActsOrder } from '../../../../src/operator/wire/access.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { formatFacts } from '../../kit/format-facts.ts';
import { DownloadIcon } from '../../kit/icons.tsx';
import { DateInput } from '../../kit/inputs.tsx';
import { ListPage } from '../../kit/list.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { useMay } from '../../kit/session.tsx';
import { dayBegins } from '../../kit/zone.ts';
import { useWords } from '../../words/words.tsx';

export function Acts() {
  const speech = useWords();
  const { access, actions, labels, kit, column } = speech;
  const words = access.acts;
  const [actor] = useFilter('actor');
  const [subject] = useFilter('subject');
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  const days = { ...(from !== '' && { from }), ...(to !== '' && { to }) };
  return (
    <ListPage<Act>
      path="/api/acts"
      filters={{ actor, subject, ...days, ...((from !== '' || to !== '') && { zone: speech.format.zone }) }}
      actions={useMay('admin') && <ExportActs from={from} to={to} />}
      words={words}
      toolbar={
        <>
          <SearchBox name="subject" label={words.subject} placeholder={words.subject} />
          <SearchBox name="actor" label={words.who} placeholder={words.who} />
          <Group gap={10}>
            <DateInput isFilter label={kit.from} value={from} onChange={setFrom} max={to || undefined} />
            <DateInput isFilter label={kit.to} value={to} onChange={setTo} min={from || undefined} />
          </Group>
        </>
      }
      columns={[
        column.time(labels.when, (row) => row.actedAt),
        column.text(words.who, (row) =>
          row.actorKind === 'account' ? row.actorName : `${row.actorName} (${words.commandLine})`,
        ),
        column.name(words.what, (row) => actions[row.action]),
        column.text(words.subject, ({ applicationId, subject, facts: { sellerId } }) => {
          if (applicationId !== null) return <Link to={`/sales/${applicationId}`}>{subject}</Link>;
          return typeof sellerId === 'string' ? <Link to={`/sellers/${sellerId}`}>{subject}</Link> : subject;
        }),
        column.text(kit.reason, ({ reason }) => speech.facts.values[reason ?? ''] ?? (reason || kit.none)),
        column.text(words.facts, (row) => <small>{formatFacts(row.facts, speech)}</small>),
      ]}
    />
  );
}

/** Exports the days in sight, else the last thirty: whole days, with the views of sales, whoever did it. */
function ExportActs({ from, to }: { readonly from: string; readonly to: string }) {
  const { access, kit, format } = useWords();
  const last = to === '' ? format.today() : to;
  return (
    <ActButton
      {...actTexts(access.acts, 'export')}
      look="page"
      button={{ leftSection: <DownloadIcon size={16} /> }}
      initial={{ from: from === '' ? addDays(last, -29) : from, to: last }}
      required={['from', 'to']}
      texts={kit}
      fields={{ from: 'date', to: 'date' }}
      send={(reason, days) => {
        const order: ActsOrder = {
          from: dayBegins(days.from, format.zone),
          to: dayBegins(addDays(days.to, 1), format.zone),
          as: 'csv',
          reason,
        };
        return saveFile('/api/acts/export', `acts-${days.from}-${days.to}.csv`, order);
      }}
    />
  );
}
