import type { ActFacts, AmendmentFacts, RevisionFacts } from '../../../../src/operator/wire/sales.ts';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { formatFacts } from '../../kit/format-facts.ts';
import { Panel } from '../../kit/page.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import type { ActingPanelProps, PanelProps } from './panel.ts';

const bindTones: Readonly<Record<'running' | 'released' | 'bound', Tone>> = {
  running: 'busy',
  released: 'past',
  bound: 'good',
};

export function BindPanel({ history: { bind, sale }, onChoose }: ActingPanelProps) {
  const { sale: words, labels, format } = useWords();
  if (bind === null) return null;
  const isLeft = bind.state === 'running' && new Date(bind.leaseUntil) < new Date();
  const finish = isLeft && (
    <CorrectButton correction={{ kind: 'retryBind', id: sale.applicationId }} onChoose={onChoose} />
  );
  return (
    <Panel title={words.parts.bind} aside={finish}>
      <Facts
        facts={{
          [labels.state]: <StateBadge tone={bindTones[bind.state]}>{words.bindStates[bind.state]}</StateBadge>,
          [labels.step]: bind.state === 'running' ? words.bindSteps[bind.step] : null,
          [labels.attempt]: format.number(bind.attempt),
          [labels.takeovers]: format.number(bind.takeovers),
          [labels.leaseUntil]: bind.state === 'running' ? format.time(bind.leaseUntil) : null,
        }}
      />
    </Panel>
  );
}

export function RevisionsPanel({ history: { revisions } }: PanelProps) {
  const { sale: words, labels, column } = useWords();
  return (
    <TablePanel<RevisionFacts>
      title={words.revisions}
      rows={revisions}
      columns={[
        column.name(labels.revision, ({ revision }) => revision),
        column.time(labels.when, (row) => row.revisedAt),
        column.date(labels.effective, (row) => row.effectiveDate),
        column.text(labels.applicant, ({ applicantName }) => applicantName),
        column.code(labels.vin, (row) => row.vin),
        column.text(labels.rateBook, ({ rateBookVersion }) => rateBookVersion),
      ]}
    />
  );
}

export function AmendmentsPanel({ history: { amendments } }: PanelProps) {
  const { sale: words, labels, kit, format, column } = useWords();
  return (
    <TablePanel<AmendmentFacts>
      title={words.amendments}
      rows={amendments}
      columns={[
        column.name(labels.item, ({ number }) => format.number(number)),
        column.text(words.changed, ({ changed }) => changed.map((fact) => words.amended[fact]).join(', ')),
        column.text(kit.reason, ({ reason, actorName }) => `${reason} (${actorName})`),
        column.time(labels.when, (row) => row.createdAt),
      ]}
    />
  );
}

export function ActsPanel({ history: { acts } }: PanelProps) {
  const speech = useWords();
  const { sale: words, access, actions, labels, kit, column } = speech;
  return (
    <TablePanel<ActFacts>
      title={words.acts}
      rows={acts}
      columns={[
        column.time(labels.when, (row) => row.actedAt),
        column.text(access.acts.who, ({ actorName }) => actorName),
        column.name(access.acts.what, ({ action }) => actions[action]),
        column.text(kit.reason, ({ reason }) => speech.facts.values[reason ?? ''] ?? reason),
        column.text(access.acts.facts, ({ facts }) => <small>{formatFacts(facts, speech)}</small>),
      ]}
    />
  );
}
