import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { DocumentFacts, MailFacts, PaperFacts, PolicyFacts } from '../../../../src/operator/wire/sales.ts';
import { Dialog, smallButton } from '../../kit/act-modal.tsx';
import { Cause } from '../../kit/cause.tsx';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { Below } from '../../kit/data-table.tsx';
import { Faults } from '../../kit/faults.tsx';
import { DownloadIcon } from '../../kit/icons.tsx';
import { MailView } from '../../kit/mail-view.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useMay } from '../../kit/session.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import { WordingLink } from '../wordings/wording-link.tsx';
import { isRescission } from './cancellation-panel.tsx';
import type { ActingPanelProps, PanelProps } from './panel.ts';

export function DocumentsPanel({ history: { documents, policy, cancellation }, onChoose }: ActingPanelProps) {
  const { sale: words, labels, sales, kit, format, column } = useWords();
  const maySee = useMay('support');
  const save = useMutation({
    mutationFn: ({ documentId, kind, filename }: DocumentFacts) =>
      saveFile(`/api/documents/${documentId}/content`, filename ?? `${kind}.pdf`),
  });
  if (policy === null) return null;
  const { policyNumber } = policy;
  const name = ({ kind }: DocumentFacts): string =>
    kind === 'cancellation' && isRescission(cancellation) ? sales.rescissionNotice : sales.documentKinds[kind];
  return (
    <TablePanel<DocumentFacts>
      title={sales.tabs.documents}
      aside={<CorrectButton correction={{ kind: 'resendDocuments', policyNumber }} onChoose={onChoose} />}
      rows={documents}
      keyOf={(row) => row.documentId}
      columns={[
        column.name(labels.document, name),
        column.text(labels.created, ({ madeAt }) => (madeAt === null ? words.notMade : format.time(madeAt))),
        column.text(words.textsVersion, ({ textsVersion }) => textsVersion ?? words.builtInTexts),
        column.number(labels.size, ({ bytes }) => (bytes === null ? kit.none : format.bytes(bytes))),
        column.count(labels.downloads, (row) => row.fetches.length),
        column.acts(
          (row) =>
            maySee && (
              <Button
                {...smallButton}
                leftSection={<DownloadIcon size={15} />}
                onClick={() => save.mutate(row)}
                loading={save.isPending && save.variables.documentId === row.documentId}
                aria-label={`${kit.download}: ${name(row)}`}
              >
                {kit.download}
              </Button>
            ),
        ),
      ]}
    >
      <Faults error={save.error} />
    </TablePanel>
  );
}

/** What the customer was given before agreeing, in which version, and when it was acknowledged. */
export function PapersPanel({ history: { papers } }: PanelProps) {
  const { labels, sale, tariff, kit, format, column, language } = useWords();
  const time = (instant: string | null): string => (instant === null ? kit.none : format.time(instant));
  return (
    <TablePanel<PaperFacts>
      title={labels.papers}
      rows={papers}
      columns={[
        column.name(labels.document, ({ kind, title }) => title?.[language] ?? kind),
        column.text(tariff.books.version, ({ version }) => version),
        column.text(sale.paperGiven, (row) => time(row.givenAt)),
        column.text(sale.paperAcknowledged, (row) => time(row.acknowledgedAt)),
      ]}
    />
  );
}

export function WordingsPanel({ history: { policy } }: PanelProps) {
  const { labels, tariff, column } = useWords();
  const words = tariff.wordings;
  return (
    <TablePanel<PolicyFacts['wordings'][number]>
      title={labels.wordings}
      rows={policy?.wordings ?? []}
      columns={[
        column.name(words.form, ({ form }) => form),
        column.text(tariff.books.version, ({ version }) => version),
        column.text(words.language, ({ language }) => words.languages[language]),
        column.text(words.products, ({ products }) => products.join(', ')),
        column.acts(({ id, form, version, language }) => (
          <WordingLink id={id} name={`${form} ${version} ${language}`} />
        )),
      ]}
    />
  );
}

const mailTones: Readonly<Record<MailFacts['state'], Tone>> = {
  due: 'busy',
  sending: 'busy',
  sent: 'good',
  undeliverable: 'bad',
  dropped: 'past',
};

export function MailsPanel({ history: { mails, policy, sale, cancellation }, onChoose }: ActingPanelProps) {
  const { sale: words, labels, format, column } = useWords();
  if (policy === null) return null;
  const email = { kind: 'email', policyNumber: policy.policyNumber, current: sale.emailAddress } as const;
  return (
    <TablePanel<MailFacts>
      title={words.mails}
      aside={<CorrectButton correction={email} onChoose={onChoose} />}
      empty={<p>{words.noMails}</p>}
      rows={mails}
      keyOf={(row) => row.mailId}
      columns={[
        column.name(labels.kind, ({ kind }) =>
          kind === 'cancellation' && isRescission(cancellation) ? words.rescission : words.mailKinds[kind],
        ),
        column.text(labels.to, ({ to }) => to),
        column.text(labels.state, ({ state, sentAt, failure, lastCause }) => (
          <>
            <StateBadge tone={mailTones[state]}>{words.mailStates[state]}</StateBadge>
            {state === 'sent' && sentAt !== null && <Below>{format.time(sentAt)}</Below>}
            {state !== 'sent' && lastCause !== null && (
              <Below>
                <Cause failure={failure} cause={lastCause} />
              </Below>
            )}
          </>
        )),
        column.acts((mail) => (
          <Group gap={6} wrap="nowrap">
            <ShowMail mail={mail} />
            {(mail.state === 'sent' || mail.state === 'undeliverable') && (
              <CorrectButton
                correction={{ kind: 'resendMail', id: mail.mailId, to: mail.to }}
                onChoose={onChoose}
                subject={mail.to}
              />
            )}
          </Group>
        )),
      ]}
    />
  );
}

/** Whoever looks is recorded. */
function ShowMail({ mail: { mailId, subject, isKept } }: { readonly mail: MailFacts }) {
  const { kit } = useWords();
  const [isOpen, opening] = useDisclosure(false);
  const maySee = useMay('support');
  if (!isKept || !maySee) return null;
  const title = subject ?? '';
  return (
    <>
      <Button {...smallButton} onClick={opening.open} aria-label={`${kit.mail.show}: ${title}`}>
        {kit.mail.show}
      </Button>
      <Dialog opened={isOpen} onClose={opening.close} title={title} size="xl" closeOnClickOutside>
        <MailView title={title} path={(part) => `/api/mails/${mailId}/content?part=${part}`} />
      </Dialog>
    </>
  );
}
