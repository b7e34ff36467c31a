import type { SaleHistory } from '../../../../src/operator/wire/look.ts';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Panel } from '../../kit/page.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { tellFacts } from '../../kit/tell-facts.ts';
import { useWords } from '../../words/words.tsx';
import type { Choose } from './sale.tsx';

interface PanelProps {
  readonly history: SaleHistory;
}

const bindTones: Readonly<Record<'running' | 'released' | 'bound', Tone>> = {
  running: 'busy',
  released: 'past',
  bound: 'good',
};

export function BindPanel({ history: { bind, sale }, onChoose }: PanelProps & { readonly onChoose: Choose }) {
  const { sale: words } = useWords();
  const { facts } = words;
  const format = useFormat();
  if (bind === null) return null;
  const isLeft = bind.state === 'running' && new Date(bind.leaseUntil) < new Date();
  return (
    <Panel
      title={words.bind}
      aside={
        isLeft && (
          <CorrectButton correction={{ kind: 'retryBind', applicationId: sale.applicationId }} onChoose={onChoose} />
        )
      }
    >
      <Facts
        facts={[
          [
            facts.state,
            <StateBadge key="state" tone={bindTones[bind.state]}>
              {words.bindStates[bind.state]}
            </StateBadge>,
          ],
          bind.state === 'running' ? [facts.step, words.bindSteps[bind.step]] : null,
          [facts.attempt, format.number(bind.attempt)],
          [facts.takeovers, format.number(bind.takeovers)],
          bind.state === 'running' ? [facts.leaseUntil, format.time(bind.leaseUntil)] : null,
        ]}
      />
    </Panel>
  );
}

export function RevisionsPanel({ history: { revisions } }: PanelProps) {
  const { sale: words } = useWords();
  const { columns } = words;
  const format = useFormat();
  if (revisions.length === 0) return null;
  return (
    <Panel title={words.revisions} isFlush>
      <DataTable
        caption={words.revisions}
        rows={revisions}
        keyOf={(row) => String(row.revision)}
        columns={[
          { header: columns.revision, isName: true, cell: ({ revision }) => format.number(revision) },
          { header: columns.when, isOneLine: true, cell: ({ revisedAt }) => format.time(revisedAt) },
          { header: columns.effective, isOneLine: true, cell: ({ effectiveDate }) => format.date(effectiveDate) },
          { header: columns.applicant, cell: ({ applicantName }) => applicantName },
          { header: words.facts.vin, cell: ({ vin }) => <code>{vin}</code> },
          { header: columns.rateBook, cell: ({ rateBookVersion }) => rateBookVersion },
        ]}
      />
    </Panel>
  );
}

export function ActsPanel({ history: { acts } }: PanelProps) {
  const { sale: words, access, actions } = useWords();
  const format = useFormat();
  if (acts.length === 0) return null;
  return (
    <Panel title={words.acts} isFlush>
      <DataTable
        caption={words.acts}
        rows={acts}
        keyOf={(act) => `${act.actedAt} ${act.action}`}
        columns={[
          { header: access.acts.when, isOneLine: true, cell: ({ actedAt }) => format.time(actedAt) },
          { header: access.acts.who, cell: ({ actorName }) => actorName },
          { header: access.acts.what, isName: true, cell: ({ action }) => actions[action] ?? action },
          { header: access.acts.reason, cell: ({ reason }) => reason },
          { header: access.acts.facts, cell: ({ facts }) => <small>{tellFacts(facts, format)}</small> },
        ]}
      />
    </Panel>
  );
}
