import { Alert, Button, Menu, Stack } from '@mantine/core';
import type { SaleHistory } from '../../../../src/operator/wire/sales.ts';
import { CorrectItems } from '../../kit/corrections/acts.tsx';
import type { Correction } from '../../kit/corrections/correction.ts';
import { useCorrection } from '../../kit/corrections/use-correction.tsx';
import { InfoIcon } from '../../kit/icons.tsx';
import { pageOf } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { MoneyState, SaleState } from '../../kit/sale-states.tsx';
import { sellerDay } from '../../kit/seller-day.ts';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { Attention } from './attention.tsx';
import { ActsPanel, AmendmentsPanel, BindPanel, RevisionsPanel } from './bind-panels.tsx';
import { CancellationPanel, RequestPanel } from './cancellation-panel.tsx';
import { DocumentsPanel, MailsPanel, PapersPanel, WordingsPanel } from './document-panels.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { DueChargePanel, isOpen, LoanPanel, PaymentsPanel, ReversalsPanel } from './money-panels.tsx';
import { NotesPanel } from './notes-panel.tsx';
import type { ActingPanelProps } from './panel.ts';
import { QuotePanel } from './quote-panel.tsx';
import classes from './sale.module.css';
import { PolicyPanel, Summary } from './summary.tsx';
import { TimeLine } from './time-line.tsx';

/** Corrections are carried out within seconds. */
export const Sale = pageOf<SaleHistory>('/api/sales', SalePage, 5_000);

function SalePage({ one: history }: { readonly one: SaleHistory }) {
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
          {words.reversedText(history.reversals.every(({ state }) => !isOpen(state)))}
        </Alert>
      )}
      <div className={classes.columns}>
        <Stack gap={20} miw={0}>
          <RequestPanel history={history} />
          <CancellationPanel history={history} onChoose={choose} />
          <NotesPanel history={history} />
          <Summary history={history} />
          <PolicyPanel history={history} />
          <AmendmentsPanel history={history} />
          <MoneyPanel history={history} onChoose={choose} />
          <ReversalsPanel history={history} onChoose={choose} />
          <DueChargePanel history={history} onChoose={choose} />
          <PaymentsPanel history={history} />
          <LoanPanel history={history} />
          <Stack gap={20} className={classes.notPrinted ?? ''}>
            <DocumentsPanel history={history} onChoose={choose} />
            <WordingsPanel history={history} />
            <PapersPanel history={history} />
            <MailsPanel history={history} onChoose={choose} />
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

function CorrectMenu({ history: { policy, sale }, onChoose }: ActingPanelProps) {
  const { correct, sale: words } = useWords();
  if (policy === null) return null;
  const { policyNumber, boundOn, effectiveDate, inputs, rescindableUntil } = policy;
  const { emailAddress } = sale;
  const isCancelled = policy.cancelledOn !== null;
  const today = sellerDay(sale.seller);
  const isOver = policy.cancelledOn !== null && policy.cancelledOn <= today;
  const inMenu: readonly Correction[] = [
    { kind: 'resendDocuments', policyNumber },
    { kind: 'email', policyNumber, current: emailAddress },
  ];
  const ending: readonly (false | Correction)[] = [
    // In time, it takes the place of a cancellation that is still ahead.
    !isOver && today <= rescindableUntil && { kind: 'rescind', policyNumber },
    !isCancelled && { kind: 'cancel', policyNumber, boundOn, effectiveDate, today },
  ];
  return (
    <>
      {!isCancelled && (
        <Button variant="default" onClick={() => onChoose({ kind: 'amend', policyNumber, inputs, emailAddress })}>
          {correct.amend.act}
        </Button>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button variant="default">{words.correct}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <CorrectItems corrections={inMenu} onChoose={onChoose} />
        </Menu.Dropdown>
      </Menu>
      {ending
        .filter((one) => one !== false)
        .map((one) => (
          <Button key={one.kind} variant="default" c="var(--bad)" onClick={() => onChoose(one)}>
            {correct[one.kind].act}
          </Button>
        ))}
    </>
  );
}
