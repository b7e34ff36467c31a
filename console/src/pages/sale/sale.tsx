import { Alert, Button, Menu, Stack } from '@mantine/core';
import { useParams } from 'react-router';
import type { SaleHistory } from '../../../../src/operator/wire/sales.ts';
import { useCorrection } from '../../kit/corrections/use-correction.tsx';
import { todayHere } from '../../kit/format.ts';
import { InfoIcon } from '../../kit/icons.tsx';
import { Load } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { MoneyState, SaleState } from '../../kit/sale-states.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { Attention } from './attention.tsx';
import { ActsPanel, AmendmentsPanel, BindPanel, RevisionsPanel } from './bind-panels.tsx';
import { CancellationPanel } from './cancellation-panel.tsx';
import { DocumentsPanel, MailsPanel, PapersPanel, WordingsPanel } from './document-panels.tsx';
import { DueChargePanel, JournalPanel, LoanPanel, PaymentsPanel, ReversalsPanel } from './money-panels.tsx';
import type { ActingPanelProps, PanelProps } from './panel.ts';
import { PolicyPanel } from './policy-panel.tsx';
import { QuotePanel } from './quote-panel.tsx';
import classes from './sale.module.css';
import { Summary } from './summary.tsx';
import { TimeLine } from './time-line.tsx';

export function Sale() {
  const { applicationId = '' } = useParams();
  // Corrections are carried out within seconds.
  return (
    <Load<SaleHistory> path={`/api/sales/${applicationId}`} refetchInterval={5_000}>
      {(history) => <SalePage history={history} />}
    </Load>
  );
}

function SalePage({ history }: PanelProps) {
  const { sale: words, shell, kit, format } = useWords();
  const { sale } = history;
  const [choose, modal] = useCorrection();
  const maySeeAll = useMay('support');
  return (
    <Page
      title={sale.applicantName}
      lead={`${format.vehicle(sale.vehicle)} · ${sale.policyNumber ?? sale.applicationId}`}
      badge={
        <>
          <SaleState sale={sale} />
          <MoneyState status={sale.moneyStatus} />
        </>
      }
      back={{ to: '/sales', label: shell.pages.sales }}
      actions={maySeeAll && <CorrectMenu history={history} onChoose={choose} />}
    >
      {!maySeeAll && (
        <Alert color="blue" icon={<InfoIcon />}>
          {kit.masked}
        </Alert>
      )}
      <Attention history={history} onChoose={choose} />
      {history.isCut.length > 0 && <Alert color="ember">{words.cut(history.isCut.join(', '))}</Alert>}
      {history.policy === null && history.reversals.length > 0 && (
        <Alert color="ember" icon={<InfoIcon />} title={words.reversedTitle}>
          {words.reversedText(history.reversals.every(({ state }) => state !== 'due'))}
        </Alert>
      )}
      <div className={classes.columns}>
        <Stack gap={20} miw={0}>
          <CancellationPanel history={history} onChoose={choose} />
          <Summary history={history} />
          <PolicyPanel history={history} />
          <AmendmentsPanel history={history} />
          <ReversalsPanel history={history} onChoose={choose} />
          <DueChargePanel history={history} onChoose={choose} />
          <PaymentsPanel history={history} />
          <LoanPanel history={history} />
          <Stack gap={20} className={classes.notPrinted ?? ''}>
            <DocumentsPanel history={history} onChoose={choose} />
            <WordingsPanel history={history} />
            <PapersPanel history={history} />
            <MailsPanel history={history} onChoose={choose} />
            <JournalPanel history={history} />
            <QuotePanel quote={history.quote} />
            <BindPanel history={history} onChoose={choose} />
            <RevisionsPanel history={history} />
            <ActsPanel history={history} />
          </Stack>
        </Stack>
        <Panel title={words.timeLine} className={classes.timeLine}>
          <TimeLine entries={history.timeLine} />
        </Panel>
      </div>
      {modal}
    </Page>
  );
}

function CorrectMenu({ history, onChoose }: ActingPanelProps) {
  const { correct, sale: words } = useWords();
  const { policy, sale } = history;
  if (policy === null) return null;
  const { policyNumber, boundOn, effectiveDate } = policy;
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default">{words.correct}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {policy.cancelledOn === null && (
            <Menu.Item
              onClick={() =>
                onChoose({ kind: 'amend', policyNumber, inputs: policy.inputs, emailAddress: sale.emailAddress })
              }
            >
              {correct.amend.act}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => onChoose({ kind: 'resendDocuments', policyNumber })}>
            {correct.resendDocuments.act}
          </Menu.Item>
          <Menu.Item onClick={() => onChoose({ kind: 'email', policyNumber, current: sale.emailAddress })}>
            {correct.email.act}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {policy.cancelledOn === null && todayHere() <= policy.rescindableUntil && (
        <Button variant="default" c="var(--danger)" onClick={() => onChoose({ kind: 'rescind', policyNumber })}>
          {correct.rescind.act}
        </Button>
      )}
      {policy.cancelledOn === null && (
        <Button
          variant="default"
          c="var(--danger)"
          onClick={() => onChoose({ kind: 'cancel', policyNumber, boundOn, effectiveDate })}
        >
          {correct.cancel.act}
        </Button>
      )}
    </>
  );
}
