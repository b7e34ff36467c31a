import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DocumentFacts, MailFacts, SaleHistory } from '../../../../src/operator/wire/look.ts';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { Below, DataTable } from '../../kit/data-table.tsx';
import { Faults } from '../../kit/faults.tsx';
import { useFormat } from '../../kit/format.ts';
import { DownloadIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/page.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useMay } from '../../kit/session.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import classes from './sale.module.css';
import type { Choose } from './sale.tsx';

interface ActingPanelProps {
  readonly history: SaleHistory;
  readonly onChoose: Choose;
}

export function DocumentsPanel({ history, onChoose }: ActingPanelProps) {
  const { sale: words, sales, kit } = useWords();
  const { columns } = words;
  const format = useFormat();
  const maySee = useMay('support');
  const save = useMutation({
    mutationFn: ({ documentId, kind, filename }: DocumentFacts) =>
      saveFile(`/api/documents/${documentId}/content`, filename ?? `${kind}.pdf`),
  });
  const { documents, policy } = history;
  if (policy === null) return null;
  const name = ({ kind }: DocumentFacts): string => sales.documentKinds[kind] ?? kind;
  return (
    <Panel
      title={words.documents}
      isFlush
      aside={
        <CorrectButton
          correction={{ kind: 'resendDocuments', policyNumber: policy.policyNumber }}
          onChoose={onChoose}
        />
      }
    >
      <Faults error={save.error} />
      <DataTable
        caption={words.documents}
        rows={documents}
        keyOf={(row) => row.documentId}
        columns={[
          { header: columns.document, isName: true, cell: name },
          {
            header: columns.made,
            isOneLine: true,
            cell: ({ madeAt }) => (madeAt === null ? words.notMade : format.time(madeAt)),
          },
          {
            header: columns.size,
            isNumber: true,
            cell: ({ bytes }) => (bytes === null ? kit.none : format.bytes(bytes)),
          },
          { header: columns.fetched, isNumber: true, cell: ({ fetches }) => format.number(fetches.length) },
          {
            header: kit.actions,
            isBare: true,
            cell: (row) =>
              maySee && (
                <Button
                  size="compact-sm"
                  fz={13}
                  variant="light"
                  leftSection={<DownloadIcon size={15} />}
                  onClick={() => save.mutate(row)}
                  loading={save.isPending && save.variables.documentId === row.documentId}
                  aria-label={`${kit.download}: ${name(row)}`}
                >
                  {kit.download}
                </Button>
              ),
          },
        ]}
      />
    </Panel>
  );
}

const mailTones: Readonly<Record<MailFacts['state'], Tone>> = {
  due: 'busy',
  sending: 'busy',
  sent: 'good',
  undeliverable: 'bad',
  dropped: 'past',
};

export function MailsPanel({ history, onChoose }: ActingPanelProps) {
  const { sale: words, kit } = useWords();
  const { columns } = words;
  const format = useFormat();
  const { mails, policy, sale } = history;
  if (policy === null) return null;
  return (
    <Panel
      title={words.mails}
      isFlush
      aside={
        <CorrectButton
          correction={{ kind: 'email', policyNumber: policy.policyNumber, current: sale.emailAddress }}
          onChoose={onChoose}
        />
      }
    >
      {mails.length === 0 ? (
        <p className={classes.note}>{words.noMails}</p>
      ) : (
        <DataTable
          caption={words.mails}
          rows={mails}
          keyOf={(row) => row.mailId}
          columns={[
            { header: columns.kind, isName: true, cell: ({ kind }) => words.mailKinds[kind] ?? kind },
            { header: columns.to, cell: ({ to }) => to },
            {
              header: columns.status,
              cell: ({ state, sentAt, lastCause }) => (
                <>
                  <StateBadge tone={mailTones[state]}>{words.mailStates[state]}</StateBadge>
                  {state === 'sent' && sentAt !== null && <Below>{format.time(sentAt)}</Below>}
                  {state !== 'sent' && lastCause !== null && <Below>{lastCause}</Below>}
                </>
              ),
            },
            {
              header: kit.actions,
              isBare: true,
              cell: ({ mailId: id, to, state }) =>
                (state === 'sent' || state === 'undeliverable') && (
                  <CorrectButton correction={{ kind: 'resendMail', id, to }} onChoose={onChoose} subject={to} />
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
