import { moveSandboxClock, readSandboxClock } from '@northbind/contract/sandbox-clock.ts';
import { sandboxDecision } from '@northbind/contract/sandbox-decision.ts';
import { sandboxEvents } from '@northbind/contract/sandbox-events.ts';
import { sandboxLedger } from '@northbind/contract/sandbox-ledger.ts';
import { sandboxLoans } from '@northbind/contract/sandbox-loans.ts';
import {
  sandboxCancellations,
  sandboxDisputes,
  sandboxPayments,
  sandboxRefunds,
} from '@northbind/contract/sandbox-money.ts';
import { sandboxOutbox } from '@northbind/contract/sandbox-outbox.ts';
import { sandboxReset } from '@northbind/contract/sandbox-reset.ts';
import type { FastifyInstance } from 'fastify';
import type { AddOperation } from '../api/kit/operation-route.ts';
import { servedAt } from '../domain/call/served-address.ts';
import { cancelInSandbox } from '../sandbox/cancel-as-operator.ts';
import { cardCheckoutRoutes } from '../sandbox/card-checkout/card-checkout-routes.ts';
import { moveClock, readClock, type SandboxClockParts } from '../sandbox/clock.ts';
import { type DecideRequestParts, decideRequest } from '../sandbox/decide-request.ts';
import { makeSampleEvent, type SandboxEventsParts } from '../sandbox/events.ts';
import { guideRoutes } from '../sandbox/guide/guide-routes.ts';
import { usualAddresses } from '../sandbox/guide/page-addresses.ts';
import { readLedger, type SandboxLedgerParts } from '../sandbox/ledger.ts';
import { type SandboxLoansParts, setLoanState } from '../sandbox/loans.ts';
import { type OutboxParts, readOutbox } from '../sandbox/outbox.ts';
import {
  recordDispute,
  recordPayment,
  recordRefundByHand,
  type SandboxDisputesParts,
} from '../sandbox/record-money.ts';
import { resetSeller } from '../sandbox/reset.ts';

export type SandboxRoutesParts = SandboxClockParts &
  Omit<DecideRequestParts, 'reference'> &
  SandboxLedgerParts &
  SandboxLoansParts &
  SandboxEventsParts &
  OutboxParts &
  Pick<SandboxDisputesParts, 'recordDispute'> & {
    readonly pagesUrl: string | null;
    /** The console's address. */
    readonly operatorUrl: string;
  };

/** Adds what only the sandbox serves: clock, the parties' ledgers, outbox, reset, the guide, and a payment page. */
export function makeSandboxRoutes(parts: SandboxRoutesParts): (app: FastifyInstance, add: AddOperation) => void {
  const current = () => ({ ...parts, reference: parts.reference.current });
  return (app, add) => {
    add(readSandboxClock, ({ seller }) => readClock(parts, seller));
    add(moveSandboxClock, ({ seller, body, ...asked }) => moveClock(parts, seller, body, asked));
    add(sandboxDecision, ({ seller, body, fault, requestId, language, now }) =>
      decideRequest(current(), seller, {
        ...body,
        fault,
        requestId,
        language,
        now,
      }),
    );
    add(sandboxLoans, ({ seller, body, requestId, now }) => setLoanState(parts, seller, { ...body, requestId, now }));
    add(sandboxCancellations, ({ seller, body, fault, requestId, now }) =>
      cancelInSandbox(current(), seller, { ...body, fault, requestId, now }),
    );
    add(sandboxPayments, ({ seller, body, now }) => recordPayment(current(), seller, { ...body, now }));
    add(sandboxRefunds, ({ seller, body, now }) => recordRefundByHand(current(), seller, { ...body, now }));
    add(sandboxDisputes, ({ seller, body, requestId, now }) =>
      recordDispute(current(), seller, { ...body, requestId, now }),
    );
    add(sandboxLedger, ({ seller, query, requestId }) => readLedger(parts, seller, query.applicationId, requestId));
    add(sandboxOutbox, ({ seller }) => readOutbox(parts, seller));
    add(sandboxReset, ({ seller }) => resetSeller(parts, seller));
    add(sandboxEvents, ({ seller, body }) => makeSampleEvent(parts, seller, body));
    const checkoutOrigin = new URL(parts.cards.checkoutJsUrl).origin;
    guideRoutes(app, (request) => ({
      service: servedAt(parts.pagesUrl, request) ?? usualAddresses.service,
      checkout: checkoutOrigin,
      operator: parts.operatorUrl,
    }));
    cardCheckoutRoutes(app, parts.cards);
  };
}
